/** The last readings of a range sensor, kept to compare the next ones with: rounded, so that the state stays short. */
import type { Pose, Vec2 } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { Beam } from '../robot/ranger.js';
import type { RangeReading } from '../signals/signals.js';
import { type Fan, placeOn, stepOf } from './fan.js';

/** A reading, kept for the next ones. */
export interface Kept {
  readonly at: Seconds;
  /** The sensor at its last ray; and at its first, of a sensor that sweeps. */
  readonly mount: Pose;
  readonly first?: Pose;
  /** Without those of robots that say themselves how they move. */
  readonly distances: RangeReading['distances'];
}

/** Older readings are forgotten, and those so soon after the last are not kept. */
const FORGET_TIME: Seconds = 0.65;
const SPACING: Seconds = 0.055;
/** Echoes farther than this do not count: two robots of 1 m/s need as much to stop before each other. */
const FAR: Meters = 2.5;

/** The kept readings without those that are too old. */
export const freshOf = (kept: readonly Kept[], at: Seconds): readonly Kept[] =>
  kept.filter((one) => at - one.at <= FORGET_TIME);

/** One more reading is kept, unless it comes too soon after the last. */
export const withReading = (kept: readonly Kept[], now: Fan): readonly Kept[] =>
  now.at - (kept.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < SPACING ? kept : [...kept, keep(now)];

/** Says nothing. */
const INVALID = -1;
/** Distances are rounded to 0.1 mm, headings to 0.006°: a state that is written down stays short. */
const PER_UNIT = 1e4;

export const rounded = (value: number): number => Math.round(value * PER_UNIT) / PER_UNIT;
export const roundedPose = ({ x, y, heading }: Pose): Pose => ({
  x: rounded(x),
  y: rounded(y),
  heading: rounded(heading),
});

/**
 * What counts of a distance: not what its sensor cannot measure, and no echo of a robot that says itself how it moves.
 */
export function usableDistance(
  fan: Fan,
  i: number,
  far: Meters | null,
  isOther: (x: Meters, y: Meters) => boolean,
) {
  if (typeof far !== 'number') return far;
  if (!(far >= 0 && far <= fan.beam.farthest)) return INVALID;
  const { x, y } = placeOn(fan, i, far);
  return far <= FAR && isOther(x, y) ? INVALID : rounded(far);
}

const keep = ({ at, distances, first, last }: Fan): Kept => ({
  at,
  mount: roundedPose(last),
  ...(first !== last && { first: roundedPose(first) }),
  distances,
});

/** The rays of a kept reading. */
export const fanBy = (beam: Beam, { at, mount, first = mount, distances }: Kept): Fan => ({
  beam,
  at,
  distances,
  first,
  last: mount,
  step: stepOf(beam),
});

/** Places of the near echoes. */
export function echoesOf(fan: Fan): readonly Vec2[] {
  const { beam, distances } = fan;
  const places: Vec2[] = [];
  for (let i = 0; i < distances.length; i++) {
    const far = distances[i];
    if (typeof far === 'number' && far >= beam.nearest && far <= FAR) places.push(placeOn(fan, i, far));
  }
  return places;
}
