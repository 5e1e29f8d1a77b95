/** Where reflectance sensors see a line: levels to shares of line, and those to a point on it. */
import { add, clamp, rotate, scale, sub, toWorld, type Vec2, ZERO } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { LevelReading } from '../../signals/signals.js';
import type { Felt } from '../felt.js';

/** The darkest and the brightest level that the sensors have told; null before the first. */
export interface Contrast {
  readonly dark: number;
  readonly bright: number;
}

/** Less between the darkest and the brightest level is one floor with its dirt, and no line. */
const MIN_CONTRAST = 0.25;
/** Until then, and for comparators, this level lies between line and floor. */
const MIDDLE = 0.5;
/** A sensor sees the line where its share of line is more than this. */
const ON_LINE = 0.5;
/** Sensors with less see only dirt or noise, and do not count in the mean. */
const LEAST_SHARE = 0.2;

/** The contrast, after some more readings. */
export function contrastWith(before: Contrast | null, { news }: Felt<LevelReading>): Contrast | null {
  const levels = news.map(({ reading }) => reading.level);
  if (levels.length === 0) return before;
  const { dark, bright } = before ?? { dark: 1, bright: 0 };
  return { dark: Math.min(dark, ...levels), bright: Math.max(bright, ...levels) };
}

/** How levels are read. */
export interface LineColor {
  readonly line: 'dark' | 'bright';
  /** A fixed level between line and floor; without it they are told apart by the contrast seen so far. */
  readonly threshold?: number | undefined;
}

const isTold = (contrast: Contrast | null): contrast is Contrast =>
  contrast !== null && contrast.bright - contrast.dark >= MIN_CONTRAST;

/** 0 floor … 1 line. */
function shareOf(level: number, contrast: Contrast | null, { line, threshold }: LineColor): number {
  const brightness =
    isTold(contrast) && threshold === undefined
      ? clamp((level - contrast.dark) / (contrast.bright - contrast.dark), 0, 1)
      : Number(level > (threshold ?? MIDDLE));
  return line === 'dark' ? 1 - brightness : brightness;
}

/** A line below the sensors. */
export interface LineSight {
  /** A point on it, in the world. */
  readonly at: Vec2;
  /** The body's direction to that point when it was seen. */
  readonly along: Vec2;
  /** How far left of the body's axis it was. */
  readonly aside: Meters;
}

/**
 * The line's point: the mean of the sensors' places, weighted with their shares of line, Σ w p / Σ w.
 *
 * Each place is where the sensor was when it measured, so that a late reading shows the line where it is.
 * Undefined while no sensor is on the line; and where all sensors tell one level since the start, which may be the floor's.
 */
export function lineSight(
  { news }: Felt<LevelReading>,
  contrast: Contrast | null,
  color: LineColor,
): LineSight | undefined {
  const shares = news.map(({ reading }) => shareOf(reading.level, contrast, color));
  if (!shares.some((share) => share > ON_LINE)) return undefined;
  const isGuess = !isTold(contrast) && color.threshold === undefined;
  if (isGuess && shares.every((share) => share > ON_LINE)) return undefined;
  let [at, from, sum, aside] = [ZERO, ZERO, 0, 0];
  news.forEach(({ mount, reading }, i) => {
    const share = shares[i] as number;
    if (share < LEAST_SHARE) return;
    sum += share;
    at = add(at, scale(toWorld(reading.from, mount.at), share));
    from = add(from, scale(reading.from, share));
    aside += share * mount.at.y;
  });
  at = scale(at, 1 / sum);
  return { at, along: sub(at, scale(from, 1 / sum)), aside: aside / sum };
}

/** A point of the world, seen from the body. */
export const inBody = (pose: Vec2 & { readonly heading: number }, at: Vec2): Vec2 =>
  rotate(sub(at, pose), -pose.heading);
