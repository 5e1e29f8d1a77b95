/** Diagnosis by a gyroscope: the body does not turn as its wheels do or, without encoders, as commanded. */
import { reaches } from '../math/time.js';
import type { Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import {
  agreedTurn,
  BACKWARDS_SHARE,
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
      what: `the encoders turn the body the wrong way (${seen}): they are swapped, or one of them fails`,
      causes: ['encodersSwapped', 'encoderStuck', 'encoderReversed'],
      after: SLIP_TIME,
    };
  return repeats
    ? { kind: 'gyroStuck', what: `the gyroscope repeats one value (${seen})`, after: SLIP_TIME }
    : { kind: 'wheelSlip', what: `a wheel slips (${seen})`, after: SLIP_TIME };
}

/** Without encoders: a commanded turn of this size must show in the gyroscope. */
const DENIED_TURN: Radians = 1;

export function deniedTurn(sums: WindowSums, { track }: MeasuredBody): Finding | undefined {
  const { turned, lasting } = sums;
  if (turned === null) return undefined;
  const told = agreedTurn(sums) / track;
  if (Math.abs(told) < DENIED_TURN) return undefined;
  const share = turned / told;
  const seen = `commanded ${degrees(told)}, turned ${degrees(turned)}`;
  if (share <= -BACKWARDS_SHARE)
    return {
      kind: 'wheelReversed',
      what: `the body turns the wrong way (${seen}): a motor runs backwards, or the motors are swapped`,
      causes: ['motorReversed', 'motorsSwapped'],
    };
  if (share > 0.2 || !reaches(lasting, 2)) return undefined;
  return { kind: 'noProgress', what: `the body does not turn as commanded (${seen})` };
}

const degrees = (angle: Radians): string => `${Math.round((180 * angle) / Math.PI)}°`;
