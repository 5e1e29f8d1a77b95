/** What happens in a run, as events with a time and a place. */
import type { Vec2 } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';

/** Where something happened in the world, to which robot, and what it met there; each missing where it does not apply. */
export interface Spot {
  readonly robot?: string;
  readonly place?: Vec2;
  /** A thing, or another robot, by its id. */
  readonly thing?: string;
}

/** A criterion of the scenario, as it was judged. */
export interface VerdictView extends Spot {
  /** `contacts: 1, at most 0` */
  readonly words: string;
  readonly passed: boolean;
  /** What was lost, when, and why; missing if it is met, and in older recordings. */
  readonly lost?: string;
  readonly at?: Seconds;
  readonly why?: string;
}

export interface News extends Spot {
  readonly at: Seconds;
  readonly level: 'info' | 'warning' | 'fault';
  readonly words: string;
}
