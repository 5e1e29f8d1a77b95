/** A target as a body finds it that acts with delay: at the instant its own pose is predicted for. */
import { add, angleOf, length, rotate, scale, type Vec2, wrapAngle } from '../math/geometry.js';
import type { MetersPerSecond, Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import type { Percept } from './behavior.js';
import { aimAt, type TargetSpec, targetId } from './target.js';

export interface Sighting {
  readonly position: Vec2;
  readonly velocity: Vec2;
  /** As it says, or the way it moves; missing where it stands and does not say. */
  readonly heading?: Radians;
}

/** Slower than this a velocity says little of where something faces. */
const SLOW: MetersPerSecond = 0.02;

/** Who was not heard for longer is taken to have gone no farther than in this time. */
const LATEST: Seconds = 0.5;
/**
 * A target that moves and was not heard of for longer is lost: of it nothing is said until it is heard again, so that a
 * robot without another reason to move brakes. At 0.5 m/s and 1 m/s² it stands 0.5 s later, and 0.2 s after that the lag
 * is over: 1.2 s after the last news.
 */
export const LOST: Seconds = 0.45;

/** How long what was heard at an instant has to go on until the one that `percept.pose` is predicted for. */
export const timeAhead = (heardAt: Seconds, at: Seconds, reaction: Seconds): Seconds =>
  Math.min(at - heardAt, LATEST) + reaction;

/**
 * Where a target is at the instant of `percept.pose`, at + reaction: it goes on as it went when it was seen, straight
 * on or along an arc. So its place and the body's own are of one instant. Never seen, or lost: undefined.
 *
 * @param turnRate of its velocity and its heading [rad/s]
 */
export function sight(
  spec: TargetSpec,
  percept: Percept,
  turnRate: RadiansPerSecond = 0,
): Sighting | undefined {
  const aim = aimAt(spec, percept);
  if (!aim) return undefined;
  const news = newsOf(spec, percept);
  if (!news) return aim;
  // A pointer that was set once stands until it is set again.
  if (!('pointer' in spec) && percept.at - news.at > LOST) return undefined;
  const ahead = timeAhead(news.at, percept.at, percept.body.reaction);
  const turned = turnRate * ahead;
  const chord = scale(turned === 0 ? aim.velocity : rotate(aim.velocity, turned / 2), ahead);
  const position = add(aim.position, chord);
  const velocity = turned === 0 ? aim.velocity : rotate(aim.velocity, turned);
  if (news.heading === undefined) return { position, velocity };
  return { position, velocity, heading: wrapAngle(news.heading + turned) };
}

/** What was last heard of a target that moves: when, and which way it faced; missing where that is not known. */
export function newsOf(
  spec: TargetSpec,
  { targets, neighbors }: Percept,
): { readonly at: number; readonly heading?: Radians } | undefined {
  const name = targetId(spec);
  if (name === undefined) return undefined;
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  const robot = neighbors.find(({ id }) => id === name);
  const seen = target ?? robot;
  if (!seen) return undefined;
  if (!target && robot) return { at: robot.at, heading: robot.heading };
  return length(seen.velocity) > SLOW ? { at: seen.at, heading: angleOf(seen.velocity) } : { at: seen.at };
}
