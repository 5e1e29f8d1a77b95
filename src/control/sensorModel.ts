/** What the loop knows of a robot's sensors: where they look, how near they let it come, and which its mission goes by. */
import { add, dot, fromPolar, scale, type Vec2 } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import type { Mount } from '../robot/mount.js';
import type { Ranger } from '../robot/ranger.js';
import type { RobotDefinition } from '../robot/robot.js';
import { DIRECTIONS, looksTo } from '../robot/sides.js';
import { isAhead, MARGIN, PUSH_SPEED } from '../safety/collisionMonitor.js';
import { fieldOfView, rangersOf } from '../sensors/beam.js';
import { mountsOf, readingKindsOf } from '../sensors/sensorFacts.js';
import type { Reading } from '../signals/signals.js';
import type { Behavior } from '../steering/behavior.js';
import { leansOn } from '../steering/mission.js';

export interface SensorModel {
  /** Its range sensors, by their ids. */
  readonly rangers: Readonly<Record<string, Ranger>>;
  /** Its reflectance, light and beacon sensors, by their ids. */
  readonly mounts: Readonly<Record<string, Mount>>;
  /** Those of `mounts` that its mission goes by. */
  readonly leansOn: readonly string[];
  /** The kind of reading that each of its sensors sends, by their ids. */
  readonly readingKinds: Readonly<Record<string, Reading['kind']>>;
  /** A hit that is not sure counts for the collision monitor until the next readings have had time to deny it. */
  readonly doubtTime: Seconds;
  /** The highest speed forwards and backwards, where no range sensor looks. */
  readonly unseen: Unseen;
}

export function sensorModel(robot: RobotDefinition, behavior: Behavior): SensorModel {
  const mounts = mountsOf(robot.sensors);
  const rangers = rangersWithStops(robot);
  return {
    rangers,
    mounts,
    leansOn: Object.keys(mounts).filter((sensor) => leansOn(behavior, sensor, mounts[sensor] as Mount)),
    readingKinds: readingKindsOf(robot.sensors),
    doubtTime: doubtTimeOf(rangers),
    unseen: unseenOf(robot, rangers),
  };
}

/** By their ids. */
type Rangers = Readonly<Record<string, Ranger>>;

/** Error of a reading at the nearest range. */
const RANGE_MARGIN: Meters = 0.005;

/**
 * A sensor measures a thing at the collision monitor's gap, radius + margin from the middle, only if the thing is not
 * nearer than the sensor's nearest range. Else the robot stops earlier by the difference for robots, which move; what
 * stands is remembered where it was seen. What was never seen from farther may be right before the body, or behind it; what is
 * at its side does not hold it: a sensor that looks there is as near to a wall that the robot drives along.
 */
function rangersWithStops({ sensors, chassis }: RobotDefinition): Rangers {
  const rangers = Object.entries(rangersOf(sensors)).map(([id, ranger]) => {
    const ahead = dot(ranger.at, fromPolar(1, ranger.facing));
    const short = ranger.beam.nearest + RANGE_MARGIN - (chassis.radius + MARGIN - ahead);
    if (!(short > 0 && ranger.beam.nearest > 0)) return [id, ranger] as const;
    const rim = rimAt(ranger, chassis.radius);
    return [id, { ...ranger, short, ...(isAhead(rim.y, chassis.radius) && { hides: rim }) }] as const;
  });
  return Object.fromEntries(rangers);
}

/** Where the middle of a beam leaves a round body, in the body's frame: the sensor itself if it is on the rim or outside. */
function rimAt({ at, facing }: Ranger, radius: Meters): Vec2 {
  const ahead = fromPolar(1, facing);
  const along = dot(at, ahead);
  const half = Math.sqrt(Math.max(0, along * along + radius * radius - dot(at, at)));
  return add(at, scale(ahead, Math.max(0, half - along)));
}

const MIN_DOUBT_TIME: Seconds = 0.25;

/** max(0.25 s, 1.5/f) with f, the rate of the slowest sonar: only sonars give echoes that are not sure. */
const doubtTimeOf = (rangers: Rangers): Seconds =>
  Object.values(rangers)
    .filter(({ beam }) => !beam.each)
    .reduce((longest, { beam }) => Math.max(longest, 1.5 / beam.rate), MIN_DOUBT_TIME);

interface Unseen {
  readonly forwards: MetersPerSecond;
  readonly backwards: MetersPerSecond;
}

/**
 * Guards people: a robot that is watched by range sensors is trusted not to hit anything, so where none looks it drives no
 * faster than it may touch. One without range sensors, or whose monitor is off, is watched by its people alone.
 */
export function unseenOf({ safety }: Pick<RobotDefinition, 'safety'>, rangers: Rangers): Unseen {
  const looks = Object.values(rangers).map(({ facing, beam }) => ({
    facing,
    fieldOfView: fieldOfView(beam),
    range: beam.farthest,
  }));
  const isTrusted = safety?.collisionMonitor !== 'off' && looks.some(({ range }) => range > 0);
  const most = safety?.unseenSpeed ?? PUSH_SPEED;
  const towards = (side: number) =>
    isTrusted && !looks.some((look) => looksTo(look, side)) ? most : Number.POSITIVE_INFINITY;
  return { forwards: towards(DIRECTIONS.front), backwards: towards(DIRECTIONS.behind) };
}
