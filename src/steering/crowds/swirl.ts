/**
 * The swirl: all robots turn their wishes right by the angle that would be enough if all did so, and so drive round each
 * other as in a roundabout, instead of towards each other until they stand.
 */
import { dot, rotate, type Vec2 } from '../../math/geometry.js';
import type { Meters, Radians, Seconds } from '../../math/units.js';

/** Another robot as the swirl sees it. */
export interface Fellow {
  /** From this robot to the other. */
  readonly offset: Vec2;
  /** The velocity that it wants [m/s]. */
  readonly wish: Vec2;
  /** Distance of the middles that both want to keep. */
  readonly room: Meters;
}

/** Turns are tried in such steps; between the last two the least one is found by halving. */
const STEP: Radians = 0.1;
const HALVINGS = 5;
/** Right, and a bit back: farther no turn helps. */
const MOST_TURN: Radians = 1.7;

/**
 * b* = min { b ∈ [0, 1.7 rad] : for all others j, t(p_j − p_i, R(−b)(w_i − w_j), ρ_j) ≥ H }: the smallest common
 * turn to the right after which no robot would come nearer than ρ within the horizon H, t the time of that; contacts after
 * the robot would be at its goal do not count. If no turn is enough, the one after which it takes longest.
 *
 * On a ring of robots that change places, the closing rate falls with cos b: they spiral into a ring with room between
 * them and drive round it at full speed. The turn must be common: a robot that turns alone gains nothing against those at
 * its right.
 *
 * @param until when this robot would be at its goal
 */
export function swirl(wish: Vec2, fellows: readonly Fellow[], horizon: Seconds, until: Seconds): Radians {
  let best = 0;
  let longest = -1;
  for (let turn = 0; turn <= MOST_TURN + 1e-9; turn += STEP) {
    const time = soonest(wish, fellows, turn, until);
    if (time >= horizon)
      return turn === 0
        ? 0
        : leastBetween(turn - STEP, turn, (b) => soonest(wish, fellows, b, until) >= horizon);
    if (time <= longest + LONGER) continue;
    best = turn;
    longest = time;
  }
  return best;
}

/** The least turn that is enough: `most` is, `least` is not. */
function leastBetween(least: Radians, most: Radians, isEnough: (turn: Radians) => boolean): Radians {
  let [low, high] = [least, most];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** A turn that gains less is not worth it. */
const LONGER: Seconds = 0.02;

/** When the first of the others comes too near, if all turn their wishes; Infinity if none does. */
function soonest(wish: Vec2, fellows: readonly Fellow[], turn: Radians, until: Seconds): Seconds {
  let time = Number.POSITIVE_INFINITY;
  for (const { offset, wish: theirs, room } of fellows) {
    const closing = rotate({ x: wish.x - theirs.x, y: wish.y - theirs.y }, -turn);
    const contact = timeOfContact(offset, closing, room);
    if (contact <= until && contact < time) time = contact;
  }
  return time;
}

/** |p − v t| = ρ, the first t ≥ 0; Infinity if they part or pass; 0 if they are too near and approach. */
export function timeOfContact(p: Vec2, v: Vec2, room: Meters): Seconds {
  const approach = dot(p, v);
  if (approach <= 1e-9) return Number.POSITIVE_INFINITY;
  const excess = dot(p, p) - room * room;
  if (excess <= 0) return 0;
  const square = dot(v, v);
  const root = approach * approach - square * excess;
  return root < 0 ? Number.POSITIVE_INFINITY : (approach - Math.sqrt(root)) / square;
}
