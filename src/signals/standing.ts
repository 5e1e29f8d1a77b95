/** What keeps a robot where it is, in words for people. */
import type { Vec2 } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';

/** What keeps a robot from going on, as a behavior knows it. */
export interface Reason {
  /** Goes on after `it stands: `. */
  readonly why: string;
  /** Where that is, in the world. */
  readonly where?: Vec2;
  /** It will not go on by itself unless something in the world moves. */
  readonly blocked?: true;
}

/** A robot that makes no progress: for five seconds or more it has stayed near one place. */
export interface Standing {
  /** Since when, by the clock of ticks. */
  readonly since: Seconds;
  /** Near which place it has stayed since, by its own estimate. */
  readonly at: Vec2;
  /** What keeps it there. */
  readonly why: string;
}

/** `(1.20, -0.35)` */
export const placeWords = ({ x, y }: Vec2): string => `(${coordinate(x)}, ${coordinate(y)})`;

/** Rounded, −0.001 is 0.00, not −0.00. */
const coordinate = (value: number): string => (Math.round(value * 100) / 100 || 0).toFixed(2);

/** `at (1.20, 0.30) since 7.2 s: no way to its goal is free` */
export const standingWords = ({ since, at, why }: Standing): string =>
  `at ${placeWords(at)} since ${since.toFixed(1)} s: ${why}`;
