/** Diagnosis by a gyroscope: the body does not turn as its wheels do or, without encoders, as commanded. */
import { clamp } from '../math/geometry.js';
import { reaches } from '../math/time.js';
import type { Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import type { FaultKind } from '../signals/signals.js';
import {
  agreedTurn,
  BACKWARDS_SHARE,
  degrees,
  difference,
  type Finding,
  type MeasuredBody,
  type MonitoredBody,
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

/** Without encoders a turn that nobody asked for is a fault beyond this, and so much later. */
const UNASKED_TURN: Radians = 0.2;
const UNASKED_TIME: Seconds = 0.06;
/** Skidding wheels turn a body by so much less, or a gyroscope tells so much more. */
const TURN_SHARE = 0.4;

/** What a diagnosis needs of a body. */
export type GyroBody = MeasuredBody & Pick<MonitoredBody, 'breakaway'>;

/** With unlike motors the commands turn one way so that the body goes straight. */
const byUnlikeMotors = ({ likely }: WindowSums, { track }: MeasuredBody): Radians =>
  (MOTOR_DIFFERENCE * (Math.abs(likely.left) + Math.abs(likely.right))) / track;

export function deniedTurn(sums: WindowSums, body: MeasuredBody): Finding | undefined {
  const { turned, lasting } = sums;
  if (turned === null) return undefined;
  const told = agreedTurn(sums) / body.track;
  if (Math.abs(told) < DENIED_TURN + byUnlikeMotors(sums, body)) return undefined;
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

const WORDS = 'a motor is dead, runs on or runs backwards, or a wheel is blocked or slips';
const UNASKED: readonly FaultKind[] = [
  'motorDead',
  'motorStuckOn',
  'motorReversed',
  'wheelsBlocked',
  'wheelSlip',
];
/** Where it turns the other way these fit first. */
const OPPOSITE: readonly FaultKind[] = ['motorReversed', 'motorsSwapped', 'gyroReversed'];
const OPPOSITE_WORDS = ', or the motors are swapped, or the gyroscope is upside down';

/**
 * A wheel that stands or runs on turns the body beyond what its commands, of the quick or the slow body, explain:
 *
 *     |θ − θ_told| > 0.2 rad + 0.4 |θ_told| + 0.22 (|s_l| + |s_r|)/b + 2 v_b W/b
 *
 * with the track b, motors that are unlike by 22 %, and a wheel that does not start below twice its breakaway v_b in the
 * window W. Two dead motors turn nothing, and so are not seen.
 */
export function unaskedTurn(sums: WindowSums, body: GyroBody): Finding | undefined {
  const { turned, lasting, quick, slow } = sums;
  if (turned === null) return undefined;
  const { track, breakaway } = body;
  const ends = [difference(quick) / track, difference(slow) / track];
  const nearest = clamp(turned, Math.min(...ends), Math.max(...ends));
  const motors = byUnlikeMotors(sums, body) + (2 * breakaway * lasting) / track;
  if (Math.abs(turned - nearest) <= UNASKED_TURN + TURN_SHARE * Math.abs(nearest) + motors) return undefined;
  const seen = `commanded ${degrees(nearest)}, turned ${degrees(turned)}`;
  const isOpposite = turned * nearest < 0;
  const causes = isOpposite ? [...OPPOSITE, ...UNASKED] : UNASKED;
  return {
    kind: isOpposite ? 'wheelReversed' : 'wheelSlip',
    what: `the body turns ${isOpposite ? 'the wrong way' : 'by itself'} (${seen}): ${WORDS}${isOpposite ? OPPOSITE_WORDS : ''}`,
    causes: [...new Set(causes)],
    after: UNASKED_TIME,
  };
}
