/** Scenarios made of a few words, and everything that came of one. */
import { fileURLToPath } from 'node:url';
import type { Observable } from 'rxjs';
import { type Result, simulate } from '../../sim/engine/run.js';
import type { RobotSpec, Scenario } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { missionSchema } from '../../src/config/mission/missionSchema.js';
import type { Pose } from '../../src/math/geometry.js';
import { REST_SPEED } from '../../src/math/standstill.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Command, Tick } from '../../src/signals/signals.js';
import type { MissionSpec } from '../../src/steering/mission.js';
import { EMPTY, ORIGIN, PLANT } from '../sim/bodies.js';

export const rootFile = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The benchmark bodies: A answers at once; B has 40 ms of dead time, 60 ms of lag and 0.03 m/s of stiction. */
export const benchmarkBody = (plant: 'a' | 'b'): RobotDefinition =>
  loadRobot(rootFile(`sim/scenarios/robots/plant-${plant}.yaml`));

/** A mission as it stands in a file. */
export const missionOf = (mission: object): MissionSpec => missionSchema().parse(mission);

export interface Scene extends Partial<Omit<Scenario, 'robots'>> {
  readonly robot: RobotDefinition;
  readonly mission: MissionSpec;
  readonly at?: Partial<RobotSpec['at']>;
}

/** One robot in an empty world; its true pose is known unless said otherwise. */
export const sceneOf = ({ robot, mission, at, ...rest }: Scene): Scenario => ({
  name: 'scene',
  duration: 20,
  seed: 1,
  world: EMPTY,
  plant: PLANT,
  sensing: 'truth',
  communication: { range: Number.POSITIVE_INFINITY, delay: 0, loss: 0 },
  criteria: [],
  ...rest,
  robots: [{ id: 'a', robot, at: { ...ORIGIN, speed: 0, ...at }, mission }],
});

/** A tick, and where the body truly was when it was made. */
export interface Instant {
  readonly pose: Pose;
  readonly tick: Tick;
}

export interface Run {
  readonly result: Result;
  readonly robot: Result['robots'][number];
  /** Of the first robot. */
  readonly instants: readonly Instant[];
}

export async function drive(scenario: Scenario, commands$?: Observable<Command>): Promise<Run> {
  const instants: Instant[] = [];
  const first = scenario.robots[0]?.id;
  const onTick = (id: string, pose: Pose, tick: Tick) => {
    if (id === first) instants.push({ pose, tick });
  };
  const result = await simulate(scenario, { onTick, now: () => 0, ...(commands$ && { commands$ }) });
  const [robot] = result.robots;
  if (!robot) throw new Error('a scenario has a robot');
  return { result, robot, instants };
}

/**
 * How often the busier wheel was driven the other way than before: what hunting looks like. A wheel that is asked
 * for less than `REST_SPEED` counts as standing, since that is where a wheel comes to rest.
 */
export function signChanges(instants: readonly Instant[], { motors }: RobotDefinition): number {
  const { deadband, noLoadSpeed } = motors;
  const asked = (duty: number) => ((Math.abs(duty) - deadband) / (1 - deadband)) * noLoadSpeed;
  const changes = (side: 'left' | 'right') => {
    const duties = instants.map(({ tick }) => tick.duties[side]).filter((duty) => asked(duty) >= REST_SPEED);
    return duties.filter((duty, i) => duty * (duties[i - 1] ?? duty) < 0).length;
  };
  return Math.max(changes('left'), changes('right'));
}
