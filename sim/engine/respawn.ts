/** Robots that arrived are put back, to drive again. */
import type { Random } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import { freePose, type Rectangle } from '../scenario/crowd.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';
import type { RobotRun } from './robotRun.js';

/** Each in a seeded place of the rectangle with room to stop; where there is none it stays until there is. */
export function respawnArrived(
  inside: Rectangle,
  world: SimulatedWorld,
  robots: readonly RobotRun[],
  at: Seconds,
  chance: Random,
) {
  for (const robot of robots) {
    if (!robot.referee.arrived) continue;
    // Its wheels turn on: it must be able to stop before whatever it faces.
    const room = robot.radius + robot.stoppingDistance;
    const pose = freePose(inside, (place) => world.isFree(place, room), chance);
    if (pose) robot.respawn(at, pose);
  }
}
