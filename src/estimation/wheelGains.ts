/** How much faster or slower each wheel turns than its motor's figures say, learned while it drives. */
import { clamp, distance, dot, fromPolar, type Pose, sub, wrapAngle } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { WheelWays } from './motion.js';

/** Ways since the last lesson. */
interface Lesson {
  /** By the model, and measured; both positive the way the model rolled. */
  readonly rolled: Meters;
  readonly measured: Meters;
}

export interface WheelGains {
  /** True speed of each wheel, by its commanded one. */
  readonly gains: WheelWays;
  readonly lessons: { readonly left: Lesson; readonly right: Lesson };
}

const NO_LESSON: Lesson = { rolled: 0, measured: 0 };
export const AS_FILED: WheelGains = {
  gains: { left: 1, right: 1 },
  lessons: { left: NO_LESSON, right: NO_LESSON },
};

/** It learns from ways of this length, each time this share of the difference. */
const LESSON_WAY: Meters = 0.5;
const SHARE = 0.4;
/** Nearer to 1 a ratio tells nothing: latency and lag are not known to the millisecond. */
const UNTOLD = 0.007;
/** No motor is off by more: such a wheel is blocked, or slips. */
const BELIEVED = 0.35;
/** Guards people: a wheel gets at most a quarter more than its file says, whatever its encoder tells. */
export const LEAST_GAIN = 0.8;
export const MOST_GAIN = 1.25;

/**
 * Learns from the ways of both wheels since the last reading: of each 0.5 m that the model rolled a wheel, with
 * r = measured/rolled,
 *
 *     g ← g·(1 + 0.4·(r − 1)), within 0.8 … 1.25
 *
 * Commands are divided by g, so a right g makes r = 1; and so the model that predicts the wheels needs no gain of its
 * own.
 *
 * @param rolled by the commands, with what the wheel-speed loop added
 * @param blur how far the measured way may be off [m]: a count or so
 */
export function learned(known: WheelGains, rolled: WheelWays, measured: WheelWays, blur: Meters): WheelGains {
  const left = lessonOf(known, 'left', { rolled: rolled.left, measured: measured.left }, blur);
  const right = lessonOf(known, 'right', { rolled: rolled.right, measured: measured.right }, blur);
  return {
    gains: { left: left.gain, right: right.gain },
    lessons: { left: left.lesson, right: right.lesson },
  };
}

function lessonOf(
  { gains, lessons }: WheelGains,
  side: 'left' | 'right',
  { rolled, measured }: { readonly rolled: Meters; readonly measured: Meters },
  blur: Meters,
): { readonly gain: number; readonly lesson: Lesson } {
  const before = lessons[side];
  const lesson = {
    rolled: before.rolled + Math.abs(rolled),
    measured: before.measured + Math.sign(rolled) * measured,
  };
  if (lesson.rolled < LESSON_WAY) return { gain: gains[side], lesson };
  const off = lesson.measured / lesson.rolled - 1;
  const isTold = Math.abs(off) > UNTOLD + blur / lesson.rolled && Math.abs(off) < BELIEVED;
  const told = isTold ? off : 0;
  return { gain: clamp(gains[side] * (1 + SHARE * told), LEAST_GAIN, MOST_GAIN), lesson: NO_LESSON };
}

/** The ways of both wheels between two poses: s ∓ bΔθ/2 along the arc. */
export function wheelWaysBetween(from: Pose, to: Pose, track: Meters): WheelWays {
  const turned = wrapAngle(to.heading - from.heading);
  const half = turned / 2;
  const chord = dot(sub(to, from), fromPolar(1, from.heading + half));
  const way = Math.abs(half) < 1e-6 ? chord : (chord * half) / Math.sin(half);
  return { left: way - (turned * track) / 2, right: way + (turned * track) / 2 };
}

/** A pose this far from the last one was put there, and not driven to. */
const JUMP: Meters = 0.1;
export const isContinuous = (from: Pose, to: Pose): boolean => distance(from, to) < JUMP;
