/** Makes something different in a run, between two ticks. */
import type { Seconds } from '../../src/math/units.js';
import type { ChangedSetting } from '../../src/recording/simulated.js';
import { UsageError } from '../../src/validation/errors.js';
import type { ChangeSpec } from '../scenario/changeSpec.js';
import { type ChangedRobot, changedParts } from '../scenario/changes.js';
import type { PlantSpec } from '../scenario/plantSpec.js';
import type { Scenario } from '../scenario/scenario.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';
import { TIME_EPSILON } from './instants.js';
import type { RobotRun } from './robotRun.js';

/** By the robots' ids. */
export type ChangedRobots = ReadonlyMap<string, ChangedRobot>;

interface ChangeableRun {
  readonly at: Seconds;
  readonly robots: readonly RobotRun[];
  readonly world: SimulatedWorld;
  plant: PlantSpec;
}

export const isDue = (change: ChangeSpec | undefined, at: Seconds): boolean =>
  change !== undefined && change.at <= at + TIME_EPSILON;

/** @returns the robots that are changed @throws UsageError for a setting that is refused; the run is as before then */
export function changeRun(
  run: ChangeableRun,
  settings: readonly ChangedSetting[],
  scenario: Scenario,
): ChangedRobots {
  const { world, at: now } = run;
  const robots = run.robots.map(({ id, body, loop: { setup } }) => {
    const { robot, mission } = setup;
    return { id, at: body.pose, robot, mission };
  });
  const parts = changedParts({ robots, plant: run.plant, world: world.spec }, settings, scenario);
  for (const [id, { at }] of parts.robots)
    if (at && !world.hasRoom(id, at)) throw new UsageError(`robots.${id}.at: it has no room there`);
  const why = parts.world && world.rearrange(parts.world);
  if (why !== undefined) throw new UsageError(`world: ${why}`);
  if (parts.plant) run.plant = parts.plant;
  for (const robot of run.robots) {
    const { at, setup, kind = 'tune' } = parts.robots.get(robot.id) ?? {};
    if (at) robot.place(now, at);
    if (setup) robot.loop.say({ kind, setup });
  }
  return parts.robots;
}
