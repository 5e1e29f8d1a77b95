/** Diagnosis by a gyroscope: the body does not turn as its wheels do or, without encoders, as commanded. */
import { reaches } from '../math/time.js';
import type { Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import {
  agreedTurn,
  BACKWARDS_SHARE,
  degrees,
  difference,
  type Finding,
  type MeasuredBody,
  type WindowSums,
} from './motionWindow.js';

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

/** Without encoders: a commanded turn of this size, beside what motors explain, must show in the gyroscope. */
const DENIED_TURN: Radians = 1;

/** A motor may be faster or slower than in its file by this share. */
export const MOTOR_DIFFERENCE = 0.22;

export function deniedTurn(sums: WindowSums, { track }: MeasuredBody): Finding | undefined {
  const { turned, lasting, likely } = sums;
  if (turned === null) return undefined;
  const told = agreedTurn(sums) / track;
  // With unlike motors the commands turn one way so that the body goes straight.
  const explained = (MOTOR_DIFFERENCE * (Math.abs(likely.left) + Math.abs(likely.right))) / track;
  if (Math.abs(told) < DENIED_TURN + explained) return undefined;
  const share = turned / told;
  const seen = `commanded ${degrees(told)}, turned ${degrees(turned)}`;
  if (share <= -BACKWARDS_SHARE)
    return {
      kind: 'wheelReversed',
      what: `the body turns the wrong way (${seen}): a motor runs backwards, or the motors are swapped`,
      causes: ['motorReversed', 'motorsSwapped'],
    };
  if (share > 0.2 || !reaches(lasting, 2)) return undefined;
  return {
    kind: 'noProgress',
    what: `the body does not turn as commanded (${seen}): a motor has no power or is blocked, or wheels slip`,
    causes: ['motorDead', 'wheelsBlocked', 'wheelSlip'],
  };
}
