/** Turning to a heading on the spot, at the end of a way. */
import { wrapAngle } from '../math/geometry.js';
import { deg, type Radians } from '../math/units.js';
import type { Percept, Steering } from './behavior.js';
import { standsStill } from './braking.js';

/** It stops turning this near to the heading, and has arrived within the other. */
const TURN_HOLD: Radians = deg(0.5);
const TURN_WITHIN: Radians = deg(1.5);

/** Whether the body stands with a heading. */
export function faces({ pose, forwardSpeed, turnRate, body }: Percept, heading: Radians): boolean {
  const stands = standsStill(forwardSpeed) && standsStill((turnRate * body.track) / 2);
  return stands && Math.abs(wrapAngle(pose.heading - heading)) <= TURN_WITHIN;
}

/** The answer of a body that stands on its target: turns to the heading, then stands. */
export function facing(percept: Percept, heading: Radians): Pick<Steering, 'face' | 'arrived'> {
  const off = Math.abs(wrapAngle(percept.pose.heading - heading));
  return { arrived: faces(percept, heading), ...(off > TURN_HOLD && { face: heading }) };
}
