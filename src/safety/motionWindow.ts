/**
 * What the monitor of motion goes by: how the body is believed to answer its commands, and what it was told, what was
 * counted and how far it turned in a stretch of time.
 */
import type { Meters, MetersPerSecond, Radians, Seconds } from '../math/units.js';
import type { SentCommand, WheelResponse } from '../math/wheel.js';
import type { FaultKind, WheelSpeeds } from '../signals/signals.js';

/** How far each wheel's rim went [m], forward positive. */
export interface Ways {
  readonly left: Meters;
  readonly right: Meters;
}

/** What happened in a window of time. */
export interface WindowSums {
  readonly lasting: Seconds;
  /** How far the wheels should have gone, by a quick and by a slow model of the body. */
  readonly quick: Ways;
  readonly slow: Ways;
  readonly counted: Ways;
  /** By the gyroscope; null without its word. */
  readonly turned: Radians | null;
  /** The gyroscope told the same rate all the while. */
  readonly repeats: boolean;
}

/** Something wrong that was found. */
export interface Finding {
  readonly kind: FaultKind;
  readonly what: string;
  readonly causes?: readonly FaultKind[];
  /** It counts once it has lasted for so long: what it is may be clearer soon. */
  readonly after?: Seconds;
}

export interface MeasuredBody {
  readonly track: Meters;
  /** Missing without encoders. */
  readonly metersPerCount?: Ways;
}

export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

export const millimeters = (way: Meters): string => `${Math.round(1000 * way)} mm`;

/** So much of what it should have gone, the other way, is backwards. */
export const BACKWARDS_SHARE = 0.3;

/** The least that both models agree on; 0 where they do not. */
export const agreedMinimum = (a: number, b: number): number =>
  a * b > 0 ? Math.sign(a) * Math.min(Math.abs(a), Math.abs(b)) : 0;

export const difference = ({ left, right }: Ways): Meters => right - left;

/** How a body may answer a command, at one end of what is believed. */
interface CommandResponse {
  readonly latency: Seconds;
  readonly response: WheelResponse;
}

/** What the monitor must know of a body. */
export interface MonitoredBody {
  readonly track: Meters;
  readonly quick: CommandResponse;
  readonly slow: CommandResponse;
  /** Rim speed at full duty, and the least that a wheel at rest must be asked for. */
  readonly noLoadSpeed: MetersPerSecond;
  readonly breakaway: MetersPerSecond;
  readonly period: Seconds;
  /** Rim way per count; missing without encoders. */
  readonly metersPerCount?: Ways;
}

/** A body whose latency, lag and acceleration are as declared within a half, a half and a fifth. */
export function monitoredBody(
  declared: Omit<MonitoredBody, 'quick' | 'slow' | 'breakaway'> & CommandResponse,
): MonitoredBody {
  const { latency, response, ...body } = declared;
  const { lag, breakaway, acceleration } = response;
  return {
    ...body,
    breakaway,
    quick: {
      latency: latency / 2,
      response: { lag: lag / 2, breakaway: 0, acceleration: 1.25 * acceleration },
    },
    slow: {
      // A link, a board that samples, and a servo's pulse come on top of what is declared.
      latency: 1.5 * latency + 0.03,
      response: { lag: 1.5 * lag + 0.02, breakaway: 2 * breakaway + 0.01, acceleration: 0.8 * acceleration },
    },
  };
}

// What the window is taken from ---------------------------------------------------------------------------

/** Since monitoring began: ways by the two models, ways counted, and the gyroscope's turn; null without its word. */
export interface Sample {
  readonly at: Seconds;
  readonly quick: Ways;
  readonly slow: Ways;
  readonly counted: Ways;
  readonly turned: Radians | null;
}

export interface MotionState {
  readonly sent: readonly SentCommand[];
  readonly quick: WheelSpeeds;
  readonly slow: WheelSpeeds;
  readonly begun: Seconds;
  readonly now: Sample;
  /** The newest last; no closer together than a fraction of the window. */
  readonly samples: readonly Sample[];
  /** When the encoders spoke last; null before they did. */
  readonly countedAt: Seconds | null;
  /** Ticks since the encoders spoke last. */
  readonly unheard: number;
  /** When a wheel rolled last. */
  readonly progress: Sample;
  /** The last rate that a gyroscope told, and since when it tells nothing else. */
  readonly rate: { readonly value: number; readonly since: Seconds } | null;
  /** Since when something was found that must last; null while nothing is. */
  readonly unclearSince: Seconds | null;
}

const NO_WAY: Ways = { left: 0, right: 0 };
/** @param speed at which the wheels roll, and have been told to roll, for long */
export function startMotion(at: Seconds, speed: WheelSpeeds): MotionState {
  const now = { at, quick: NO_WAY, slow: NO_WAY, counted: NO_WAY, turned: null };
  const sent = [{ ...speed, at: Number.MIN_SAFE_INTEGER }];
  return {
    sent,
    quick: speed,
    slow: speed,
    begun: at,
    now,
    samples: [now],
    countedAt: null,
    unheard: 0,
    progress: now,
    rate: null,
    unclearSince: null,
  };
}

/** The state with what has changed. Written out, as a spread with overridden keys costs ten times as much. */
export const updated = (
  state: MotionState,
  {
    sent = state.sent,
    now = state.now,
    countedAt = state.countedAt,
    unheard = state.unheard,
    rate = state.rate,
    unclearSince = state.unclearSince,
  }: Partial<MotionState>,
): MotionState => {
  const { quick, slow, begun, samples, progress } = state;
  return { sent, quick, slow, begun, now, samples, countedAt, unheard, progress, rate, unclearSince };
};

export function lastBefore(samples: readonly Sample[], at: Seconds): Sample | undefined {
  let i = samples.length - 1;
  while (i >= 0 && (samples[i] as Sample).at > at + 1e-9) i--;
  return samples[i];
}

export function sumsSince(from: Sample, { now: to, rate }: MotionState): WindowSums {
  return {
    lasting: to.at - from.at,
    quick: waysBetween(from.quick, to.quick),
    slow: waysBetween(from.slow, to.slow),
    counted: waysBetween(from.counted, to.counted),
    turned: from.turned === null || to.turned === null ? null : to.turned - from.turned,
    // The gyroscope has told one and the same rate all through.
    repeats: rate !== null && rate.since <= from.at,
  };
}

const waysBetween = (from: Ways, to: Ways): Ways => ({
  left: to.left - from.left,
  right: to.right - from.right,
});
