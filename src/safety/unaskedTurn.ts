/**
 * Compares the commanded turn of a robot without encoders with its gyroscope: a motor that is dead, runs on or runs backwards
 * turns the body otherwise than commanded (`unaskedTurn`), and motors without power do not turn it at all (`deniedTurn`).
 *
 * In a window of W a body turns by θ_m = (s_r − s_l)/b by each model of its response (`motionMonitor`), and by a latency between
 * the quick one's and the slow one's it turns as in a window that ended earlier, by the difference D of the two at most. With the
 * least and the greatest of all these turns, and θ* what is nearest to the measured turn θ between them, it is a fault where
 *
 *     |θ − θ*| > 0.2 rad + 0.4 |θ*| + 0.22 (|s_l| + |s_r|)/b + 2 v_b W/b
 *
 * with the track b, motors that are each off by up to 22 %, and wheels that do not start below twice their breakaway v_b. Two wheels
 * that fail alike turn nothing, and one that is a little too fast hardly anything: these are not seen.
 */
import { clamp } from '../math/geometry.js';
import { reaches } from '../math/time.js';
import type { Radians, Seconds } from '../math/units.js';
import type { FaultKind } from '../signals/signals.js';
import type { MonitoredBody } from './monitoredBody.js';
import {
  agreedTurn,
  BACKWARDS_SHARE,
  degrees,
  difference,
  type Finding,
  lastBefore,
  type MeasuredBody,
  MOTOR_DIFFERENCE,
  type MotionState,
  type Sample,
  type Ways,
  type WindowSums,
  waysBetween,
} from './motionWindow.js';

/** Without encoders: a commanded turn of this size, beside what motors explain, must show in the gyroscope. */
const DENIED_TURN: Radians = 1;

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

/** A short one for a robot that drives fast, a long one for slow turns. */
const WINDOWS: readonly Seconds[] = [0.15, 0.4, 1];
const UNASKED: Radians = 0.2;
/** Skidding wheels turn a body by so much less, or a gyroscope tells so much more. */
const SHARE = 0.4;
/** It must last so long: a single reading proves nothing. */
const LASTS: Seconds = 0.04;

const WORDS = 'a motor is dead, runs on or runs backwards, or a wheel is blocked or slips';
const CAUSES: readonly FaultKind[] = [
  'motorDead',
  'motorStuckOn',
  'motorReversed',
  'wheelsBlocked',
  'wheelSlip',
];
/** Where it turns the other way these fit first. */
const OPPOSITE: readonly FaultKind[] = ['motorReversed', 'motorsSwapped', 'gyroReversed'];
const OPPOSITE_WORDS = ', or the motors are swapped, or the gyroscope is upside down';

/** Undefined as long as the commands explain the turn. */
export function unaskedTurn(state: TurningState, body: TurningBody): Finding | undefined {
  for (const lasting of WINDOWS) {
    const finding = turnedUnasked(state, lasting, body);
    if (finding) return finding;
  }
  return undefined;
}

type TurningState = Pick<MotionState, 'samples' | 'now'>;
type TurningBody = Pick<MonitoredBody, 'track' | 'breakaway' | 'quick' | 'slow'>;

function turnedUnasked(
  { samples, now }: TurningState,
  window: Seconds,
  { track, breakaway, quick, slow }: TurningBody,
): Finding | undefined {
  const from = lastBefore(samples, now.at - window);
  if (!from || from.turned === null || now.turned === null) return undefined;
  const lasting = now.at - from.at;
  const told = toldWays(samples, now, now.at - (slow.latency - quick.latency), lasting);
  const turned = now.turned - from.turned;
  const turns = told.map((ways) => difference(ways) / track);
  const nearest = clamp(turned, Math.min(...turns), Math.max(...turns));
  const rolled = Math.max(...told.map(({ left, right }) => Math.abs(left) + Math.abs(right)));
  const motors = (MOTOR_DIFFERENCE * rolled + 2 * breakaway * lasting) / track;
  if (Math.abs(turned - nearest) <= UNASKED + SHARE * Math.abs(nearest) + motors) return undefined;
  const seen = `commanded ${degrees(nearest)}, turned ${degrees(turned)}`;
  const [kind, does, causes] = patternOf(turned, nearest);
  return {
    kind,
    what: `the body ${does} (${seen}): ${WORDS}${causes === CAUSES ? '' : OPPOSITE_WORDS}`,
    causes,
    after: LASTS,
  };
}

function patternOf(turned: Radians, told: Radians): readonly [FaultKind, string, readonly FaultKind[]] {
  if (turned * told < 0)
    return ['wheelReversed', 'turns the wrong way', [...new Set([...OPPOSITE, ...CAUSES])]];
  return Math.abs(turned) < Math.abs(told)
    ? ['noProgress', 'does not turn as commanded', CAUSES]
    : ['wheelSlip', 'turns by itself', CAUSES];
}

/** The wheels' ways in a window of this length: by each model, and by the quick one in those that ended since then. */
function toldWays(
  samples: readonly Sample[],
  now: Sample,
  since: Seconds,
  lasting: Seconds,
): readonly Ways[] {
  const way = (model: 'quick' | 'likely' | 'slow', to: Sample) => {
    const from = lastBefore(samples, to.at - lasting);
    return from ? [waysBetween(from[model], to[model])] : [];
  };
  const earlier = samples.filter(({ at }) => reaches(at, since));
  return [...way('likely', now), ...way('slow', now), ...[now, ...earlier].flatMap((to) => way('quick', to))];
}
