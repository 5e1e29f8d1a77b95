/**
 * What the motion monitor compares and remembers, as plain JSON: the commanded, counted and measured motion since it began, samples
 * of it, and the motion in a window of time.
 */
import { exceeds } from '../math/time.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import type { SentCommand } from '../math/wheel.js';
import type { FaultKind, Side, WheelSpeeds } from '../signals/signals.js';

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

/** A motor may be faster or slower than in its file by this share. */
export const MOTOR_DIFFERENCE = 0.22;

/**
 * Sums since monitoring began: distances by the three models, counted distances, and the gyroscope's turn (null without
 * one).
 */
export interface Sample {
  readonly at: Seconds;
  readonly quick: Ways;
  readonly likely: Ways;
  readonly slow: Ways;
  readonly counted: Ways;
  readonly turned: Radians | null;
}

/** How far a wheel went, and how far of that by its commands: sums that forget. */
export interface UsualWays {
  readonly counted: Meters;
  readonly explained: Meters;
}

export interface Doubt {
  readonly since: Seconds;
  readonly side: Side;
  readonly what: string;
  /** How far the wheel went in a short time before, and the most that its commands explain of that. */
  readonly gone: { readonly counted: Meters; readonly most: Meters };
}

/** What each wheel usually does, and whether it suddenly does something else. */
export interface DepartureState {
  readonly left: UsualWays;
  readonly right: UsualWays;
  /** null while no wheel is doubted. */
  readonly doubted: Doubt | null;
}

/** What the gyroscope and the wheels tell of turns. */
export interface TurnsState {
  /** Where the present half second began; null without a gyroscope. */
  readonly from: Sample | null;
  /** Of the half seconds before it: sums that forget. */
  readonly sums: TurnSums;
}

export interface TurnSums {
  readonly blocks: number;
  /** Σθ and Σθ² of the gyroscope's turns, Σδ, Σδ² and Σθδ of what it tells more than the wheels. */
  readonly told: Radians;
  readonly square: number;
  readonly off: Radians;
  readonly offSquare: number;
  readonly both: number;
  /** Σ|s| of the body's way. */
  readonly way: Meters;
}

/** When a wheel last rolled or was told to stand; and its commanded way, and both counted ways, until then. */
export interface LastRolled {
  readonly at: Seconds;
  readonly told: Meters;
  readonly counted: Meters;
  readonly other: Meters;
}

export interface RolledState {
  readonly left: LastRolled;
  readonly right: LastRolled;
}

export interface MotionState {
  /** Whatever was sent before the watch began, the wheels rolled by this. */
  readonly before: WheelSpeeds;
  readonly quick: WheelSpeeds;
  readonly likely: WheelSpeeds;
  readonly slow: WheelSpeeds;
  readonly begun: Seconds;
  readonly now: Sample;
  /** The newest last; no closer together than a fraction of the window. */
  readonly samples: readonly Sample[];
  /** Time of the last encoder report; null before the first. */
  readonly countedAt: Seconds | null;
  /** Ticks since the last encoder report. */
  readonly unheard: number;
  /** When each wheel last rolled; undefined before the first tick, and in older recordings. */
  readonly rolled: RolledState | undefined;
  /** The gyroscope's last rate, and since when it repeats it. */
  readonly rate: { readonly value: number; readonly since: Seconds } | null;
  /** Since when a finding waits that must last; null without one. */
  readonly unclearSince: Seconds | null;
  readonly departure: DepartureState;
  readonly turns: TurnsState;
}

const NO_WAY: Ways = { left: 0, right: 0 };
const NOTHING: UsualWays = { counted: 0, explained: 0 };

const NO_TURNS: TurnsState = {
  from: null,
  sums: { blocks: 0, told: 0, square: 0, off: 0, offSquare: 0, both: 0, way: 0 },
};

/** @param speed at which the wheels roll, and have long been commanded to roll */
export function startMotion(at: Seconds, speed: WheelSpeeds): MotionState {
  const now = { at, quick: NO_WAY, likely: NO_WAY, slow: NO_WAY, counted: NO_WAY, turned: null };
  return {
    before: speed,
    quick: speed,
    likely: speed,
    slow: speed,
    begun: at,
    now,
    samples: [now],
    countedAt: null,
    unheard: 0,
    rolled: undefined,
    rate: null,
    unclearSince: null,
    departure: { left: NOTHING, right: NOTHING, doubted: null },
    turns: NO_TURNS,
  };
}

/** The state with changes. Written out, since a spread with overridden keys costs ten times as much. */
export const motionUpdated = (
  state: MotionState,
  {
    samples = state.samples,
    now = state.now,
    countedAt = state.countedAt,
    unheard = state.unheard,
    rate = state.rate,
    unclearSince = state.unclearSince,
    departure = state.departure,
  }: Partial<Omit<MotionState, 'before' | 'quick' | 'likely' | 'slow' | 'begun' | 'rolled' | 'turns'>>,
): MotionState => {
  const { before, quick, likely, slow, begun, rolled, turns } = state;
  return {
    before,
    quick,
    likely,
    slow,
    begun,
    now,
    samples,
    countedAt,
    unheard,
    rolled,
    rate,
    unclearSince,
    departure,
    turns,
  };
};

/**
 * What the wheels were told since the watch began; before it they rolled by `before`.
 *
 * @param sent the loop's one list of commands, the oldest first
 * @param since what was told then is still asked for
 */
export function commandsOf(
  { before, begun }: Pick<MotionState, 'before' | 'begun'>,
  sent: readonly SentCommand[],
  since: Seconds,
): readonly SentCommand[] {
  const [oldest] = sent;
  if (oldest && oldest.at >= begun && oldest.at <= since) return sent;
  const first = { at: Number.MIN_SAFE_INTEGER, left: before.left, right: before.right };
  return [first, ...sent.filter(({ at }) => at >= begun)];
}

export function lastBefore(samples: readonly Sample[], at: Seconds): Sample | undefined {
  let i = samples.length - 1;
  while (i >= 0 && exceeds((samples[i] as Sample).at, at)) i--;
  return samples[i];
}

export function sumsSince(from: Sample, { now: to, rate }: Pick<MotionState, 'now' | 'rate'>): WindowSums {
  const way = (model: 'quick' | 'likely' | 'slow', side: Side) => to[model][side] - from[model][side];
  const ends = (side: Side) => widened(way('quick', side), way('likely', side), way('slow', side));
  const [left, right] = [ends('left'), ends('right')];
  return {
    lasting: to.at - from.at,
    quick: { left: left[0], right: right[0] },
    slow: { left: left[1], right: right[1] },
    likely: { left: way('likely', 'left'), right: way('likely', 'right') },
    counted: waysBetween(from.counted, to.counted),
    turned: from.turned === null || to.turned === null ? null : to.turned - from.turned,
    // The gyroscope has repeated one rate for the whole window.
    repeats: rate !== null && rate.since <= from.at,
  };
}

/**
 * The quick and the slow way of a wheel, moved apart so far that the declared one lies between them. After a short command
 * forth and back the quick body has already finished it and the slow one has not begun: both are ahead of what lies
 * between.
 */
function widened(quick: Meters, likely: Meters, slow: Meters): readonly [Meters, Meters] {
  const [low, high] = [Math.min(quick, likely, slow), Math.max(quick, likely, slow)];
  return quick < slow || (quick === slow && likely < slow) ? [low, high] : [high, low];
}

export const waysBetween = (from: Ways, to: Ways): Ways => ({
  left: to.left - from.left,
  right: to.right - from.right,
});
