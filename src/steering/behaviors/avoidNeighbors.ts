/** Avoid neighbors: pass those whose way one's own crosses, and stop in time before those that are in it. */
import { z } from 'zod';
import { add, length, scale, sub, truncate, type Vec2, wrapAngle } from '../../math/geometry.js';
import type { Radians, Seconds } from '../../math/units.js';
import type { Mark } from '../../signals/signals.js';
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

/** Whom it is passing, for how long, and what it wanted before. */
interface Passing {
  readonly id: string | null;
  readonly course: Vec2;
  readonly since: Seconds;
  /** How it faced a tick ago. */
  readonly heading: Radians | null;
}

/** As slow as this is standing [m/s]. */
const STANDSTILL_SPEED = 1e-6;

/**
 * Unaligned collision avoidance, and an envelope of speed under it.
 *
 * u is the velocity that is wanted: v + F₀/k, where F₀ is the force of what stands before it in a blend; where nothing
 * does, the velocity it had before it began to speak (it falls silent for a tenth of a second now and then, to hear
 * what the others want). With u and the neighbors' velocities kept, t* and d are time and distance of the closest
 * approach (`closestApproach`). The soonest threat ahead with t* < horizon and d < radii + margin is passed
 * (`passingVelocity`) on the side that it is not on: F = k (v_d − v) − F₀. Both do so, and each sees what the other
 * does already, so that they share it.
 *
 * Beside it, and silent, it scales the velocity so that the body can stop in its half of every gap (`keepApart`): two
 * that both do so do not touch, whatever else their missions say. Where two stand in each other's way they turn on
 * the spot and go along each other's sides. Source: Reynolds, GDC 1999.
 */
export function avoidNeighbors(input: AvoidNeighborsInput = {}): Behavior<Passing> {
  const parameters = avoidNeighborsParameters.parse(input);
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

/** For so long it says nothing after it has spoken without a break, to hear what the others want [s]. */
const LISTENING_TIME: Seconds = 0.1;

/** How long it has spoken without a break; below zero, how long it will yet listen. */
function nextSince(since: Seconds, speaks: boolean, dt: Seconds, horizon: Seconds): Seconds {
  if (since < 0) return Math.min(0, since + dt);
  if (!speaks) return 0;
  return since + dt > horizon ? -LISTENING_TIME : since + dt;
}

/** What it wants: what it does, unless it does what this behavior asked for: then what it wanted before. */
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
