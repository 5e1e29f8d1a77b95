/** A small game: drive the robot to every spot, against the clock of the simulation. */
import { distance, type Vec2 } from '../../../math/geometry.js';
import type { Meters, Seconds } from '../../../math/units.js';
import type { FrameView } from '../../../signals/view.js';

/** A robot whose middle is this near has reached a spot. */
export const SPOT_REACH: Meters = 0.12;

export interface Round {
  /** Which spots are reached. */
  readonly reached: readonly boolean[];
  /** Since the visitor first took part; null before. */
  readonly time: Seconds | null;
  readonly isDone: boolean;
}

export const freshRound = (spots: readonly Vec2[]): Round => ({
  reached: spots.map(() => false),
  time: null,
  isDone: false,
});

/** @param place where the robot is */
export function played(
  round: Round,
  spots: readonly Vec2[],
  { at, takenOverAt }: Pick<FrameView, 'at' | 'takenOverAt'>,
  place: Vec2,
): Round {
  if (takenOverAt === undefined) return freshRound(spots);
  if (round.isDone) return round;
  const reached = spots.map((spot, i) => round.reached[i] === true || distance(spot, place) < SPOT_REACH);
  return { reached, time: at - takenOverAt, isDone: reached.every(Boolean) };
}
