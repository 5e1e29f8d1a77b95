/** How long arrows are drawn, the same for all robots: what a limit allows has a fixed length. */
import { clamp } from '../../../../math/geometry.js';
import type { SceneView } from '../../../../signals/view.js';

/** An arrow of `pixels` stands for `value` in its unit. */
export interface ArrowScale {
  readonly value: number;
  readonly pixels: number;
}

export interface ArrowScales {
  readonly force: ArrowScale;
  readonly velocity: ArrowScale;
}

/** Longest arrow drawn, in lengths of its limit's: a behavior may ask for more force than there is. */
export const MAX_RELATIVE_LENGTH = 2;
/** A velocity's arrow reaches where it leads in so many seconds, while that is neither too short nor too long. */
const VELOCITY_LOOKAHEAD = 0.5;

/** @param scale pixels a metre */
export function arrowScales({ robots }: SceneView, scale: number): ArrowScales {
  const shown = robots.some(({ ghost }) => !ghost) ? robots.filter(({ ghost }) => !ghost) : robots;
  const largest = (values: readonly number[]): number => Math.max(1e-6, ...values);
  const radius = largest(shown.map((robot) => robot.radius)) * scale;
  const speed = largest(shown.map(({ limits }) => limits.speed));
  const force = largest(shown.map(({ limits }) => limits.force));
  return {
    force: { value: force, pixels: clamp(2.4 * radius, 24, 88) },
    velocity: { value: speed, pixels: clamp(VELOCITY_LOOKAHEAD * speed * scale, 24, 104) },
  };
}

/** Pixels for a value, and whether it is cut. */
export function drawnLength(value: number, { value: limit, pixels }: ArrowScale): number {
  return Math.min((value / limit) * pixels, MAX_RELATIVE_LENGTH * pixels);
}

export const isCut = (value: number, { value: limit }: ArrowScale): boolean =>
  value > limit * MAX_RELATIVE_LENGTH * (1 + 1e-9);
