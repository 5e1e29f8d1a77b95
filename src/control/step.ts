/** READ THIRD: one pure tick, from the state to the motors' duties. */

import { recordSent } from '../estimation/estimate.js';
import { chooseWheels } from '../locomotion/differentialDrive.js';
import { breakAway, speedsOfDuties, toDuties, withGains, withLead } from '../locomotion/motor.js';
import { type LocomotionState, locomote, turnToFace } from '../locomotion/unicycle.js';
import { holdSpeed } from '../locomotion/wheelSpeedLoop.js';
import { clamp, length, ZERO } from '../math/geometry.js';
import type { MetersPerSecond } from '../math/units.js';
import { recordCommand } from '../safety/motionMonitor.js';
import { hasPower, supervise } from '../safety/supervisor.js';
import { boostFor } from '../safety/supplies.js';
import {
  AT_REST,
  type ClockTick,
  type Steered,
  type Tick,
  type Twist,
  ZERO_TWIST,
} from '../signals/signals.js';
import { grantReference, settle, steer, steerDirectly } from '../steering/steer.js';
import { type Asked, behave, unasked } from './behave.js';
import { guard } from './guard.js';
import { estimate, type Now, perceive } from './perceive.js';
import type { RobotModel } from './robotModel.js';
import { shown } from './sense.js';
import { watchProgress } from './standing.js';
import { type LoopState, updated } from './state.js';
import { byHand, isReleased, steeredByTeleop, teleop } from './teleop.js';

/** The result of an event: the next state and, for a tick of the clock, what the wheels do. */
export interface Folded {
  readonly state: LoopState;
  readonly tick?: Tick;
  /** This tick removed the power: the driver must cut the motors. */
  readonly cutsPower?: boolean;
}

/**
 * show → estimate → perceive → behave (or teleop) → steer → locomote → guard → watch progress → reachable wheels →
 * supervise → duties.
 *
 * Pure: the same state and clock give the same next state and tick; the tick's duties are for the driver. It never
 * throws: a behavior that throws or returns NaN stops the robot and latches a fault.
 */
export function step(model: RobotModel, heard: LoopState, { at, lostPeriods }: ClockTick): Required<Folded> {
  const { body, motor } = model;
  const state = updated(heard, { around: shown(model, heard.estimator, heard.around) });
  const now = estimate(model, state, at);
  const percept = perceive(model, state, now);
  const asked = state.teleop ? unasked(state) : behave(model, state, percept);
  const steered = steerAs(asked, model, state, now);
  const { twist, locomotion } = state.teleop
    ? { twist: teleop(state.teleop, at, body), locomotion: state.mission.locomotion }
    : locomoteAs(asked, steered, model, state, now);
  const guarded = guard(model, state, now, { asked, steered, twist });
  const { wanted, hold, motion, trip, lateTicks, isWeak } = guarded;
  const { supervisor, progress, standing } = watchProgress(model, state, now, { percept, asked, guarded });
  const wheels = reachable(wanted, model, state, now);
  // Guards people: nothing after this line may add speed, but for what starts and holds a wheel, within bounds.
  const { granted, state: supervised } = supervise(supervisor, at, wheels, body);
  const turns = asked.steering?.face !== undefined;
  const holding = length(steered.desiredVelocity) === 0 && !turns && !state.teleop;
  const started = breakAway(granted, now.moving, motor, holding);
  const sent = withLead(started, state.granted, now.dt, motor);
  const powered = hasPower(supervised);

  const { memory, random, contributions, arrived } = asked;
  const reference = grantReference(steered, granted);
  const { supply } = state.guards;
  const { gains } = state.estimator.motors.wheelGains;
  const held = holdSpeed(state.wheelSpeed, sent, state.estimator.motors.behind, now.dt, model.wheelSpeed);
  const boost = boostFor(supply, model.voltage);
  const watched = recordCommand(motion, at, sent);
  const duties = toDuties(sent, motor, { gains, added: held.added, boost });
  const commanded = powered ? speedsOfDuties(duties, motor, boost) : null;
  return {
    state: {
      at,
      estimator: recordSent(state.estimator, at, sent, {
        added: held.added,
        commanded,
        file: model.estimation.fileLatency,
      }),
      around: state.around,
      mission: { memory, random, reference, locomotion },
      granted,
      wheelSpeed: held.state,
      guards: { supervisor: supervised, motion: watched, supply, trip, lateTicks, progress, isWeak, powered },
      setup: state.setup,
      teleop: state.teleop,
    },
    cutsPower: state.guards.powered && !powered,
    tick: {
      at,
      lostPeriods,
      estimate: now.estimate,
      contributions,
      steered,
      wanted,
      granted,
      duties,
      arrived,
      // A robot that may not drive wants nothing: others need not give way to it.
      ...(powered && asked.steering?.says && { says: asked.steering.says }),
      mode: state.teleop ? 'manual' : 'auto',
      safety: supervised.safety,
      cause: supervised.cause,
      hold,
      ...(standing && { standing }),
      faults: supervised.faults,
    },
  };
}

const STANDING_STILL: Steered = { force: ZERO, reference: ZERO, mean: ZERO, desiredVelocity: ZERO };

/** steer: the next reference velocity, from the present one and the mission's steering. */
function steerAs(
  { steering: said }: Asked,
  { body, steering }: RobotModel,
  state: LoopState,
  { dt, estimate, moving }: Now,
): Steered {
  if (state.teleop) return steeredByTeleop(state.granted, estimate.predicted, body);
  if (!said) return STANDING_STILL;
  const { reference } = state.mission;
  const wished = steering === 'direct' ? steerDirectly(said, body) : steer(said, reference, body, dt);
  return settle(wished, moving.left === 0 && moving.right === 0, body);
}

/** locomote: the body's twist that follows the reference velocity. */
function locomoteAs(
  { steering: said }: Asked,
  { mean }: Steered,
  { body, mayReverse, steering }: RobotModel,
  { mission: { locomotion: before } }: LoopState,
  { dt, estimate }: Now,
): { readonly twist: Twist; readonly locomotion: LocomotionState } {
  if (!said) return { twist: ZERO_TWIST, locomotion: before };
  const { predicted } = estimate;
  if (said.twist && steering === 'force')
    return { twist: slowed(said.twist, said.velocityScale, body.maxSpeed), locomotion: before };
  if (said.face !== undefined)
    return { twist: turnToFace(said.face, mean, predicted, body), locomotion: before };
  const { twist, state } = locomote(mean, predicted, said.lookahead, before, body, mayReverse, dt);
  return { twist, locomotion: state };
}

/** The same arc, as much slower as the mission asks, and no faster than the robot may drive. */
function slowed({ linear, angular }: Twist, velocityScale = 1, maxSpeed: MetersPerSecond): Twist {
  const speed = Math.abs(linear);
  const share = clamp(velocityScale, 0, 1) * (speed > maxSpeed ? maxSpeed / speed : 1);
  return { linear: linear * share, angular: angular * share };
}

/**
 * reachable wheels: the wheel speeds possible in the next tick. Guards people: a released stick stops at once, without
 * a ramp.
 */
const reachable = (
  wanted: Twist,
  { body, voltage }: RobotModel,
  { teleop: stick, granted, estimator, guards }: LoopState,
  { at, dt }: Now,
) => {
  if (stick && isReleased(stick, at)) return AT_REST;
  const able = withGains(body, estimator.motors.wheelGains.gains, boostFor(guards.supply, voltage));
  return chooseWheels(wanted, granted, stick ? byHand(able, granted) : able, dt);
};
