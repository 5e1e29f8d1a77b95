/** Avoid neighbors: pass those whose way crosses, and stop in time before those in the way. */
import { z } from 'zod';
import { add, length, scale, sub, truncate, type Vec2, wrapAngle } from '../../math/geometry.js';
import type { Radians, Seconds } from '../../math/units.js';
import type { Mark } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { keepApart, wishedVelocity } from '../crowds/keepApart.js';
import { mostUrgentThreat, passingVelocity, type Threat } from '../crowds/passing.js';
import { scaleToSpeed } from '../crowds/stoppingRoom.js';
import { neighborsWithin } from '../neighbors.js';

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

/** The neighbor that it is passing, for how long, and the velocity wanted before. */
interface Passing {
  readonly id: string | null;
  readonly course: Vec2;
  readonly since: Seconds;
  /** Its heading a tick ago. */
  readonly heading: Radians | null;
}

/** Speeds up to this count as standing [m/s]. */
const STANDSTILL_SPEED = 1e-6;

/**
 * Passes neighbors whose way crosses the robot's, and stops in time for those in its way.
 *
 * This is unaligned collision avoidance with a speed limit.
 *
 * u is the wanted velocity: v + F₀/k, with F₀ the force of the behaviors before it in a blend. Without any, u is the
 * velocity before it began to act (sometimes it is silent for 0.1 s, to see what the other behaviors want). If u and
 * the neighbors' velocities stay the same, t* and d are time and distance of the closest approach (`closestApproach`).
 * The soonest threat ahead with t* < horizon and d < radii + margin is passed (`passingVelocity`) on the other side: F
 * = k (v_d − v) − F₀. Both robots do so, and each sees how far the other already turns, so they share the effort.
 *
 * Also while silent, it scales the velocity so that the body can stop in its half of every gap (`keepApart`): two
 * robots that do so do not touch, whatever their missions ask for. Two robots in each other's way turn on the spot and
 * drive along each other's sides. Source: Reynolds, GDC 1999.
 */
export function avoidNeighbors(input: AvoidNeighborsInput = {}): Behavior<Passing> {
  const parameters = checkedInput('avoidNeighbors', avoidNeighborsParameters, input);
  return {
    name: 'avoidNeighbors',
    input,
    start: () => ({ id: null, course: { x: 0, y: 0 }, since: 0, heading: null }),
    steer(percept, memory, soFar) {
      const { body, velocity, pose } = percept;
      const k = body.steeringGain;
      const { horizon, margin } = parameters;
      const near = neighborsWithin(percept, 4 * body.radius + margin + 2 * body.maxSpeed * horizon);
      const course = length(soFar) > 0 ? wishedVelocity(percept, soFar) : courseOf(percept, memory);
      const listens = memory.since < 0 && length(soFar) === 0;
      const threat = listens ? undefined : mostUrgentThreat(percept, course, near, parameters, memory.id);
      const wanted = threat
        ? truncate(passingVelocity(percept, course, threat, margin), body.maxSpeed)
        : course;
      const turned = memory.heading === null ? 0 : wrapAngle(pose.heading - memory.heading);
      const turning = turned / percept.dt;
      const { allowed, instead, brakes } = keepApart(wanted, percept, near, {
        keep: margin / 2,
        waits: false,
        turning,
      });
      const other = listens ? undefined : instead;
      const velocityScale = brakes ? 0 : scaleToSpeed(allowed, percept);
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

/** After acting for a long time it is silent this long, to see what the other behaviors want. */
const LISTENING_TIME: Seconds = 0.1;

/** How long it has acted without a break; below zero, how long it will still be silent. */
function nextSince(since: Seconds, speaks: boolean, dt: Seconds, horizon: Seconds): Seconds {
  if (since < 0) return Math.min(0, since + dt);
  if (!speaks) return 0;
  return since + dt > horizon ? -LISTENING_TIME : since + dt;
}

/** The wanted velocity: the present one; if this behavior asked for it, the one wanted before. */
function courseOf({ velocity, body }: Percept, { course, since }: Passing): Vec2 {
  if (since > 0) return course;
  const speed = length(velocity);
  return speed > STANDSTILL_SPEED ? scale(velocity, Math.max(speed, body.maxSpeed / 2) / speed) : velocity;
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
