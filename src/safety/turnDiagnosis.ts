/** What a gyroscope tells of a body that does not turn as its wheels do, or, without encoders, as it was told. */
import type { Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import {
  agreed,
  BACKWARDS,
  difference,
  type Finding,
  type Measured,
  type WindowSums,
} from './motionWindow.js';

/** A body that turns otherwise than its wheels: this much, and this share of the turn. */
const SLIPPING: RadiansPerSecond = 0.6;
const SLIPPING_SHARE = 0.4;
/** Turns that are opposite within this share are those of encoders that are exchanged. */
const SAME_TURN = 0.3;
/** What an encoder or a motor does shows sooner. */
const SLIPPING_FOR: Seconds = 0.15;

export function slip(
  { turned, counted, lasting, repeats }: WindowSums,
  { track }: Measured,
): Finding | undefined {
  if (turned === null) return undefined;
  const rolled = difference(counted) / track;
  const off = Math.abs(turned - rolled);
  const most = Math.max(SLIPPING * lasting, SLIPPING_SHARE * Math.max(Math.abs(turned), Math.abs(rolled)));
  if (off <= most) return undefined;
  const seen = `${degrees(turned)} by the gyroscope, ${degrees(rolled)} by the wheels`;
  if (!repeats && Math.abs(turned + rolled) < SAME_TURN * Math.abs(turned))
    return {
      kind: 'encodersSwapped',
      what: `the encoders turn the body the wrong way (${seen}): they are swapped, or one of them fails`,
      causes: ['encodersSwapped', 'encoderStuck', 'encoderReversed'],
      after: SLIPPING_FOR,
    };
  return repeats
    ? { kind: 'gyroStuck', what: `the gyroscope always tells the same (${seen})`, after: SLIPPING_FOR }
    : { kind: 'wheelSlip', what: `a wheel slips (${seen})`, after: SLIPPING_FOR };
}

/** Without encoders: turns that a gyroscope must see, within a window of this length [rad]. */
const DENIED: Radians = 1;

export function deniedTurn(
  { turned, quick, slow, lasting }: WindowSums,
  { track }: Measured,
): Finding | undefined {
  if (turned === null) return undefined;
  const told = agreed(difference(quick), difference(slow)) / track;
  if (Math.abs(told) < DENIED) return undefined;
  const share = turned / told;
  const seen = `${degrees(told)} were told, ${degrees(turned)} turned`;
  if (share <= -BACKWARDS)
    return {
      kind: 'wheelReversed',
      what: `the body turns the wrong way (${seen}): a motor runs backwards, or the motors are swapped`,
      causes: ['motorReversed', 'motorsSwapped'],
    };
  if (share > 0.2 || lasting < 2 - 1e-9) return undefined;
  return { kind: 'noProgress', what: `the body does not turn as told (${seen})` };
}

const degrees = (angle: Radians): string => `${Math.round((180 * angle) / Math.PI)}°`;
