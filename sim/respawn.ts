/** Robots that arrived are put back, to drive again. */
import type { Pose } from '../src/geometry.js';
import type { Random } from '../src/random.js';
import type { Meters, Seconds } from '../src/units.js';
import type { RobotRun } from './robotRun.js';
import type { Scenario } from './scenario.js';
import type { World } from './world.js';

type Rectangle = NonNullable<Scenario['respawn']>['inside'];

/** Each in a seeded free place of the rectangle; where there is none it stays until there is. */
export function respawnArrived(
  inside: Rectangle,
  world: World,
  robots: readonly RobotRun[],
  at: Seconds,
  chance: Random,
) {
  for (const robot of robots) {
    if (!robot.referee.arrived) continue;
    const pose = freePose(inside, world, robot.radius, chance);
    if (pose) robot.respawn(at, pose);
  }
}

/** A seeded place with room; none after a hundred tries: it stays until there is one. */
function freePose([a, b]: Rectangle, world: World, radius: Meters, chance: Random): Pose | undefined {
  for (let tries = 0; tries < 100; tries++) {
    const x = a.x + (b.x - a.x) * chance.uniform();
    const y = a.y + (b.y - a.y) * chance.uniform();
    const heading = Math.PI * (1 - 2 * chance.uniform());
    if (world.isFree({ x, y }, radius)) return { x, y, heading };
  }
  return undefined;
}
