/** Arrive: go to a point and stand still on it. */
import { z } from 'zod';
import { distance, dot, fromPolar, length, scale, sub, type Vec2, ZERO } from '../../math/geometry.js';
import { brakingSpeed, type SpeedLimit } from '../../math/stopping.js';
import type { Meters, MetersPerSecond, Seconds } from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import { type Mark, ZERO_TWIST } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { holdBand, plannedDeceleration, settlingTime, standsStill } from '../braking.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';
import { facing } from '../facing.js';
import { predictTarget, type TargetState, targetParameter } from '../target.js';

export const arriveParameters = z.strictObject({
  target: targetParameter,
  within: quantity('m', { above: 0 })
    .default(0.01)
    .describe('It has arrived when it stands still this near.'),
  profile: z
    .enum(['braking', 'linear', 'buckland'])
    .default('braking')
    .describe(
      'How it slows down: as late as its brakes allow, linearly as Reynolds has it, or as in Buckland’s book.',
    ),
  slowingRadius: quantity('m', { above: 0 })
    .optional()
    .describe(
      'It slows down from this distance on. Unless given: `linear` from maxSpeed²/a, `braking` as late as the brakes allow.',
    ),
  deceleration: quantity('m/s²', { above: 0 })
    .optional()
    .describe(
      'How hard it brakes before its target, and never harder than with 0.9 of what the body can; for `buckland` 1 is fast and 3 slow.',
    ),
  heading: quantity('rad').optional().describe('The heading to which it turns on the target.'),
});

export type ArriveInput = Written<typeof arriveParameters>;

/**
 * Where it has come to a stand on the target: there it no longer drives, unless the target gets out of `within`, or it is
 * moved itself. Null on its way.
 */
interface ArriveMemory {
  readonly there: Vec2 | null;
}

type Parameters = z.output<typeof arriveParameters>;
type Profile = (d: Meters, body: BodyLimits, dt: Seconds) => SpeedLimit;

/** v = a_b (√(T² + 2d/a_b) − T): brakes at a constant a_b. */
const braking =
  ({ slowingRadius, deceleration = Number.POSITIVE_INFINITY }: Parameters): Profile =>
  (d, body, dt) => {
    const wanted = slowingRadius === undefined ? deceleration : body.maxSpeed ** 2 / (2 * slowingRadius);
    return brakingSpeed(d, Math.min(deceleration, wanted, plannedDeceleration(body)), settlingTime(dt));
  };

/** v = maxSpeed · d / slowingRadius (Reynolds). */
const linear =
  ({ slowingRadius }: Parameters): Profile =>
  (d, body) => {
    const radius = slowingRadius ?? body.maxSpeed ** 2 / plannedDeceleration(body);
    return { speed: (body.maxSpeed * d) / radius, slope: 0 };
  };

/** v = d / (0.3 · deceleration) (Buckland); the listing's d / deceleration · 0.3 is eleven times slower at 1. */
const buckland =
  ({ deceleration = 1 }: Parameters): Profile =>
  (d) => ({ speed: d / (0.3 * deceleration), slope: 0 });

const profiles = { braking, linear, buckland };

/** How to approach a target, from the parameters. */
interface Plan {
  readonly profile: Profile;
  readonly within: Meters;
  readonly hold: Meters;
  /** Whether it brakes by the plan and passes on v̇_d. */
  readonly planned: boolean;
}

export const planOf = (parameters: Parameters): Plan => ({
  profile: profiles[parameters.profile](parameters),
  within: parameters.within,
  hold: holdBand(parameters.within),
  planned: parameters.profile === 'braking',
});

/** A desired velocity [m/s], and how it changes [m/s²]. */
interface Wish {
  readonly velocity: Vec2;
  readonly acceleration: Vec2;
}

/** v_d and v̇_d at `away` metres from the target, both along the way to it. */
export function approach(percept: Percept, aim: TargetState, away: Meters, plan: Plan): Wish {
  const { profile, within, hold, planned } = plan;
  const { body, pose, dt } = percept;
  // This near, the direction is lost in rounding.
  const towards = away > 1e-200 ? scale(sub(aim.position, pose), 1 / away) : ZERO;
  const limit = profile(Math.max(0, away - hold), body, dt);
  const wish =
    planned && limit.speed < body.maxSpeed
      ? plannedApproach(limit, towards, aim, percept)
      : { velocity: scale(towards, Math.min(body.maxSpeed, limit.speed)), acceleration: ZERO };
  const starts = Math.min(STARTING_SPEED, limit.speed, body.maxSpeed);
  const isStuck = away > within && standsStill(percept.forwardSpeed) && length(wish.velocity) < starts;
  return isStuck ? { ...wish, velocity: scale(towards, starts) } : wish;
}

/**
 * Cosine of the bearing within which a body faces its target, and the least share of its speed for a target to the
 * side.
 */
const FACING_COSINE = 0.9;
const MIN_SPEED_SHARE = 0.25;
/** A standing body beyond `within` asks for at least this, or for its limit: less would not start the wheels. */
const STARTING_SPEED: MetersPerSecond = 0.015;

/**
 * Planned braking: v_d = v(d), v̇_d = −v'(d)·v, both reduced the more the target lies to the side.
 *
 * A body whose target lies to the side must drive slower than one that faces it, or it circles the target for ever.
 * While it faces the target and is slower than its limit, it asks for the shortfall twice: the force responds with the
 * lag τ, and on a short way that never reaches full speed this halves the loss from the lag.
 *
 * @param towards unit vector to the target
 */
function plannedApproach(limit: SpeedLimit, towards: Vec2, aim: TargetState, percept: Percept): Wish {
  const { pose, velocity, body } = percept;
  const facing = dot(fromPolar(1, pose.heading), towards);
  const closing = dot(sub(velocity, aim.velocity), towards);
  // The bearing counts little at the start of braking, and soon fully.
  const counts = Math.min(1, 3 * (1 - limit.speed / body.maxSpeed));
  const share = 1 - (1 - Math.max(MIN_SPEED_SHARE, facing)) * counts;
  const allowed = share * limit.speed;
  const shortfall = facing > FACING_COSINE ? Math.max(0, allowed - closing) : 0;
  return {
    velocity: scale(towards, Math.min(body.maxSpeed, allowed + shortfall)),
    acceleration: scale(towards, -share * limit.slope * closing),
  };
}

/**
 * Goes to a point and stops on it.
 *
 * v_d = min(maxSpeed, v(d)) · unit(target − p), F = k (v_d − v); for `braking` see plannedApproach.
 *
 * `braking` (the default) passes on v̇_d, so that the force brakes as planned instead of lagging by τ = m/k, and stops
 * at the edge of the hold band: it does not overshoot. `linear` and `buckland` are the articles' profiles, with their
 * overshoot. With a `heading` it then turns to that on the spot. At the target v_d = 0, so the force brakes (the zero
 * force of one listing would let the body coast). Source: Reynolds 1999; Buckland 2005.
 *
 * @example
 * ```ts
 * import { arrive, scenario, simulate } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: arrive({ target: [1, 0] }) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots }));
 * console.log(a?.outcome, a?.finalPose.x.toFixed(1)); // arrived 1.0
 * ```
 */
export function arrive(input: ArriveInput): Behavior<ArriveMemory> {
  const parameters = checkedInput('arrive', arriveParameters, input);
  const { target, within, heading } = parameters;
  const plan = planOf(parameters);
  return {
    name: 'arrive',
    input,
    start: () => ({ there: null }),
    steer(percept, memory) {
      const aim = predictTarget(target, percept);
      if (!aim) return { memory };
      const away = distance(aim.position, percept.pose);
      const lookahead = away;
      const goal = { at: aim.position, remaining: away };
      const marks = construction(aim.position, parameters);
      // Noise of a target that stands turns no robot that has arrived; one that moves away is followed at once.
      const stays = away <= within && length(aim.velocity) < SLOW;
      const stands = away <= within && standsStill(percept.forwardSpeed);
      const isOnIt = plan.planned && away <= LAST_SHARE * plan.hold && percept.forwardSpeed === 0;
      const { x, y } = percept.pose;
      const rests =
        memory.there && (heading !== undefined || distance(memory.there, percept.pose) <= plan.hold);
      const begins = heading === undefined ? isOnIt : stands;
      const there = stays && (rests ? memory.there : begins ? { x, y } : null);
      if (there && heading !== undefined)
        return desire(percept, ZERO, { there }, { lookahead, goal, marks, ...facing(percept, heading) });
      if (there) {
        const rested = { lookahead, goal, marks, arrived: true, twist: ZERO_TWIST };
        return desire(percept, ZERO, { there }, rested);
      }
      const { velocity, acceleration } = approach(percept, aim, away, plan);
      return desire(
        percept,
        velocity,
        { there: null },
        {
          lookahead,
          goal,
          marks,
          acceleration,
          arrived: stands && heading === undefined,
          // It stops the last millimetres as hard as its wheels can: the force would let it crawl for 0.2 s more.
          twist: plan.planned && away <= LAST_SHARE * plan.hold ? ZERO_TWIST : undefined,
        },
      );
    },
  };
}

arrive.entry = entryOf({
  about: 'Go to a point and stand still on it.',
  parameters: arriveParameters,
  marks: {
    ...shared('target'),
    'slowing radius': 'Inside this circle the robot slows down.',
  },
  goal: ({ target, within, heading }) => ({ kind: 'arrive', target, within, heading }),
});

/** Of the hold band, at whose edge planned braking ends. */
const LAST_SHARE = 1.5;
/** A target as slow as this stands. */
const SLOW: MetersPerSecond = 0.02;

function construction(at: Vec2, { within, slowingRadius }: Parameters): Mark[] {
  const target: Mark = { kind: 'circle', at, radius: within, label: 'target' };
  return slowingRadius === undefined
    ? [target]
    : [target, { kind: 'circle', at, radius: slowingRadius, label: 'slowing radius' }];
}
