/** Other robots near: where they are, for steering, and where they may be at worst, so that they are not touched. */
import { angleOf, clamp, distance, fromPolar, length, type Vec2, wrapAngle } from '../../math/geometry.js';
import type { Meters, MetersPerSecond, Radians, RadiansPerSecond, Seconds } from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import type { Neighbor, Saying } from '../../signals/signals.js';
import type { Percept } from '../behavior.js';
import { timeAhead } from '../target.js';

/** Another robot at the instant of `percept.pose`, as far as that can be told. */
export interface Other {
  readonly id: string;
  readonly at: Vec2;
  readonly heading: Radians;
  readonly velocity: Vec2;
  readonly turnRate: RadiansPerSecond;
  readonly radius: Meters;
  /** The velocity that it wants; the present one if it does not say so. */
  readonly wish: Vec2;
}

/** How it moves, as last heard. */
interface Motion {
  readonly at: Seconds;
  readonly x: Meters;
  readonly y: Meters;
  readonly heading: Radians;
  readonly speed: MetersPerSecond;
  readonly turnRate: RadiansPerSecond;
}

/** By its own words, if they fit to where it is; else by what was seen of it, which lies its reaction time behind. */
function motionOf(neighbor: Neighbor, body: BodyLimits): Motion {
  const { at, position, velocity, heading, says } = neighbor;
  // Written out: a spread costs twenty times as much, and this is asked of every robot by every robot.
  if (says && isCredible(says, neighbor, body))
    return {
      at: says.at,
      x: says.pose.x,
      y: says.pose.y,
      heading: says.pose.heading,
      speed: says.speed,
      turnRate: says.turnRate,
    };
  const speed = length(velocity);
  return {
    at: at - body.reaction,
    x: position.x,
    y: position.y,
    heading: speed > 0 ? angleOf(velocity) : heading,
    speed,
    turnRate: 0,
  };
}

/** A pose that a robot tells may be wrong by this besides. */
const TOLD_ERROR: Meters = 0.02;

/** Whether the pose that it tells is within the way from where it is: |p_told − p| ≤ v_max (|Δt| + reaction) + 2 cm. */
export function isCredible(
  { at, pose, speed }: Saying,
  { position, at: seenAt }: Neighbor,
  body: BodyLimits,
): boolean {
  const fastest = Math.max(body.maxSpeed, Math.abs(speed));
  const way = fastest * (Math.abs(at - seenAt) + body.reaction) + TOLD_ERROR;
  const dx = pose.x - position.x;
  const dy = pose.y - position.y;
  return dx * dx + dy * dy <= way * way;
}

/** Rounding of distances. */
const DISTANCE_TOLERANCE: Meters = 1e-6;

/**
 * Whether a robot is so far from where it was seen that it cannot count, whichever of its news is taken: |p − p_seen| >
 * reach + the way between seeing and telling (`fits`) + the way since then, at its highest speed.
 *
 * It only saves the work for far robots, and changes no answer: among 250 robots a tick takes a seventh less.
 */
function isFar({ at: seenAt, position, velocity, says }: Neighbor, percept: Percept, reach: Meters): boolean {
  const { pose, at, body } = percept;
  const dx = position.x - pose.x;
  const dy = position.y - pose.y;
  const age = Math.abs(at - seenAt + body.reaction);
  let [speed, oldest, told] = [Math.abs(velocity.x) + Math.abs(velocity.y), age, 0];
  if (says) {
    speed = Math.max(speed, Math.abs(says.speed));
    oldest = Math.max(age, Math.abs(at - says.at));
    told = Math.abs(says.at - seenAt) + body.reaction;
  }
  const way = Math.max(body.maxSpeed, speed) * (oldest + told) + TOLD_ERROR + DISTANCE_TOLERANCE;
  const far = reach + way;
  return dx * dx + dy * dy > far * far;
}

/** Those nearer than `reach`, the nearest first, moved on along their arcs: for steering, not for safety. */
export function othersNear(percept: Percept, reach: Meters): readonly Other[] {
  const { pose, at, body, neighbors } = percept;
  const near: { readonly away: Meters; readonly other: Other }[] = [];
  for (const neighbor of neighbors) {
    if (isFar(neighbor, percept, reach)) continue;
    const motion = motionOf(neighbor, body);
    const ahead = timeAhead(motion.at, at, 0);
    const { speed, turnRate } = motion;
    const turned = turnRate * ahead;
    const half = turned / 2;
    const bend = Math.abs(half) > 1e-6 ? Math.sin(half) / half : 1;
    const chord = fromPolar(speed * ahead * bend, motion.heading + half);
    const place = { x: motion.x + chord.x, y: motion.y + chord.y };
    const away = distance(place, pose);
    if (away > reach) continue;
    const heading = motion.heading + turned;
    const velocity = fromPolar(speed, heading);
    const { id, radius, says } = neighbor;
    near.push({
      away,
      other: { id, at: place, heading, velocity, turnRate, radius, wish: says?.wish ?? velocity },
    });
  }
  return near
    .sort((one, two) => one.away - two.away || (one.other.id < two.other.id ? -1 : 1))
    .map(({ other }) => other);
}

/**
 * Those whose rims may be nearer than `reach` to the middle of the robot, each where it was when it spoke, and larger by
 * the way that it can have come nearer since (`comeNearer`). To move it on along its velocity would be wrong for one that
 * brakes or turns. It is assumed to be no faster than this robot, and to brake no harder.
 */
export function othersAtWorst(percept: Percept, reach: Meters): readonly Neighbor[] {
  const { pose, at, body, neighbors } = percept;
  const near: Neighbor[] = [];
  for (const neighbor of neighbors) {
    if (isFar(neighbor, percept, reach + neighbor.radius)) continue;
    const motion = motionOf(neighbor, body);
    const { x, y, heading } = motion;
    const age = Math.max(0, at - motion.at);
    const radius = neighbor.radius + comeNearer(motion, age, Math.atan2(pose.y - y, pose.x - x), body);
    if (distance(pose, motion) - radius > reach) continue;
    const velocity = fromPolar(motion.speed, heading);
    near.push({ id: neighbor.id, at: motion.at, position: { x, y }, heading, velocity, radius });
  }
  return near;
}

/** The bound below is taken in steps no longer than this, and in no more than four. */
const BOUND_STEP: Seconds = 0.1;
const MOST_STEPS = 4;

/**
 * How much it can have come nearer since it spoke: no less than ∫ v(t) cos(max(0, β − θ(t))) dt, with β the angle between
 * its motion and the way to this robot.
 *
 * A wheel gains at most a, so turning and driving share it: |v̇| + |ω̇|·b/2 ≤ a. One that has turned for a share ρ of
 * the time τ has θ(t) ≤ |ω| t + 2a/b·∫ min(t, ρτ) dt, and v(t) ≤ v + a·min(t, (1 − ρ) τ). The worst ρ counts.
 *
 * @param towards direction from it to this robot
 */
function comeNearer(
  { heading, speed, turnRate }: Motion,
  age: Seconds,
  towards: Radians,
  { maxSpeed, maxTurnRate, maxAcceleration: a, track }: BodyLimits,
): Meters {
  if (age <= 0) return 0;
  const off = Math.abs(wrapAngle(towards - (speed < 0 ? heading + Math.PI : heading)));
  const [v, w] = [Math.abs(speed), Math.abs(turnRate)];
  const fastest = Math.max(maxSpeed, v);
  const quickest = Math.max(maxTurnRate, w);
  const steps = clamp(Math.ceil(age / BOUND_STEP), 1, MOST_STEPS);
  let most = 0;
  for (let k = 0; k < steps; k++) {
    const turns = ((k + 1) * age) / steps;
    const drives = age - (k * age) / steps;
    let [nearer, before] = [0, 0];
    for (let i = 1; i <= steps; i++) {
      const t = (i * age) / steps;
      const way = Math.min(fastest * t, v * t + a * gained(t, drives));
      const turned = Math.min(quickest * t, w * t + ((2 * a) / track) * gained(t, turns));
      nearer += (way - before) * Math.max(0, Math.cos(Math.max(0, off - turned)));
      before = way;
    }
    most = Math.max(most, nearer);
  }
  return most;
}

/** ∫ min(t, d) dt from 0 to t. */
const gained = (t: Seconds, d: Seconds): number => (t <= d ? (t * t) / 2 : d * t - (d * d) / 2);
