/** Look around: stop every few centimeters, and turn to and fro, so that a narrow eye sees what stands there. */

import { z } from 'zod';
import {
  add,
  angleOf,
  distance,
  fromPolar,
  length,
  type Vec2,
  wrapAngle,
  ZERO,
} from '../../math/geometry.js';
import { REST_SPEED } from '../../math/standstill.js';
import { deg, type Meters, type Radians, type Seconds } from '../../math/units.js';
import type { Mark, Reason } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import { type LookingTurn, lookingTurn } from '../avoidance/fieldOfView.js';
import type { Behavior, Percept, Steering, Wish } from '../behavior.js';
import { plannedDeceleration, standsStill } from '../braking.js';
import { desire } from '../desire.js';
import { entryOf } from '../entry.js';

const lookAroundParameters = z.strictObject({
  sweep: quantity('rad', { min: deg(5), max: deg(90) })
    .default(deg(40))
    .describe('How far to either side of its way it looks before it drives on.'),
  rate: quantity('rad/s', { above: 0 })
    .optional()
    .describe(
      'How fast its eyes pass over what is beside its way; unless given, as fast as they still see each thin post.',
    ),
  spacing: quantity('m', { above: 0 })
    .optional()
    .describe(
      'The way that it drives between two looks; unless given, three radii of the body, and at most half as far as the eyes see.',
    ),
});

export type LookAroundInput = Written<typeof lookAroundParameters>;

/** The parameters as they are for the robot's eyes, and the turn that these need. */
interface Plan extends LookingTurn {
  readonly sweep: Radians;
  readonly spacing: Meters;
}

/** A look that is under way: it stops, turns to one side, then slowly to the other side, and back. */
interface Look {
  readonly stage: 'stop' | 'out' | 'across' | 'back';
  /** The direction that it looks about. */
  readonly way: Radians;
  /** The side that it turns to first: 1 left, −1 right. */
  readonly side: 1 | -1;
  /** Where it stands. */
  readonly from: Vec2;
  /** It has driven to another place since the look before, and has not only turned. */
  readonly isNewPlace: boolean;
  /** How far it is to be turned to that side now. */
  readonly aim: Radians;
}

interface Memory {
  /** Where it looked last; null before. */
  readonly at: Vec2 | null;
  /** The directions that it looked about near that place. */
  readonly ways: readonly Radians[];
  /** null while it drives. */
  readonly look: Look | null;
}

const SPACING_RADII = 3;
/** What lies within this share of the sweep, beside a direction that it looked about, needs no look of its own. */
const KNOWN_SHARE = 0.8;
/**
 * A turn ends before the heading that it asks for: the last degrees would be slow, and a wheel may stick there. So it asks for
 * this more than it needs, and the next behavior turns the last of the way back.
 */
const SPARE_TURN: Radians = deg(10);
/**
 * The direction that it turns to is ahead of its heading by at most the turn of this time, so that a body that was held up
 * does not hurry past what it is to see.
 */
const LEAD_TIME: Seconds = 0.15;
/** A heading this near to the way has no side: it then turns left first. */
const TIE: Radians = 1e-6;

/**
 * Stops now and then and turns to and fro, so that a narrow eye shows what stands beside the way and not only on it.
 *
 * A look begins after `spacing`, the way of the stop included, and where the way leads more than 0.8·sweep off every
 * direction that it has looked about since. The body stops, turns by h to one side, then at the turn rate `rate` by 2h to
 * the other side, and back, where
 *
 *     h = the largest angle between a direction within ±sweep of the way and the nearest one that an eye sees,
 *     rate = f·max(w/2, 0.08 rad) of the slowest eye, f its readings a second, w the width of its beam.
 *
 * One infrared eye has h = sweep and, 25 times a second, 2 rad/s: 4 cm between two readings at half a metre. Each turn ends
 * when its heading is reached, so a body that turns more slowly takes longer and sees the same. It turns first to the side on
 * which its heading is already, to the left where it heads along its way.
 *
 * Silent while the wish does not move the body or only turns it, without an eye within 90° of its front, where the eyes
 * see ±sweep without a turn (a lidar, a ring), and nearer to the goal than `spacing`. If the wish ends in the middle of a
 * look, the look waits. If the pose jumps by more than `spacing`, another look follows. From one place it looks about each
 * direction once, so a wish that turns with the body does not keep it there.
 *
 * Put it before `avoidObstacles` in `prioritize`. Source: our own; robots with a sonar on a servo stop and scan like this.
 *
 * @example
 * ```ts
 * import { arrive, lookAround, prioritize, scenario, simulate } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: prioritize(lookAround({}), arrive({ target: [1, 0] })) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots }));
 * console.log(a?.outcome, a?.finalPose.x.toFixed(1)); // arrived 1.0
 * ```
 */
export function lookAround(input: LookAroundInput = {}): Behavior<Memory> {
  const { sweep, rate, spacing } = checkedInput('lookAround', lookAroundParameters, input);
  return {
    name: 'lookAround',
    input,
    start: () => ({ at: null, ways: [], look: null }),
    steer(percept, before) {
      const turn = lookingTurn(percept.rangers, sweep);
      if (!turn || !isMoving(percept.wish)) return { memory: before };
      const widest = Math.min(SPACING_RADII * percept.body.radius, turn.reach / 2);
      const plan = {
        ...turn,
        sweep,
        rate: rate ?? turn.rate,
        spacing: spacing ?? widest,
      };
      const look = lookNow(percept, before, plan);
      if (look) return turning(percept, { ...before, look }, look, plan);
      return { memory: before.look ? looked(before, before.look) : before };
    },
  };
}

lookAround.entry = entryOf({
  about: 'Stop every few centimeters, and turn to and fro, so that a narrow eye sees what stands there.',
  parameters: lookAroundParameters,
  marks: {
    look: 'Before it drives on, it looks this far to either side of its way.',
  },
  avoids: true,
  needsSight: true,
});

const isMoving = (wish: Wish | undefined): wish is Wish =>
  wish !== undefined && (length(wish.velocity) > REST_SPEED || wish.face !== undefined);

/** The look in this tick; null where none is due, or where it is over. */
function lookNow(percept: Percept, { look, ...before }: Memory, plan: Plan): Look | null {
  const now = look ?? dueLook(percept, before, plan);
  return now && onward(percept, now, plan);
}

const stopFor = (way: Radians, isNewPlace: boolean): Look => ({
  stage: 'stop',
  way,
  side: 1,
  from: ZERO,
  isNewPlace,
  aim: 0,
});

/**
 * A look, where it has driven as far as it may, the way of a stop included, or is to drive where it has not looked. Null
 * before a goal that is nearer than the next look.
 */
function dueLook(percept: Percept, { at, ways }: Omit<Memory, 'look'>, plan: Plan): Look | null {
  const { sweep, spacing } = plan;
  const { pose, wish } = percept;
  if (!wish || wish.face !== undefined) return null;
  const stop = stoppingWay(percept);
  if (wish.goal && wish.goal.remaining - stop <= spacing) return null;
  const way = angleOf(wish.velocity);
  if (!at || distance(pose, at) + stop >= spacing) return stopFor(way, true);
  const isKnown = ways.some((known) => Math.abs(wrapAngle(way - known)) <= KNOWN_SHARE * sweep);
  return isKnown ? null : stopFor(way, false);
}

/**
 * The way of a stop that begins a tick later, v faster by a·dt: v·dt + v²/2a + a τ²/2, and below the speed a·τ, where braking
 * fades, v (dt + τ); τ = m/k.
 */
function stoppingWay({ forwardSpeed, dt, body }: Percept): Meters {
  const a = plannedDeceleration(body);
  const speed = Math.abs(forwardSpeed) + a * dt;
  const tau = body.mass / body.steeringGain;
  const braking = speed < a * tau ? speed * tau : speed ** 2 / (2 * a) + (a * tau ** 2) / 2;
  return speed * dt + braking;
}

/** The look a tick later, by where the body heads by now; null at its end. */
function onward(percept: Percept, look: Look, plan: Plan): Look | null {
  const { half, rate } = plan;
  const turned = look.side * wrapAngle(percept.pose.heading - look.way);
  switch (look.stage) {
    case 'stop':
      return standsStill(percept.forwardSpeed) ? onward(percept, begun(percept, look), plan) : look;
    case 'out':
      if (turned < half) return { ...look, aim: half + SPARE_TURN };
      return turned > half + SPARE_TURN ? { ...look, aim: half } : { ...look, stage: 'across', aim: turned };
    case 'across': {
      if (turned <= -half) return { ...look, stage: 'back', aim: 0 };
      const ahead = Math.max(look.aim - rate * percept.dt, turned - rate * LEAD_TIME);
      return { ...look, aim: Math.max(ahead, -half - SPARE_TURN) };
    }
    case 'back':
      return Math.abs(turned) <= SPARE_TURN ? null : look;
  }
}

/** It turns first to the side to which its heading is off its way already; left where it is on it. */
function begun({ pose }: Percept, look: Look): Look {
  const side = wrapAngle(pose.heading - look.way) < -TIE ? -1 : 1;
  return { ...look, stage: 'out', side, from: { x: pose.x, y: pose.y } };
}

/** What it remembers of a look that is over. */
const looked = ({ at, ways }: Memory, { way, from, isNewPlace }: Look): Memory => ({
  at: isNewPlace ? from : at,
  ways: isNewPlace ? [way] : [...ways, way],
  look: null,
});

const LOOKS: Reason = { why: 'it looks about' };

/** It stands, and turns to where the look wants it now. */
function turning(percept: Percept, memory: Memory, look: Look, { sweep, spacing }: Plan): Steering<Memory> {
  const { pose, wish } = percept;
  if (look.stage === 'stop')
    return desire(percept, ZERO, memory, { face: pose.heading, stands: LOOKS, ...goalOf(wish) });
  const marks = [sweep, -sweep].map((side): Mark => {
    const to = add(pose, fromPolar(spacing, look.way + side));
    return { kind: 'segment', from: pose, to, label: 'look' };
  });
  const face = wrapAngle(look.way + look.side * look.aim);
  return desire(percept, ZERO, memory, { face, marks, stands: LOOKS, ...goalOf(wish) });
}

const goalOf = (wish: Wish | undefined) => wish?.goal && { goal: wish.goal };
