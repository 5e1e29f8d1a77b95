/** Back off: backwards for a way, and then, if wanted, a turn on the spot. */
import { z } from 'zod';
import { distance, fromPolar, type Pose, wrapAngle, ZERO } from '../../math/geometry.js';
import { brakingSpeed } from '../../math/stopping.js';
import type { Meters, Seconds } from '../../math/units.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept, Steering } from '../behavior.js';
import { plannedDeceleration, settlingTime, standsStill } from '../braking.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';
import { facing } from '../facing.js';

const backOffParameters = z.strictObject({
  distance: quantity('m', { above: 0 }).default(0.15).describe('How far it drives backwards.'),
  turn: quantity('rad').default(0).describe('How far it then turns on the spot, left positive.'),
  speed: quantity('m/s', { above: 0 }).default(0.15).describe('It drives backwards no faster.'),
});

export type BackOffInput = Written<typeof backOffParameters>;

/** Where it began, and for how long it has come no farther; null before its first tick. */
interface BackOffMemory {
  readonly from: Pose | null;
  readonly stood: Seconds;
  readonly turns: boolean;
}

/** It is there when so much of the way may be left, and gives up when it has stood so long before. */
const LEFT: Meters = 0.005;
const PATIENCE: Seconds = 2;

/**
 * Drives straight backwards, and then turns on the spot if it is to: v = −min(speed, v_b(d)), d the way left, v_b the speed
 * from which it can still brake. Done when it stands there.
 *
 * It does not look behind itself: the collision monitor does, and where nothing looks, it is slow. If it comes no farther for
 * two seconds it has failed: something is behind it.
 *
 * @param input the distance, or all parameters
 * @example
 * ```ts
 * import { backOff, scenario, simulate } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: backOff({ distance: '0.2 m', turn: '90 deg' }) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots }));
 * console.log(a?.outcome, a?.finalPose.x.toFixed(1), a?.finalPose.heading.toFixed(1)); // arrived -0.2 1.6
 * ```
 */
export function backOff(input: BackOffInput | number | string = {}): Behavior<BackOffMemory> {
  const parameters = checkedInput('backOff', backOffParameters, shortBackOff(input));
  return {
    name: 'backOff',
    input: shortBackOff(input) as object,
    start: () => ({ from: null, stood: 0, turns: false }),
    steer(percept, before) {
      const { x, y, heading } = percept.pose;
      const here = { x, y, heading };
      const isElsewhere = before.from && distance(before.from, here) > parameters.distance + CARRIED;
      const from = (!isElsewhere && before.from) || here;
      const left = parameters.distance - distance(from, percept.pose);
      const isThere = left <= LEFT && standsStill(percept.forwardSpeed);
      if (before.turns || isThere) return turned(percept, { ...before, from, turns: true }, parameters.turn);
      const stood = standsStill(percept.forwardSpeed) ? before.stood + percept.dt : 0;
      const memory = { from, stood, turns: false };
      if (stood > PATIENCE) return { memory, done: 'failed', why: 'it cannot drive backwards' };
      return backwards(percept, memory, left, parameters.speed);
    },
  };
}

function backwards(
  percept: Percept,
  memory: BackOffMemory,
  left: Meters,
  most: number,
): Steering<BackOffMemory> {
  const { pose, body, dt } = percept;
  const braking = brakingSpeed(Math.max(0, left), plannedDeceleration(body), settlingTime(dt));
  const speed = Math.min(most, body.maxSpeed, braking.speed);
  const from = memory.from ?? pose;
  return desire(percept, fromPolar(-speed, pose.heading), memory, {
    twist: { linear: 0 - speed, angular: 0 },
    marks: [{ kind: 'segment', from, to: pose, label: 'backed off' }],
  });
}

/** Farther beyond its distance it has not driven: somebody has carried it, and it begins anew. */
const CARRIED: Meters = 0.3;

/** Turns from the heading that it had, on the spot. */
function turned(percept: Percept, memory: BackOffMemory, turn: number): Steering<BackOffMemory> {
  if (turn === 0) return desire(percept, ZERO, memory, { arrived: true });
  const heading = wrapAngle((memory.from?.heading ?? percept.pose.heading) + turn);
  return desire(percept, ZERO, memory, facing(percept, heading));
}

/** `20 cm` is `{ distance: '20 cm' }`. */
const shortBackOff = (input: unknown): unknown =>
  typeof input === 'number' || typeof input === 'string' ? { distance: input } : input;

backOff.entry = entryOf({
  about: 'Backwards for a way, and then, if wanted, a turn on the spot.',
  parameters: backOffParameters,
  marks: { ...shared(), 'backed off': 'The way that the robot has driven backwards.' },
  short: shortBackOff,
  ends: true,
  mayFail: true,
});
