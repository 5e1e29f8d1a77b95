/** The control clock of a robot: how far a fault has put it ahead of the time of the run. */
import type { Seconds } from '../../src/math/units.js';
import { TIME_EPSILON } from '../engine/instants.js';
import type { Strikes } from './strikes.js';

/** What a robot's clock says at a time of the run. */
export function robotTime(strikes: Strikes | undefined, at: Seconds): Seconds {
  const jumps = strikes?.of('clockJump') ?? [];
  return jumps.reduce((time, { from, by = 0 }) => (from <= at + TIME_EPSILON ? time + by : time), at);
}
