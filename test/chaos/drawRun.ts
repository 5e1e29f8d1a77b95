/** A run drawn from a seed and an index: robots, scene, missions and faults. */
import { stringify } from 'yaml';
import type { RobotSpec, Scenario } from '../../sim/scenario/scenario.js';
import { parseScenario } from '../../sim/scenario/scenarioFile.js';
import { loadFoundPath } from '../../src/config/loadDefinition.js';
import type { Seconds } from '../../src/math/units.js';
import { rangersOf } from '../../src/sensors/beam.js';
import { Chance } from './chance.js';
import { type DrawnFaults, drawFaults } from './drawFaults.js';
import type { Ground } from './drawMission.js';
import { drawKnownScene, drawWorld } from './drawScene.js';
import { UPSET_BEHAVIOR, upsetBehavior, upsetMission } from './upsetBehavior.js';
import type { Written } from './written.js';

export interface ChaosRun extends DrawnFaults {
  readonly seed: number;
  readonly index: number;
  /** With the firmware on an emulated board. */
  readonly firmware: boolean;
  /** As a scenario's file writes it, with those faults that a file can express. */
  readonly written: Written;
  readonly scenario: Scenario;
  /** Goals lie within this far of the middle. */
  readonly half: number;
}

const KNOWN_SCENE_SHARE = 0.2;

export function drawRun(seed: number, index: number, firmware = false): ChaosRun {
  const chance = new Chance(seed, index, 'scene');
  const { written: scene, half } =
    !firmware && chance.happens(KNOWN_SCENE_SHARE) ? drawKnownScene(chance) : drawWorld(chance, firmware);
  const seeded = { ...scene, seed: Math.floor(2 ** 31 * chance.uniform()) };
  const plain = readWritten(seeded);
  const { faults, upsets } = drawFaults(new Chance(seed, index, 'faults'), plain, firmware);
  const robots = plain.robots.map((robot) => ({
    ...robot,
    mission: upsetMission(robot.mission, robot.id, upsets),
  }));
  const scenario = { ...plain, faults, robots, behaviors: { [UPSET_BEHAVIOR]: upsetBehavior } };
  return { seed, index, firmware, half, faults, upsets, written: { ...seeded, faults }, scenario };
}

/** The same run, for so long at most. */
export const within = (seconds: Seconds, run: ChaosRun): ChaosRun => ({
  ...run,
  scenario: { ...run.scenario, duration: Math.min(seconds, run.scenario.duration) },
});

const readWritten = (written: Written): Scenario =>
  parseScenario(stringify(written), 'chaos.yaml', {
    readPath: (name) => loadFoundPath(name).points,
    readRobot: (name) => {
      throw new Error(`robot ${name} is not written out`);
    },
  });

/** What the later missions of a robot may name. */
export function groundOf({ id, robot }: RobotSpec, { scenario, half }: ChaosRun): Ground {
  const { world, robots, sensing } = scenario;
  return {
    half,
    movers: world.movers.map((mover) => mover.id),
    others: robots.flatMap((other) => (other.id === id || other.ghost ? [] : [other.id])).slice(0, 5),
    sees: sensing === 'truth' || Object.keys(rangersOf(robot.sensors)).length > 0,
  };
}
