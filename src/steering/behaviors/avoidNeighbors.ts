/** Avoid neighbors: pass those whose way crosses, and stop in time before those in the way. */
import { z } from 'zod';
import { add, length, scale, sub, truncate, wrapAngle, ZERO } from '../../math/geometry.js';
import type { Radians } from '../../math/units.js';
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

/** The neighbor that it is passing. */
interface Passing {
  readonly id: string | null;
  /** Its heading a tick ago. */
  readonly heading: Radians | null;
}

/**
 * Passes neighbors whose way crosses the robot's, and stops in time for those in its way.
 *
 * This is unaligned collision avoidance with a speed limit.
 *
 * u is the wish, what would be done without this behavior; without any other behavior, the present velocity. If u and
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
    start: () => ({ id: null, heading: null }),
    steer(percept, memory, soFar) {
      const { body, velocity, pose } = percept;
      const { horizon, margin } = parameters;
      const near = neighborsWithin(percept, 4 * body.radius + margin + 2 * body.maxSpeed * horizon);
      const course = wishedVelocity(percept);
      const threat = mostUrgentThreat(percept, course, near, parameters, memory.id);
      const passing = threat && passingVelocity(percept, course, threat, margin);
      const wanted = passing ? truncate(passing, body.maxSpeed) : course;
      const turned = memory.heading === null ? 0 : wrapAngle(pose.heading - memory.heading);
      const turning = turned / percept.dt;
      const kept = keepApart(wanted, percept, near, { keep: margin / 2, waits: false, turning });
      const velocityScale = kept.brakes ? 0 : scaleToSpeed(kept.allowed, percept);
      const next: Passing = { id: threat?.neighbor.id ?? null, heading: pose.heading };
      const turns = kept.face !== undefined;
      if (!threat && !kept.instead && !turns)
        return { memory: next, ...(velocityScale < 1 && { velocityScale }) };
      const desiredVelocity = turns ? ZERO : (kept.instead ?? wanted);
      return {
        force: sub(scale(sub(desiredVelocity, velocity), body.steeringGain), soFar),
        gain: length(soFar) > 0 ? 0 : 1,
        desiredVelocity,
        memory: next,
        velocityScale,
        marks: threat ? marksOf(percept, threat) : [],
        ...(kept.face !== undefined && { face: kept.face }),
      };
    },
  };
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
