/** Avoid neighbors: drive round those whose ways cross, and stop in time before those in the way. */
import { z } from 'zod';
import {
  add,
  angleOf,
  distance,
  length,
  rotate,
  scale,
  sub,
  type Vec2,
  wrapAngle,
  ZERO,
} from '../../math/geometry.js';
import { deg, type Meters, type MetersPerSecond, type Radians, type Seconds } from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import type { Mark, Neighbor, Reason } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { boundsOf, STANDS } from '../crowds/bounds.js';
import { keepApart, wishedVelocity } from '../crowds/keepApart.js';
import { bestVelocity } from '../crowds/orca.js';
import { type Other, othersAtWorst, othersNear } from '../crowds/others.js';
import { type StandoffMemory, standoff } from '../crowds/standoff.js';
import { scaleToSpeed, speedBesideWalls } from '../crowds/stoppingRoom.js';
import { swirl } from '../crowds/swirl.js';
import { entryOf } from '../entry.js';

const avoidNeighborsParameters = z.strictObject({
  horizon: quantity('s', { above: 0 }).default(2).describe('How far ahead in time it looks for collisions.'),
  margin: quantity('m', { above: 0 }).default(0.12).describe('The room between robots that pass each other.'),
});

export type AvoidNeighborsInput = Written<typeof avoidNeighborsParameters>;

/** So many of the nearest neighbors count. */
const MOST_NEIGHBORS = 12;
/** To drive by robots that stand, less room is needed. */
const STANDING_ROOM: Meters = 0.02;
/** The turn of the wish fades towards the goal. */
const FADE: Meters = 0.6;
/** Room of the point before the axle that moves in any direction. */
const MAX_CENTER_ROOM: Meters = 0.02;
/** Gap when both stand. */
const KEPT_GAP: Meters = 0.015;
/** A robot without a wish steps aside if it should be faster than this. */
const STEP_ASIDE: MetersPerSecond = 0.02;
/** The direction of a velocity is the chord of an arc of this length [radii]. */
const LOOKAHEAD_RADII = 1;

/**
 * Drives round neighbors whose ways cross its own, and stops in time for those in its way.
 *
 * 1. **Swirl**: the wish, what would be done without this behavior, is turned right by the angle that would be enough if
 *    all turned theirs (`swirl`); it fades within 0.6 m of the goal. Robots say their wishes to each other.
 * 2. **ORCA**: of all velocities that lead to no contact within 1 s, if the others do their half, the nearest to it
 *    (`reciprocal`, `bestVelocity`). The bodies cannot move sideways, but a point D before the axle can: v = u·h, ω =
 *    (u × h)/D.
 * 3. **Guarantee**: the speed from which the body stops in its half of every gap (`keepApart`), to where the others can be
 *    at worst (`othersAtWorst`); also while silent. Two robots that do so do not touch, whatever their missions ask for.
 *
 * Of two that stand before each other for long, one backs off (`standoff`). A robot at its goal gives way as well. Without
 * another behavior the wish is the present velocity. Sources: Reynolds,
 * GDC 1999 (unaligned collision avoidance); van den Berg et al. 2011 (ORCA); Snape et al. 2010 (the effective centre).
 *
 * @example
 * ```ts
 * import { arrive, avoidNeighbors, prioritize, scenario, simulate } from 'steerbot';
 * const robots = [
 *   { robot: 'scout', at: { x: 0, y: 0 }, mission: prioritize(avoidNeighbors({}), arrive({ target: [2, 0] })) },
 *   { id: 'b', robot: 'scout', at: { x: 2, y: 0, heading: '180 deg' }, mission: prioritize(avoidNeighbors({}), arrive({ target: [0, 0] })) },
 * ];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots }));
 * console.log(a?.outcome, a?.contacts); // arrived 0
 * ```
 */
export function avoidNeighbors(input: AvoidNeighborsInput = {}): Behavior<StandoffMemory> {
  const parameters = checkedInput('avoidNeighbors', avoidNeighborsParameters, input);
  return {
    name: 'avoidNeighbors',
    input,
    start: () => null,
    steer(percept, before, soFar) {
      const { body, velocity, pose, turnRate, wish } = percept;
      const { horizon, margin } = parameters;
      const others = othersNear(percept, 2 * body.radius + margin + 2 * body.maxSpeed * horizon).slice(
        0,
        MOST_NEIGHBORS,
      );
      const wished = wishedVelocity(percept);
      const { memory, velocity: course = wished } = standoff(percept, before, wished, others[0]);
      const says = { wish: course };
      const turned = rotate(course, -turnOf(percept, course, others, parameters));
      // Without others, walls are the concern of other behaviors; the guarantee counts all the same.
      const best = others.length > 0 ? amongAll(percept, turned, others, margin) : course;
      const isFree =
        distance(best, course) < NO_CHANGE || (length(course) === 0 && length(best) < STEP_ASIDE);
      const wanted = isFree ? course : best;
      const kept = keepApart(wanted, percept, othersAtWorst(percept, stopsWithin(body)), {
        keep: Math.min(KEPT_GAP, margin / 2),
        waits: false,
        turning: turnRate,
      });
      const slowed = kept.brakes ? 0 : scaleToSpeed(kept.allowed, percept);
      const stands = waiting(percept, Math.min(kept.allowed, length(wanted)));
      const said = { memory, says, ...(stands && { stands }) };
      if (isFree && !kept.instead && kept.face === undefined)
        return { ...said, ...(slowed < 1 && { velocityScale: slowed }) };
      const face = kept.face ?? (kept.instead ? undefined : mustFace(wanted, percept));
      const desiredVelocity = face === undefined ? (kept.instead ?? wanted) : ZERO;
      const along = kept.instead ? Number.POSITIVE_INFINITY : speedAhead(desiredVelocity, pose.heading);
      const most = Math.min(along, speedBesideWalls(percept, desiredVelocity));
      const velocityScale = Math.min(slowed, scaleToSpeed(most, percept));
      return {
        force: sub(scale(sub(desiredVelocity, velocity), body.steeringGain), soFar),
        gain: length(soFar) > 0 ? 0 : 1,
        desiredVelocity,
        velocityScale,
        ...said,
        ...(wish?.goal && { goal: wish.goal }),
        ...(!kept.instead && { lookahead: LOOKAHEAD_RADII * body.radius }),
        marks: marksOf(percept, others[0], turned),
        ...(face !== undefined && { face }),
      };
    },
  };
}

avoidNeighbors.entry = entryOf({
  about: 'Drive round those whose ways cross, and stop in time before those in the way.',
  parameters: avoidNeighborsParameters,
  marks: {
    'nearest robot': 'The other robot that is nearest.',
    'turned wish': 'Where the robot would be in a second if it only drove round the others.',
  },
  avoids: true,
});

/** Slower than this it makes way rather than progress. */
const WAITS: MetersPerSecond = 0.02;

/** A robot nearer than this is the one for which it waits. */
const BESIDE: Meters = 0.3;

/**
 * The robot for which it waits: one that stands where it wants to go, or the nearest where it may hardly drive, or where
 * something else holds it as well.
 */
function waiting(percept: Percept, allowed: MetersPerSecond): Reason | undefined {
  const { neighbors, pose, wish, body, forwardSpeed } = percept;
  if (neighbors.length === 0) return undefined;
  const goal = wish?.goal?.at;
  const isNear = goal && distance(pose, goal) < ON_GOAL;
  const there = isNear && neighbors.find((one) => standsAt(goal, one, body.radius));
  if (there) return { why: `robot '${there.id}' stands on its goal`, where: goal, blocked: true };
  if (allowed >= WAITS && Math.abs(forwardSpeed) >= WAITS) return undefined;
  const gap = (one: Neighbor) => distance(one.position, pose) - one.radius - body.radius;
  const nearest = neighbors.reduce((best, one) => (gap(one) < gap(best) ? one : best));
  return allowed < WAITS || gap(nearest) < BESIDE ? { why: `it waits for robot '${nearest.id}'` } : undefined;
}

/** So near to its goal it knows whether another robot stands there. */
const ON_GOAL: Meters = 1;
const standsAt = (goal: Vec2, { position, velocity, radius }: Neighbor, own: Meters): boolean =>
  length(velocity) < STANDS && distance(position, goal) < own + radius;

/** A velocity that differs by less is the same. */
const NO_CHANGE: MetersPerSecond = 1e-3;

/** From its middle: its own radius, and the ways in which it and a robot of its kind stop, each 2·v²/2a with room to spare. */
const stopsWithin = ({ radius, maxSpeed, maxAcceleration }: BodyLimits): Meters =>
  radius + (2 * maxSpeed ** 2) / maxAcceleration;

/** A body as slow as this turns on the spot to a velocity so far aside: the part ahead would not move its wheels. */
const PIVOT_SPEED: MetersPerSecond = 0.05;
const PIVOT_ANGLE: Radians = deg(60);

function mustFace(velocity: Vec2, { pose, forwardSpeed }: Percept): Radians | undefined {
  if (length(velocity) === 0 || Math.abs(forwardSpeed) > PIVOT_SPEED) return undefined;
  const direction = angleOf(velocity);
  return Math.abs(wrapAngle(direction - pose.heading)) > PIVOT_ANGLE ? direction : undefined;
}

/** |u| cos θ: while it turns, the body drives only the part ahead; at least a little, so that it turns. No limit ahead. */
function speedAhead(velocity: Vec2, heading: Radians): MetersPerSecond {
  const share = Math.cos(wrapAngle(angleOf(velocity) - heading));
  if (length(velocity) === 0 || share > AHEAD_SHARE) return Number.POSITIVE_INFINITY;
  return length(velocity) * Math.max(LEAST_SHARE, share);
}

/** Within 8° it is ahead. */
const AHEAD_SHARE = 0.99;
/** A velocity aside keeps at least this share. */
const LEAST_SHARE = 0.05;

/** b* of the swirl, fading towards the goal. */
function turnOf(
  { pose, body, wish }: Percept,
  course: Vec2,
  others: readonly Other[],
  { horizon, margin }: { readonly horizon: Seconds; readonly margin: Meters },
): Radians {
  const speed = length(course);
  if (speed === 0) return 0;
  const fellows = others.map(({ at, radius, wish: theirs }) => ({
    offset: sub(at, pose),
    wish: theirs,
    room: body.radius + radius + (length(theirs) < STANDS ? STANDING_ROOM : margin),
  }));
  const left = wish?.goal?.remaining ?? Number.POSITIVE_INFINITY;
  return swirl(course, fellows, horizon, left / speed) * Math.min(1, left / FADE);
}

/** The velocity nearest to the turned wish that leads to no contact. */
function amongAll(percept: Percept, turned: Vec2, others: readonly Other[], margin: Meters): Vec2 {
  const { walls, robots } = boundsOf(percept, turned, others, Math.min(MAX_CENTER_ROOM, margin / 2));
  return bestVelocity(turned, percept.body.maxSpeed, [...walls, ...robots], walls.length);
}

const marksOf = ({ pose }: Percept, nearest: Other | undefined, turned: Vec2): Mark[] => [
  ...(nearest
    ? [{ kind: 'circle', at: nearest.at, radius: nearest.radius, label: 'nearest robot' } as const]
    : []),
  { kind: 'segment', from: pose, to: add(pose, turned), label: 'turned wish' },
];
