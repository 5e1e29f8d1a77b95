/** Whether robots can start where a scenario puts them. */
import { distance } from '../src/geometry.js';
import type { Scenario } from './scenario.js';
import { World } from './world.js';

export interface BlockedStart {
  /** Which robot of the scenario. */
  readonly index: number;
  /** `found; allowed; cure`. */
  readonly message: string;
}

/** Robots that start inside something solid, or inside an earlier robot. */
export function blockedStarts({ world: spec, robots }: Scenario): BlockedStart[] {
  const world = new World(spec);
  return robots.flatMap(({ id, at, robot }, index) => {
    const { radius } = robot.chassis;
    const other = robots
      .slice(0, index)
      .find((earlier) => distance(earlier.at, at) < earlier.robot.chassis.radius + radius);
    const inside = other ? `robot '${other.id}'` : world.isFree(at, radius) ? undefined : 'an obstacle';
    if (inside === undefined) return [];
    return [
      { index, message: `robot '${id}' starts inside ${inside}; it needs ${radius} m all round; move it` },
    ];
  });
}
