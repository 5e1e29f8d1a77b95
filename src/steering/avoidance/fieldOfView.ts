/** What range sensors see ahead as they are mounted, and how far a body must turn so that they see the rest. */
import { clamp, wrapAngle } from '../../math/geometry.js';
import { deg, type Meters, type Radians, type RadiansPerSecond } from '../../math/units.js';
import type { Beam, Ranger } from '../../robot/ranger.js';

/** A turn on the spot that lets the sensors see a whole sector. */
export interface LookingTurn {
  /** To either side. */
  readonly half: Radians;
  /** So slow that no beam passes a thing between two readings. */
  readonly rate: RadiansPerSecond;
  /** How far all of them see. */
  readonly reach: Meters;
}

/** Directions this near to each other count as one: 4 cm at a distance of half a metre. */
const BETWEEN_READINGS: Radians = 0.08;
/** A sensor that faces farther to the side does not see where the body drives. */
const WIDEST_FACING: Radians = deg(90);
/** A smaller turn is not worth a stop: what stands between two such beams is seen as the body drives. */
const LEAST_TURN: Radians = deg(5);
/** With a larger turn, left and right would meet behind the body. */
const MOST_TURN: Radians = deg(135);

/** Directions that a beam covers, from the body's front. */
type Sector = readonly [from: Radians, to: Radians];

/**
 * The turn after which the sensors have seen every direction within ±`sweep` of the body's front: half of the widest gap
 * between two of their beams, or what is missing at a side. Its rate is f·max(w/2, 0.08 rad), f the rate and w the width
 * of the beam that needs the slowest turn.
 *
 * @returns undefined where the sensors see all of it already, and where no sensor looks ahead
 */
export function lookingTurn(
  rangers: Readonly<Record<string, Ranger>>,
  sweep: Radians,
): LookingTurn | undefined {
  const ahead = Object.values(rangers).filter(
    ({ facing, beam }) => beam.farthest > 0 && Math.abs(wrapAngle(facing)) <= WIDEST_FACING,
  );
  if (ahead.length === 0) return undefined;
  const half = Math.min(MOST_TURN, unseenHalf(ahead.flatMap(sectorsOf), sweep));
  if (half < LEAST_TURN) return undefined;
  return {
    half,
    rate: Math.min(...ahead.map(({ beam }) => slowRate(beam))),
    reach: Math.min(...ahead.map(({ beam }) => beam.farthest)),
  };
}

/** All directions of a swept sonar together pass a thing. */
const slowRate = (beam: Beam): RadiansPerSecond =>
  beam.rate * Math.max((beam.swept?.whole ?? widthOf(beam)) / 2, BETWEEN_READINGS);

/** 0 for a ray, and for rays that leave gaps between them. */
const widthOf = ({ rays, each }: Beam): Radians => {
  const width = (rays.at(-1) ?? 0) - (rays[0] ?? 0);
  return each && width > BETWEEN_READINGS * (rays.length - 1) ? 0 : width;
};

function sectorsOf({ facing, beam }: Ranger): readonly Sector[] {
  const middle = wrapAngle(facing);
  const { rays, swept } = beam;
  // What stands between two directions of a swept sonar is seen as the body drives; it is not worth a stop.
  if (swept) return [[middle - swept.step / 2, middle + swept.step / 2]];
  const ends = widthOf(beam) > 0 ? [[rays[0] ?? 0, rays.at(-1) ?? 0]] : rays.map((ray) => [ray, ray]);
  return ends.map(([from = 0, to = 0]) => [middle + from, middle + to]);
}

/**
 * How far the sectors must turn to either side so that they cover ±`sweep`: the largest distance of a direction from the
 * next one that is seen.
 */
function unseenHalf(sectors: readonly Sector[], sweep: Radians): Radians {
  const ordered = sectors.toSorted(([a], [b]) => a - b);
  let unseen = 0;
  let seen = Number.NEGATIVE_INFINITY;
  for (const [from, to] of [...ordered, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const]) {
    const [low, high] = [Math.max(seen, -sweep), Math.min(from, sweep)];
    const middle = clamp((seen + from) / 2, low, high);
    if (low < high) unseen = Math.max(unseen, Math.min(middle - seen, from - middle));
    seen = Math.max(seen, to);
  }
  return unseen;
}
