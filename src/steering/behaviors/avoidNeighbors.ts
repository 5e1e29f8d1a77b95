/** Avoid neighbors: pass those whose way one's own crosses, and stop in time before those that are in it. */
import { z } from 'zod';
import {
  add,
  cross,
  dot,
  fromPolar,
  length,
  scale,
  sub,
  truncate,
  unit,
  type Vec2,
  wrapAngle,
} from '../../geometry.js';
import { quantity } from '../../quantity.js';
import type { Mark, Neighbor } from '../../signals.js';
import type { Meters, MetersPerSecond, Radians, Seconds } from '../../units.js';
import type { Behavior, Percept } from '../behavior.js';
import { type ClosestApproach, closestApproach } from '../closestApproach.js';
import { awayFrom, neighborsWithin } from '../neighbors.js';
import { keepApart, wishOf } from '../pivot.js';
import { scaleTo } from '../stoppingRoom.js';

export const avoidNeighborsParameters = z.strictObject({
  /** How far it looks ahead [s]. */
  horizon: quantity('s', { above: 0 }).default(2),
  /** Room it leaves between bodies that pass each other [m]. */
  margin: quantity('m', { above: 0 }).default(0.03),
});

export interface AvoidNeighborsInput {
  readonly horizon?: number | string;
  readonly margin?: number | string;
}

type Parameters = z.output<typeof avoidNeighborsParameters>;

/** Whom it is passing, for how long, and what it wanted before. */
interface Passing {
  readonly id: string | null;
  readonly course: Vec2;
  readonly since: Seconds;
  /** How it faced a tick ago. */
  readonly heading: Radians | null;
}

interface Threat {
  readonly neighbor: Neighbor;
  readonly approach: ClosestApproach;
  /** Of the other, as this one sees it [m/s]. */
  readonly relative: Vec2;
}

/** As slow as this is standing [m/s]; as short is no distance. */
const NOTHING = 1e-6;
/** The widest turn off the way to a neighbor: more than a right angle, so that a body turns on the spot. */
const WIDEST: Radians = (100 * Math.PI) / 180;
/** As if so fast those drive, too, that stand. */
const STANDING: MetersPerSecond = 0.1;

/**
 * Unaligned collision avoidance, and an envelope of speed under it.
 *
 * u is the velocity that is wanted: v + soFar/k, which is what stands before it in a blend; where nothing does, the
 * velocity it had before it began to speak. With u and the neighbors' velocities kept, t* and d are time and distance
 * of the closest approach. The threat that comes first of those with d < radii + margin is passed on the side that
 * it is not on, close by: v_d = u + e w (tan α − tan γ), e across the line to it, w the closing speed along that
 * line, γ the angle by which it is missed as it is, sin α = (radii + margin)/|p|. Both do so, and each sees what the
 * other does already: they share it. An exact tie goes left, for both, so that they pass. F = k (v_d − u) + soFar's
 * own; alone, k (v_d − v).
 *
 * Beside it, and silent, it scales the velocity so that the body can stop in its half of every gap (`speedBeside`):
 * two that both do so do not touch, whatever else their missions say. Source: Reynolds, GDC 1999.
 */
export function avoidNeighbors(input: AvoidNeighborsInput = {}): Behavior<Passing> {
  const parameters = avoidNeighborsParameters.parse(input);
  return {
    name: 'avoidNeighbors',
    start: () => ({ id: null, course: { x: 0, y: 0 }, since: 0, heading: null }),
    steer(percept, memory, soFar) {
      const { body, velocity, pose } = percept;
      const k = body.steeringGain;
      const { horizon, margin } = parameters;
      const near = neighborsWithin(percept, 4 * body.radius + margin + 2 * body.maxSpeed * horizon);
      const course = length(soFar) > 0 ? wishOf(percept, soFar) : courseOf(percept, memory);
      const listens = memory.since < 0 && length(soFar) === 0;
      const threat = listens ? undefined : mostUrgent(percept, course, near, parameters, memory.id);
      const wanted = threat ? truncate(passing(percept, course, threat, margin), body.maxSpeed) : course;
      const turned = memory.heading === null ? 0 : wrapAngle(pose.heading - memory.heading);
      const turning = turned / percept.dt;
      const { allowed, instead, brakes } = keepApart(wanted, percept, near, {
        keep: margin / 2,
        waits: false,
        turning,
      });
      const other = listens ? undefined : instead;
      const velocityScale = brakes ? 0 : scaleTo(allowed, percept);
      const speaks = threat !== undefined || other !== undefined;
      const next: Passing = {
        id: threat?.neighbor.id ?? null,
        course,
        since: nextSince(memory.since, speaks, percept.dt, horizon),
        heading: pose.heading,
      };
      if (!speaks) return { memory: next, ...(velocityScale < 1 && { velocityScale }) };
      const desiredVelocity = other ?? wanted;
      return {
        force: sub(scale(sub(desiredVelocity, velocity), k), soFar),
        gain: length(soFar) > 0 ? 0 : 1,
        desiredVelocity,
        memory: next,
        velocityScale,
        marks: threat ? marksOf(percept, threat) : [],
      };
    },
  };
}

/** For so long it says nothing after it has spoken without a break, to hear what the others want [s]. */
const LISTENS: Seconds = 0.1;

/** How long it has spoken without a break; below zero, how long it will yet listen. */
function nextSince(since: Seconds, speaks: boolean, dt: Seconds, horizon: Seconds): Seconds {
  if (since < 0) return Math.min(0, since + dt);
  if (!speaks) return 0;
  return since + dt > horizon ? -LISTENS : since + dt;
}

/** What it wants: what it does, unless it does what this behavior asked for: then what it wanted before. */
function courseOf({ velocity, body }: Percept, { course, since }: Passing): Vec2 {
  if (since > 0) return course;
  const speed = length(velocity);
  return speed > NOTHING ? scale(velocity, Math.max(speed, body.maxSpeed / 2) / speed) : velocity;
}

/** The soonest of those ahead that it would pass too near; one that it is passing counts until it is past. */
function mostUrgent(
  { pose, body }: Percept,
  course: Vec2,
  near: readonly Neighbor[],
  { horizon, margin }: Parameters,
  passing: string | null,
): Threat | undefined {
  if (length(course) < NOTHING) return undefined;
  let first: Threat | undefined;
  let soonest = Number.POSITIVE_INFINITY;
  for (const neighbor of near) {
    const p = sub(neighbor.position, pose);
    if (dot(p, course) < 0) continue;
    const relative = sub(neighbor.velocity, course);
    if (dot(p, relative) >= 0) continue;
    const approach = closestApproach(p, relative, horizon);
    const least = body.radius + neighbor.radius + margin;
    if (approach.distance >= (neighbor.id === passing ? 1.2 : 1) * least) continue;
    // Whom it is passing comes first, unless another comes much sooner: no wavering between two.
    const time = neighbor.id === passing ? 0.5 * approach.time : approach.time;
    if (time < soonest) {
      soonest = time;
      first = { neighbor, approach, relative };
    }
  }
  return first;
}

/** The velocity with which this one passes it just so. */
function passing(percept: Percept, course: Vec2, { neighbor, relative }: Threat, margin: Meters): Vec2 {
  const towards = scale(awayFrom(percept, neighbor), -1);
  const left = { x: -towards.y, y: towards.x };
  const far = length(sub(neighbor.position, percept.pose));
  const least = percept.body.radius + neighbor.radius + margin;
  const closing = -dot(relative, towards);
  const side = sideOf(percept, neighbor, left, margin);
  const missed = dot(relative, left) * -side;
  if (far <= least * 1.02) {
    const speed = Math.max(length(course), percept.body.maxSpeed / 2);
    return add(scale(towards, speed * Math.cos(WIDEST)), scale(left, side * speed * Math.sin(WIDEST)));
  }
  const needed = closing * Math.tan(Math.asin(least / far));
  return add(course, scale(left, side * Math.max(0, needed - missed)));
}

/**
 * 1 where it passes with the neighbor on its right, −1 on its left: by how the two miss each other now, which both see
 * alike. Where that is next to nothing the one whose id comes first goes ahead; two head-on go left.
 */
function sideOf({ id, pose, forwardSpeed }: Percept, neighbor: Neighbor, left: Vec2, margin: Meters): 1 | -1 {
  const facing = fromPolar(1, pose.heading);
  const theirs = fromPolar(1, neighbor.heading);
  const own = scale(facing, forwardSpeed + STANDING);
  const relative = sub(add(neighbor.velocity, scale(theirs, STANDING)), own);
  const missedBy = cross(sub(neighbor.position, pose), unit(relative));
  const first = id < neighbor.id ? dot(left, facing) : -dot(left, theirs);
  return margin * first - missedBy > -NOTHING ? 1 : -1;
}

function marksOf({ pose }: Percept, { neighbor, approach }: Threat): Mark[] {
  const there = add(neighbor.position, scale(neighbor.velocity, approach.time));
  const here = sub(there, approach.offset);
  return [
    { kind: 'circle', at: there, radius: neighbor.radius, label: 'threat' },
    { kind: 'segment', from: here, to: there, label: 'closest approach' },
    { kind: 'segment', from: pose, to: here, label: 'own way' },
  ];
}
