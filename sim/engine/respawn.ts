/** Arrived robots are put back, in a scenario that asks for it. */
import type { Random } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import { freePose, type Rectangle } from '../scenario/crowd.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';
import type { RobotRun } from './robotRun.js';

/**
 * Puts each arrived robot at a seeded place of the rectangle with room to stop. Without a free place the robot waits.
 */
export function respawnArrived(
  inside: Rectangle,
  world: SimulatedWorld,
  robots: readonly RobotRun[],
  at: Seconds,
  chance: Random,
) {
  for (const robot of robots) {
    if (!robot.referee.arrived) continue;
    // Its wheels turn on, and so may those of a robot that comes: both must be able to stop.
    const room = robot.radius + 2 * robot.stoppingDistance;
    const pose = freePose(inside, (place) => world.isFree(place, room), chance);
    if (pose) robot.respawn(at, pose);
  }
}
