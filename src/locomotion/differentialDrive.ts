/** Converts forward speed and turn rate to wheel speeds within the wheels' limits. */

import { clamp } from '../math/geometry.js';
import { BRAKING_SHARE } from '../math/stopping.js';
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import type { BodyLimits } from '../robot/limits.js';
import type { Twist, WheelSpeeds } from '../signals/signals.js';

/** v = (R + L)/2, ω = (R − L)/b. */
export const toTwist = ({ left, right }: WheelSpeeds, track: Meters): Twist => ({
  linear: (left + right) / 2,
  angular: (right - left) / track,
});

/** L = v − ωb/2, R = v + ωb/2. */
export const toWheels = ({ linear, angular }: Twist, track: Meters): WheelSpeeds => ({
  left: linear - (angular * track) / 2,
  right: linear + (angular * track) / 2,
});

/** Rounding of speeds, and of distances between them [m/s]. */
const ROUNDING_SLACK: MetersPerSecond = 1e-12;
/**
 * Wheel speeds nearer than this count as the same choice. Wanted speeds below it mean that both wheels stand: a line
 * through almost zero has no curvature [m/s].
 */
const SAME_SPEED: MetersPerSecond = 1e-9;
/** Weight of the distance to the wanted speeds: it decides between vertices equally near to the line. */
const SECOND_CHOICE_WEIGHT = 1e-6;

/**
 * Handles saturation and acceleration in one choice: of all wheel speeds allowed in the next tick, it takes those of
 * the wanted curvature with the highest speed up to the wanted one.
 *
 * Allowed is the box |L − L₀|, |R − R₀| ≤ a·dt, |L|, |R| ≤ V, cut by a band for the sum S = L + R, twice the speed:
 *
 *     forwards, S₀ > 0:   −max(S₀, |S_w|) ≤ S ≤ S_w                                    where S_w ≥ S₀
 *                         −max(S₀, |S_w|) ≤ S ≤ max(S_w, S₀ (1 − c·a·dt/max(|L₀|, |R₀|)))  where S_w < S₀
 *     backwards:          the same with every sign turned round
 *     S₀ = 0:             between 0 and S_w
 *
 * with ₀ for the last speeds, w for the wanted ones and c = `BRAKING_SHARE`. So a body that must slow down does so in every tick,
 * whatever turn is wanted, and no body exceeds both its present and its wanted speed. (1 − c·a·dt/max)·(L₀, R₀) lies in
 * box and band, so there is always a choice.
 *
 * The wanted curvature is the line λ·(L, R): λ = 1 if box and band allow it, else the nearest allowed λ. If none is
 * allowed, it takes the vertex nearest to the line; of two at the same distance their middle, so that mirrored input
 * gives mirrored output. To stop, both wheels slow in proportion, which keeps the present curvature. A wheel faster
 * than V is cut to V at once.
 */
export function chooseWheels(wanted: Twist, last: WheelSpeeds, body: BodyLimits, dt: Seconds): WheelSpeeds {
  const aim = withinLimits(wanted, body);
  const stopping = aim.left === 0 && aim.right === 0;
  const cap = body.maxWheelSpeed;
  const now = { left: clamp(last.left, -cap, cap), right: clamp(last.right, -cap, cap) };
  const allowed = allowedSpeeds(aim, now, cap, body.maxAcceleration * dt);
  const line = stopping ? now : aim;
  const shares = sharesOf(line, allowed);
  if (!shares) return nearestVertex(aim, allowed);
  const [least, most] = shares;
  const share = clamp(stopping ? 0 : 1, least, most);
  return { left: line.left * share, right: line.right * share };
}

/**
 * The wanted wheel speeds, cut to the limits of turn rate and rim speed at the same curvature; almost zero becomes
 * zero.
 */
function withinLimits(wanted: Twist, { maxTurnRate, maxWheelSpeed, track }: BodyLimits): WheelSpeeds {
  const turn = clamp(wanted.angular, -maxTurnRate, maxTurnRate);
  const slower = wanted.angular === 0 ? 1 : turn / wanted.angular;
  const { left, right } = toWheels({ linear: wanted.linear * slower, angular: turn }, track);
  const fastest = Math.max(Math.abs(left), Math.abs(right));
  if (fastest < SAME_SPEED) return { left: 0, right: 0 };
  const cut = Math.min(1, maxWheelSpeed / fastest);
  return { left: left * cut, right: right * cut };
}

type Interval = readonly [low: number, high: number];
const ALL_SPEEDS: Interval = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

const holds = ([low, high]: Interval, value: number): boolean =>
  Math.abs(value - clamp(value, low, high)) <= ROUNDING_SLACK;

/** The speeds allowed in the next tick: the box and the band. */
interface Allowed {
  readonly left: Interval;
  readonly right: Interval;
  readonly sum: Interval;
}

function allowedSpeeds(
  aim: WheelSpeeds,
  now: WheelSpeeds,
  cap: MetersPerSecond,
  step: MetersPerSecond,
): Allowed {
  const near = (speed: MetersPerSecond): Interval => [
    Math.max(speed - step, -cap),
    Math.min(speed + step, cap),
  ];
  return { left: near(now.left), right: near(now.right), sum: allowedSums(aim.left + aim.right, now, step) };
}

function allowedSums(wanted: MetersPerSecond, now: WheelSpeeds, step: MetersPerSecond): Interval {
  const was = now.left + now.right;
  if (was === 0) return [Math.min(0, wanted), Math.max(0, wanted)];
  const fastest = Math.max(Math.abs(now.left), Math.abs(now.right));
  const braked = was * Math.max(0, 1 - (BRAKING_SHARE * step) / fastest);
  const most = Math.max(Math.abs(was), Math.abs(wanted));
  return was > 0 ? [-most, Math.max(wanted, braked)] : [Math.min(wanted, braked), most];
}

/** The interval of λ for which λ·line is allowed. */
function sharesOf(line: WheelSpeeds, { left, right, sum }: Allowed): Interval | undefined {
  const inBox = intersect(along(line.left, left), along(line.right, right));
  return intersect(inBox, along(line.left + line.right, sum));
}

/** The interval of λ for which one component of λ·line lies in its interval. */
function along(line: MetersPerSecond, [low, high]: Interval): Interval | undefined {
  if (line === 0) return low <= 0 && high >= 0 ? ALL_SPEEDS : undefined;
  const [one, other] = [low / line, high / line];
  return [Math.min(one, other), Math.max(one, other)];
}

function intersect(a: Interval | undefined, b: Interval | undefined): Interval | undefined {
  if (!a || !b) return undefined;
  const low = Math.max(a[0], b[0]);
  const high = Math.min(a[1], b[1]);
  return low <= high ? [low, high] : undefined;
}

/** The vertex nearest to the wanted line; the middle of equally near ones. */
function nearestVertex(aim: WheelSpeeds, allowed: Allowed): WheelSpeeds {
  const long = Math.hypot(aim.left, aim.right);
  const vertices = verticesOf(allowed).map((vertex) => {
    const offLine = Math.abs(vertex.left * aim.right - vertex.right * aim.left) / long;
    const offAim = Math.hypot(vertex.left - aim.left, vertex.right - aim.right);
    return { ...vertex, off: offLine + SECOND_CHOICE_WEIGHT * offAim };
  });
  const least = Math.min(...vertices.map(({ off }) => off));
  const best = vertices.filter(({ off }) => off <= least + ROUNDING_SLACK);
  return {
    left: best.reduce((sum, { left }) => sum + left, 0) / best.length,
    right: best.reduce((sum, { right }) => sum + right, 0) / best.length,
  };
}

const isSame = (one: WheelSpeeds, other: WheelSpeeds): boolean =>
  Math.hypot(one.left - other.left, one.right - other.right) < SAME_SPEED;

/** The allowed corners of the box, and crossings of its sides with the edges of the band: each once. */
function verticesOf({ left, right, sum }: Allowed): WheelSpeeds[] {
  const allowed: WheelSpeeds[] = [];
  const add = (l: MetersPerSecond, r: MetersPerSecond) => {
    const vertex = { left: l, right: r };
    const isAllowed = holds(left, l) && holds(right, r) && holds(sum, l + r);
    if (isAllowed && !allowed.some((other) => isSame(other, vertex))) allowed.push(vertex);
  };
  for (const l of left) for (const r of right) add(l, r);
  for (const l of left) for (const both of sum) add(l, both - l);
  for (const r of right) for (const both of sum) add(both - r, r);
  return allowed;
}
