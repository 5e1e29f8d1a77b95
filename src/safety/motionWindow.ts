import type { Meters, MetersPerSecond, Radians, Seconds } from '../math/units.js';
import type { WheelResponse } from '../math/wheel.js';
import type { FaultKind } from '../signals/signals.js';

/** How far each wheel's rim went [m], forward positive. */
export interface Ways {
  readonly left: Meters;
  readonly right: Meters;
}

/** The motion in a window of time. */
export interface WindowSums {
  readonly lasting: Seconds;
  /** The ends of the range of distances that a quick, a slow and the declared body would roll. */
  readonly quick: Ways;
  readonly slow: Ways;
  /** By the body as declared. */
  readonly likely: Ways;
  readonly counted: Ways;
  /** Turn by the gyroscope; null without one. */
  readonly turned: Radians | null;
  /** The gyroscope repeated one value for the whole window. */
  readonly repeats: boolean;
}

/** A fault that was found. */
export interface Finding {
  readonly kind: FaultKind;
  readonly what: string;
  readonly causes?: readonly FaultKind[];
  /** What the wheels did: the beginning of `what`. */
  readonly seen?: string;
  /** It counts only after it has lasted this long: the cause may become clearer. */
  readonly after?: Seconds;
}

export interface MeasuredBody {
  readonly track: Meters;
  /** Missing without encoders. */
  readonly metersPerCount?: Ways;
}

export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

export const degrees = (angle: Radians): string => `${Math.round((180 * angle) / Math.PI)}°`;
export const millimeters = (way: Meters): string => `${Math.round(1000 * way)} mm`;

/** A wheel runs backwards if it goes this share of its expected distance the other way. */
export const BACKWARDS_SHARE = 0.3;

/** The smaller of two values of equal sign; 0 if their signs differ. */
export const agreedMinimum = (a: number, b: number): number =>
  Math.sign(a) === Math.sign(b) ? Math.sign(a) * Math.min(Math.abs(a), Math.abs(b)) : 0;

/** The least turn that all models of the body expect, as a difference of ways; 0 if they turn different ways. */
export const agreedTurn = ({ quick, slow, likely }: Pick<WindowSums, 'quick' | 'slow' | 'likely'>): Meters =>
  agreedMinimum(agreedMinimum(difference(quick), difference(slow)), difference(likely));

export const difference = ({ left, right }: Ways): Meters => right - left;

/** The body's response to a command, at one end of the assumed range. */
interface CommandResponse {
  readonly latency: Seconds;
  readonly response: WheelResponse;
}

/** The properties of a body that the monitor needs. */
export interface MonitoredBody {
  readonly track: Meters;
  readonly quick: CommandResponse;
  /** As its file declares it. */
  readonly likely: CommandResponse;
  readonly slow: CommandResponse;
  /** Rim speed at full duty, and the least command that starts a wheel at rest. */
  readonly noLoadSpeed: MetersPerSecond;
  readonly breakaway: MetersPerSecond;
  readonly period: Seconds;
  /** Commands and counts may come later by this, now and then, because the link pauses; 0 of a cable. */
  readonly pause: Seconds;
  /** Rim distance per count; missing without encoders. */
  readonly metersPerCount?: Ways;
}

/**
 * A body whose latency, lag and acceleration may differ from the declared ones by a half, a half and a fifth.
 *
 * @param range of latencies that are possible, if it is known otherwise
 */
export function monitoredBody(
  declared: Omit<MonitoredBody, 'quick' | 'likely' | 'slow' | 'breakaway' | 'pause'> &
    CommandResponse & { readonly pause?: Seconds },
  range?: readonly [least: Seconds, most: Seconds],
): MonitoredBody {
  const { latency, response, pause = 0, ...body } = declared;
  const { lag, breakaway, acceleration } = response;
  // The link, the board's sampling, and a servo's pulse add to the declared latency.
  const [least, most] = range ?? [latency / 2, 1.5 * latency + 0.03];
  return {
    ...body,
    pause,
    breakaway,
    likely: { latency, response },
    quick: {
      latency: least,
      response: { lag: lag / 2, breakaway: 0, acceleration: 1.25 * acceleration },
    },
    slow: {
      latency: most + pause,
      response: { lag: 1.5 * lag + 0.02, breakaway: 2 * breakaway + 0.01, acceleration: 0.8 * acceleration },
    },
  };
}
