/**
 * The gyroscope's turn against that of the wheels, over seconds: a gyroscope whose zero has shifted differs little in any
 * moment, and its error adds up.
 *
 * In each half second the gyroscope tells a turn θ, and δ more than the wheels. Scales and tracks may be wrong, δ = kθ with
 * |k| ≤ 0.4: k is the slope of δ over θ in the last 6 s. With the way s and the track b the two disagree if
 *
 *     |Σδ − kΣθ| > 0.3 rad + 0.025 Σ|s|/b
 *
 * so that a body that is turned by hand a little is no fault, nor are wheels whose diameters differ by 2.5 %, and by more than
 * four standard deviations of that sum, which the slip of a rough floor explains.
 */
import { clamp } from '../math/geometry.js';
import { reaches } from '../math/time.js';
import type { Radians, Seconds } from '../math/units.js';
import { type Sample, type TurnSums, type TurnsState, waysBetween } from './motionState.js';
import { degrees, type Finding, type MeasuredBody } from './motionWindow.js';

const BLOCK: Seconds = 0.5;
/** Of each block the next one keeps this: 6 s in all. */
const KEEP = Math.exp(-BLOCK / 6);
const FREE_TURN: Radians = 0.3;
const MOST_SCALE = 0.4;
/** Of half seconds, in rad²: of less no slope can be told. */
const LEAST_SPREAD = 0.01;
const DIAMETER_SHARE = 0.025;
/** What a rough floor turns a body by is as often to the left as to the right. */
const SIGMAS = 4;

/** Adds a half second that has ended. */
export function addTurns(state: TurnsState, now: Sample, { track }: MeasuredBody): TurnsState {
  const { from, sums } = state;
  if (now.turned === null) return from ? { from: null, sums } : state;
  if (from?.turned == null) return { from: now, sums };
  if (!reaches(now.at - from.at, BLOCK)) return state;
  const { left, right } = waysBetween(from.counted, now.counted);
  const told = now.turned - from.turned;
  const off = told - (right - left) / track;
  return {
    from: now,
    sums: {
      blocks: KEEP * sums.blocks + 1,
      told: KEEP * sums.told + told,
      square: KEEP * sums.square + told * told,
      off: KEEP * sums.off + off,
      offSquare: KEEP * sums.offSquare + off * off,
      both: KEEP * sums.both + told * off,
      way: KEEP * sums.way + Math.abs(left + right) / 2,
    },
  };
}

export function turnsDisagree({ sums }: TurnsState, { track }: MeasuredBody): Finding | undefined {
  const { blocks, told, off, offSquare, square, both, way } = sums;
  const free = FREE_TURN + (DIAMETER_SHARE * way) / track;
  if (Math.abs(off) <= free) return undefined;
  const k = scaleOf(sums);
  const rest = off - k * told;
  const variance = (offSquare - 2 * k * both + k * k * square) / blocks - (rest / blocks) ** 2;
  const chance = SIGMAS * Math.sqrt(Math.max(0, blocks * variance));
  if (Math.abs(rest) <= Math.max(free, chance)) return undefined;
  const seen = `${degrees(told)} by the gyroscope, ${degrees(told - off)} by the wheels`;
  return {
    kind: 'gyroOff',
    what: `the gyroscope and the wheels disagree (${seen}): its zero has shifted, a wheel slips, or it was turned by hand`,
    causes: ['gyroOff', 'wheelSlip'],
  };
}

/** The slope of δ over θ; where all turns are alike, the one that explains the most. */
function scaleOf({ blocks, told, square, off, both }: TurnSums): number {
  const spread = square - (told * told) / blocks;
  const slope = spread > LEAST_SPREAD ? (both - (told * off) / blocks) / spread : off / told;
  return clamp(slope, -MOST_SCALE, MOST_SCALE);
}
