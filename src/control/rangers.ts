/** What the loop knows of a robot's range sensors: how near they let it come, and how long an echo may be doubted. */
import { dot, fromPolar } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { Ranger } from '../robot/ranger.js';
import type { RobotDefinition } from '../robot/robot.js';
import { MARGIN } from '../safety/collisionMonitor.js';
import { rangersOf } from '../sensors/beam.js';

/** By their ids. */
type Rangers = Readonly<Record<string, Ranger>>;

/** Error of a reading at the nearest range. */
const RANGE_MARGIN: Meters = 0.005;

/**
 * A sensor measures a thing at the collision monitor's gap, radius + margin from the middle, only if the thing is not
 * nearer than the sensor's nearest range. Else the robot stops earlier by the difference for robots, which move; what
 * stands is remembered where it was seen.
 */
export function rangersWithStops({ sensors, chassis }: RobotDefinition): Rangers {
  const rangers = Object.entries(rangersOf(sensors)).map(([id, ranger]) => {
    const ahead = dot(ranger.at, fromPolar(1, ranger.facing));
    const short = ranger.beam.nearest + RANGE_MARGIN - (chassis.radius + MARGIN - ahead);
    return [id, short > 0 && ranger.beam.nearest > 0 ? { ...ranger, short } : ranger] as const;
  });
  return Object.fromEntries(rangers);
}

const MIN_DOUBT_TIME: Seconds = 0.25;

/** max(0.25 s, 1.5/f) with f, the rate of the slowest sonar: only sonars give echoes that are not sure. */
export const doubtTimeOf = (rangers: Rangers): Seconds =>
  Object.values(rangers)
    .filter(({ beam }) => !beam.each)
    .reduce((longest, { beam }) => Math.max(longest, 1.5 / beam.rate), MIN_DOUBT_TIME);
