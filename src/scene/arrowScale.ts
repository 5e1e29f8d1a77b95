/** The lengths of arrows, the same for all robots: a value at its limit has a fixed length. */
import { add, clamp, distance, length, scale, type Vec2, ZERO } from '../math/geometry.js';
import type { Tick } from '../signals/signals.js';
import type { RobotView, SceneView } from '../signals/view.js';

/** An arrow of `pixels` stands for `value` in its unit. */
export interface ArrowScale {
  readonly value: number;
  readonly pixels: number;
}

export interface ArrowScales {
  readonly force: ArrowScale;
  readonly velocity: ArrowScale;
}

/** The longest arrow, relative to its limit's: a behavior may ask for more force than the limit. */
export const MAX_RELATIVE_LENGTH = 2;
/** A velocity arrow ends where the robot will be after this many seconds, if that is neither too short nor too long. */
const VELOCITY_LOOKAHEAD = 0.5;

type Limited = Pick<RobotView, 'limits' | 'ghost'>;

/** Those that are no ghosts; if there are none, all. */
const shownOf = <Robot extends Limited>(robots: readonly Robot[]): readonly Robot[] =>
  robots.some(({ ghost }) => !ghost) ? robots.filter(({ ghost }) => !ghost) : robots;

const largest = (values: readonly number[]): number => Math.max(1e-6, ...values);

/** The largest force and the highest speed of any robot. */
export const largestLimits = (robots: readonly Limited[]): Limited['limits'] => ({
  force: largest(shownOf(robots).map(({ limits }) => limits.force)),
  speed: largest(shownOf(robots).map(({ limits }) => limits.speed)),
});

/** @param scale pixels a metre */
export function arrowScales({ robots }: Pick<SceneView, 'robots'>, scale: number): ArrowScales {
  const radius = largest(shownOf(robots).map((robot) => robot.radius)) * scale;
  const { force, speed } = largestLimits(robots);
  return {
    force: { value: force, pixels: clamp(2.4 * radius, 24, 88) },
    velocity: { value: speed, pixels: clamp(VELOCITY_LOOKAHEAD * speed * scale, 24, 104) },
  };
}

/** The arrow's length in pixels; cut at the longest. */
export function drawnLength(value: number, { value: limit, pixels }: ArrowScale): number {
  return Math.min((value / limit) * pixels, MAX_RELATIVE_LENGTH * pixels);
}

export const isCut = (value: number, { value: limit }: ArrowScale): boolean =>
  value > limit * MAX_RELATIVE_LENGTH * (1 + 1e-9);

/** Each has an arrow, besides those of the contributions. */
export type ArrowKind = 'sum' | 'desired' | 'clamped' | 'velocity';

/** Tips nearer than this count as the same [pixels]. */
const SAME_TIP_DISTANCE = 8;

export const sumOf = ({ contributions }: Tick): Vec2 =>
  contributions.reduce<Vec2>((sum, { force }) => add(sum, force), ZERO);

/** An arrow's tip, relative to its start [pixels]. */
function tipOf(value: Vec2, by: ArrowScale): Vec2 {
  const size = length(value);
  return size > 0 ? scale(value, drawnLength(size, by) / size) : ZERO;
}

/** Outcomes without a label: the sum of a single contribution, and a clamp that changes nothing, say nothing new. */
export function repeatedOutcomes(tick: Tick, velocity: Vec2, scales: ArrowScales): ReadonlySet<ArrowKind> {
  const meet = (a: Vec2, b: Vec2, by: ArrowScale) => distance(tipOf(a, by), tipOf(b, by)) < SAME_TIP_DISTANCE;
  const repeated = new Set<ArrowKind>();
  const [only, ...others] = tick.contributions.filter(({ force }) => length(force) > 0);
  if (others.length === 0) repeated.add('sum');
  if (only && others.length === 0 && meet(only.force, tick.steered.force, scales.force))
    repeated.add('clamped');
  if (meet(tick.steered.desiredVelocity, velocity, scales.velocity)) repeated.add('desired');
  return repeated;
}
