/**
 * Compares the gyroscope's turn with that of the wheels: within a quarter of a second, which shows a wheel that slips (`slip`); and
 * over seconds, since the error of a gyroscope whose zero has shifted is small in any moment, and adds up.
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
import type { Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import {
  degrees,
  difference,
  type Finding,
  type MeasuredBody,
  type Sample,
  type TurnSums,
  type TurnsState,
  type WindowSums,
  waysBetween,
} from './motionWindow.js';

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

/** A slip is a difference between body and wheels of more than this rate, and this share of the turn. */
const SLIP_RATE: RadiansPerSecond = 0.6;
const SLIP_SHARE = 0.4;
/** Turns that are opposite within this share mean swapped encoders. */
const SWAPPED_TURN_SHARE = 0.3;
/** A slip must last this long: faults of encoders and motors show sooner. */
const SLIP_TIME: Seconds = 0.15;
/** One that is less than twice as large as that must last longer: a rough floor turns a body a little, now and then. */
const SMALL_SLIP_TIME: Seconds = 0.6;

export function slip(
  { turned, counted, lasting, repeats }: WindowSums,
  { track }: MeasuredBody,
): Finding | undefined {
  if (turned === null) return undefined;
  const rolled = difference(counted) / track;
  const off = Math.abs(turned - rolled);
  const most = Math.max(SLIP_RATE * lasting, SLIP_SHARE * Math.max(Math.abs(turned), Math.abs(rolled)));
  if (off <= most) return undefined;
  const seen = `${degrees(turned)} by the gyroscope, ${degrees(rolled)} by the wheels`;
  if (!repeats && Math.abs(turned + rolled) < SWAPPED_TURN_SHARE * Math.abs(turned))
    return {
      kind: 'encodersSwapped',
      what: `the encoders turn the body the wrong way (${seen}): they are swapped, one of them fails, or the gyroscope is upside down`,
      causes: ['encodersSwapped', 'encoderStuck', 'encoderReversed', 'gyroReversed'],
      after: SLIP_TIME,
    };
  return repeats
    ? { kind: 'gyroStuck', what: `the gyroscope repeats one value (${seen})`, after: SLIP_TIME }
    : {
        kind: 'wheelSlip',
        what: `a wheel slips (${seen})`,
        after: off > 2 * most ? SLIP_TIME : SMALL_SLIP_TIME,
      };
}
