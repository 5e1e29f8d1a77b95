/**
 * How late the control ticks come: a busy computer slows its robot down before the board's dead-man trips.
 *
 * The wheels get one command a tick, so from one tick to the next the robot drives blind. With the control period p, the
 * dead-man time D, and the longest gap g between two ticks in the last second, the robot drives at full speed up to a gap of
 *
 *     B = max(D/3, 3p/2):
 *
 * a third of the dead-man time, as the board's protocol asks of a host, or at a low rate half a period more than punctual
 * ticks need. After a longer gap
 *
 *     v ≤ v_max·B/g,   |ω| ≤ ω_max·B/g,
 *
 * so that the way driven blind, v·g, and the turn, |ω|·g, never exceed v_max·B and ω_max·B. At 50 Hz and D = 200 ms the
 * speed is full up to B = 67 ms, half at 133 ms, and a third at 200 ms, where the board stops itself.
 */
import { exceeds, reaches } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import type { BodyLimits } from '../robot/limits.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { Twist } from '../signals/signals.js';

/** A tick that came late. */
export interface LateTick {
  readonly at: Seconds;
  /** Time since the tick before. */
  readonly gap: Seconds;
}

/** The late ticks that still count: the longest gap first, and the newest last. */
export type LateTicks = readonly LateTick[];

export const startPunctual: LateTicks = [];

/** A gap limits the speed for this long; then the ticks have been punctual, or a shorter gap limits it. */
const MEMORY_TIME: Seconds = 1;
/** Share of the dead-man time that may pass between two commands at full speed. */
const BLIND_SHARE = 1 / 3;
/** Of a period; punctual ticks are one period apart. */
const MIN_BLIND_PERIODS = 1.5;

/** B: the longest gap between two ticks at full speed. */
export const blindTime = ({ rate, deadMan }: Pick<RobotDefinition['control'], 'rate' | 'deadMan'>): Seconds =>
  Math.max(BLIND_SHARE * deadMan, MIN_BLIND_PERIODS / rate);

/** The late ticks after a tick at `at`, which came `gap` after the one before. */
export function noteTick(late: LateTicks, at: Seconds, gap: Seconds, blind: Seconds): LateTicks {
  const isLate = exceeds(gap, blind);
  if (late.length === 0 && !isLate) return late;
  // A longer gap that came later makes a shorter one before it irrelevant; a punctual tick is shorter than all.
  const kept = late.filter((tick) => !reaches(at - tick.at, MEMORY_TIME) && tick.gap > gap);
  return isLate ? [...kept, { at, gap }] : kept;
}

/** The longest gap of the last second; 0 if all ticks were punctual. */
export const longestGap = (late: LateTicks): Seconds => late[0]?.gap ?? 0;

/** Why the robot is slowed, and the share B/g of its greatest speeds that is left; null if all ticks were punctual. */
export function lateHold(
  late: LateTicks,
  { period, blind }: { readonly period: Seconds; readonly blind: Seconds },
): { readonly share: number; readonly what: string } | null {
  const gap = longestGap(late);
  if (gap === 0) return null;
  const lateness = Math.round((gap - period) * 1000);
  return { share: blind / gap, what: `this computer is busy: ticks come ${lateness} ms late` };
}

/** The same arc, with both speeds at most this share of the body's limits: v ≤ v_max·B/g, |ω| ≤ ω_max·B/g. */
export function scaledDown(wanted: Twist, share: number, { maxSpeed, maxTurnRate }: BodyLimits): Twist {
  const fastest = Math.max(Math.abs(wanted.linear) / maxSpeed, Math.abs(wanted.angular) / maxTurnRate);
  const excess = Math.max(share, fastest) / share;
  return { linear: wanted.linear / excess, angular: wanted.angular / excess };
}
