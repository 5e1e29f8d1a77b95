/** A simulated bumper: pressed while something solid is at the rim. */

import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { deg, type Hertz, type Meters, mm, type Radians } from '../../src/math/units.js';
import type { Carrier, Sense } from './sense.js';

/** A bumper's switch closes before the body touches. */
const BUMPER_TRAVEL: Meters = mm(5);
/** How much of the rim it covers to either side of its direction, and the step of the rays that check it. */
const BUMPER_HALF_WIDTH: Radians = deg(30);
const BUMPER_SPACING: Radians = deg(3);
const BUMPER_RATE: Hertz = 50;

const BUMPER_RAYS: readonly Radians[] = Array.from(
  { length: 1 + (2 * BUMPER_HALF_WIDTH) / BUMPER_SPACING },
  (_, i) => i * BUMPER_SPACING - BUMPER_HALF_WIDTH,
);

/** Pressed while something solid is at the rim within its sector. */
export function bumps({ id, facing }: SensorDefinition, { world, id: robot }: Carrier): Sense {
  return {
    rate: BUMPER_RATE,
    read: (at, pose) => {
      const reach = world.robot(robot).radius + BUMPER_TRAVEL;
      const pressed = BUMPER_RAYS.some(
        (angle) => world.rayCast(pose, pose.heading + facing + angle, reach, robot) !== null,
      );
      return { kind: 'range', at, sensor: id, distances: [pressed ? 0 : null] };
    },
  };
}
