/** What a robot was told, what was counted and how far it turned in a stretch of time: what its faults are judged by. */

import type { Meters, Radians, Seconds } from '../math/units.js';
import type { FaultKind } from '../signals/signals.js';

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

export interface Measured {
  readonly track: Meters;
  /** Missing without encoders. */
  readonly metersPerCount?: Ways;
}

export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

export const millimeters = (way: Meters): string => `${Math.round(1000 * way)} mm`;

/** So much of what it should have gone, the other way, is backwards. */
export const BACKWARDS = 0.3;

/** The least that both models agree on; 0 where they do not. */
export const agreed = (a: number, b: number): number =>
  a * b > 0 ? Math.sign(a) * Math.min(Math.abs(a), Math.abs(b)) : 0;

export const difference = ({ left, right }: Ways): Meters => right - left;
