/** Waiting in a queue: whose turn it is, and how long one has stood in one's own. */
import { length, type Vec2 } from '../../math/geometry.js';
import type { MetersPerSecond, Radians, Seconds } from '../../math/units.js';
import type { Neighbor } from '../../signals/signals.js';
import type { Percept } from '../behavior.js';
import { type Ahead, leaderOf, ringOf } from './rightOfWay.js';

export interface Standing {
  /** How it faced a tick ago. */
  readonly heading: Radians | null;
  /** How long it has stood in its own turn [s], and how long it will before it steps back. */
  readonly stuck: Seconds;
  readonly patience: Seconds | null;
}

export interface Turn {
  readonly leader?: Neighbor;
  /** Nobody goes before it, or all wait for each other. */
  readonly own: boolean;
}

/** Who it waits for: the leader, unless all wait for each other in a ring and this one is to open it. */
export function turnOf({ id, pose }: Percept, near: readonly Neighbor[], where: Ahead): Turn {
  const self = { id, position: pose, heading: pose.heading };
  const leader = leaderOf(self, near, where);
  const ring = leader && ringOf(self, leader, near, where);
  return leader && !ring?.opens ? { leader, own: ring !== undefined } : { own: true };
}

/** Stands so long in its own turn before it steps back [s], give or take half: two must not do it together for ever. */
const PATIENCE: Seconds = 2;
/** And steps back for so long. */
const BACK: Seconds = 1.2;
/** Slower than this it stands [m/s]. */
const STANDS: MetersPerSecond = 0.02;

/** How long it stands though it is its turn: others are wedged in beside it, and it has to make room. */
export function stood(percept: Percept, before: Standing, wish: Vec2, ownTurn: boolean): Standing {
  const { pose, dt, forwardSpeed, random } = percept;
  const patience = before.patience ?? PATIENCE * (0.5 + random.uniform());
  const stuck = before.stuck + dt;
  const steps = before.stuck > patience;
  const stands = Math.abs(forwardSpeed) < STANDS && length(wish) > STANDS && ownTurn;
  if (steps ? stuck < patience + BACK : stands) return { heading: pose.heading, stuck, patience };
  return { heading: pose.heading, stuck: 0, patience: steps ? null : patience };
}
