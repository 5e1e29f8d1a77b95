/** READ THIRD: one pure tick, from the state to the motors' duties. */

import { recordSent } from '../estimation/estimate.js';
import { chooseWheels } from '../locomotion/differentialDrive.js';
import { withGains } from '../locomotion/motor.js';
import { type LocomotionState, locomote, turnToFace } from '../locomotion/unicycle.js';
import { clamp, length, type Pose, type Vec2, ZERO } from '../math/geometry.js';
import type { MetersPerSecond } from '../math/units.js';
import { hasPower, type SupervisorState, supervise } from '../safety/supervisor.js';
import { boostFor } from '../safety/supplies.js';
import {
  AT_REST,
  type ClockTick,
  type Steered,
  type Tick,
  type Twist,
  type WheelSpeeds,
  ZERO_TWIST,
} from '../signals/signals.js';
import type { Steering } from '../steering/behavior.js';
import { extended, shortened, startTrail } from '../steering/missions/trail.js';
import { grantReference, settle, steer, steerDirectly } from '../steering/steer.js';
import { type Asked, behave, unasked } from './behave.js';
import { type Guarded, guard } from './guard.js';
import { estimate, type Now, perceive } from './perceive.js';
import type { RobotModel } from './robotModel.js';
import { shownToMemory } from './sense.js';
import { type StandingWatch, watchProgress } from './standing.js';
import { type LoopState, type MissionState, type TeleopState, updated } from './state.js';
import { byHand, isReleased, steeredByTeleop, teleop } from './teleop.js';
import { type Driven, toMotors } from './toMotors.js';

/** The result of an event: the next state and, for a tick of the clock, what the wheels do. */
export interface Folded {
  readonly state: LoopState;
  readonly tick?: Tick;
  /** This tick removed the power: the driver must cut the motors. */
  readonly cutsPower?: boolean;
}

/**
 * show → estimate → perceive → behave → steer → locomote (or teleop) → guard → watch progress → reachable wheels →
 * supervise → motors.
 *
 * Pure: the same state and clock give the same next state and tick; the tick's duties are for the driver. It never
 * throws: a behavior that throws or returns NaN stops the robot and latches a fault.
 *
 * @example
 * ```ts
 * import { arrive, loadRobot } from 'steerbot';
 * import { prepareModel, startLoop, step } from 'steerbot/control';
 * const model = prepareModel(loadRobot('scout'), arrive({ target: [1, 0] }));
 * const start = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
 * const { tick } = step(model, start, { at: 0, lostPeriods: 0 });
 * console.log(tick.mode, tick.duties.left > 0); // auto true
 * ```
 */
export function step(model: RobotModel, heard: LoopState, clock: ClockTick): Required<Folded> {
  const state = updated(heard, { around: shownToMemory(model, heard.estimator, heard.around) });
  const now = estimate(model, state, clock.at);
  const percept = perceive(model, state, now);
  const asked = state.teleop ? unasked(state) : behave(model, state, percept);
  const moved = state.teleop
    ? byStick(state.teleop, model, state, now)
    : byMission(asked.steering, model, state, now);
  const guarded = guard(model, state, now, { asked, steered: moved.steered, twist: moved.twist });
  const watched = watchProgress(model, state, now, { percept, asked, guarded });
  const wheels = reachable(guarded.wanted, model, state, now);
  // Guards people: nothing after this line may add speed, but for what starts and holds a wheel, within bounds.
  const { granted, state: supervisor } = supervise(watched.supervisor, clock.at, wheels, model.body);
  const driven = toMotors({ granted, isHolding: moved.isHolding }, model, state, now);
  const decided = { asked, moved, guarded, watched, granted, supervisor, driven };
  return {
    state: nextState(model, state, now, decided),
    cutsPower: state.guards.powered && !hasPower(supervisor),
    tick: tickOf(state, clock, now, decided),
  };
}

/** What the stages of a tick have decided. */
interface Decided {
  readonly asked: Asked;
  readonly moved: Moved;
  readonly guarded: Guarded;
  readonly watched: StandingWatch;
  readonly granted: WheelSpeeds;
  readonly supervisor: SupervisorState;
  readonly driven: Driven;
}

/** The state for the next tick: of each stage what it keeps. */
function nextState(
  { estimation, commandMemory, keepsTrail }: RobotModel,
  { estimator, around, mission, guards, setup, teleop: stick }: LoopState,
  { at, estimate }: Now,
  { asked, moved, guarded, watched, granted, supervisor, driven }: Decided,
): LoopState {
  const powered = hasPower(supervisor);
  const { memory, random, time } = asked;
  const { motion, trip, lateTicks, isWeak } = guarded;
  return {
    at,
    estimator: recordSent(estimator, at, driven.sent, {
      added: driven.added,
      commanded: powered ? driven.commanded : null,
      file: estimation.fileLatency,
      memory: commandMemory,
    }),
    around,
    mission: {
      memory,
      random,
      reference: grantReference(moved.steered, granted),
      locomotion: moved.locomotion,
      time,
      ...signalsAfter(mission, asked),
      ...(keepsTrail && trailAfter(mission, asked, estimate.pose)),
      ...(mission.unplaced !== undefined && { unplaced: mission.unplaced }),
      ...(mission.placed !== undefined && { placed: mission.placed }),
    },
    granted,
    wheelSpeed: driven.wheelSpeed,
    guards: {
      supervisor,
      motion,
      supply: guards.supply,
      trip,
      lateTicks,
      progress: watched.progress,
      isWeak,
      powered,
    },
    setup,
    teleop: stick,
  };
}

/** The signals, with those that the mission itself has told in this tick. */
function signalsAfter({ signals }: MissionState, { sets = {}, time }: Asked): Pick<MissionState, 'signals'> {
  const told = Object.entries(sets).map(([name, value]) => [name, { value, told: time }]);
  if (told.length > 0) return { signals: { ...signals, ...Object.fromEntries(told) } };
  return signals ? { signals } : {};
}

/** The trail grows as the robot drives; it stays while the robot drives back along it, and is cut when it leaves it. */
function trailAfter(
  { trail, retraced }: MissionState,
  { steering }: Asked,
  at: Pose,
): Pick<MissionState, 'trail' | 'retraced'> {
  const known = trail ?? startTrail(at);
  const back = steering?.retraces;
  if (back !== undefined) return { trail: known, retraced: back };
  return { trail: extended(retraced === undefined ? known : shortened(known, retraced, at), at) };
}

/** What the tick tells those who watch it. */
function tickOf(
  { teleop: stick }: LoopState,
  { at, lostPeriods }: ClockTick,
  { estimate }: Now,
  { asked, moved, guarded, watched: { standing }, granted, supervisor, driven }: Decided,
): Tick {
  const { safety, cause, faults } = supervisor;
  const says = hasPower(supervisor) ? asked.steering?.says : undefined;
  return {
    at,
    lostPeriods,
    estimate,
    contributions: asked.contributions,
    steered: moved.steered,
    wanted: guarded.wanted,
    granted,
    duties: driven.duties,
    arrived: asked.arrived,
    ...(asked.ended && { ended: asked.ended }),
    // A robot that may not drive wants nothing: others need not give way to it.
    ...(says && { says }),
    mode: stick ? 'manual' : 'auto',
    safety,
    cause,
    hold: guarded.hold,
    ...(standing && { standing }),
    faults,
  };
}

/** The twist that is wanted, and the velocity behind it. */
interface Moved {
  readonly steered: Steered;
  readonly twist: Twist;
  readonly locomotion: LocomotionState;
  /** Inside its goal's hold band, where no wheel is started. */
  readonly isHolding: boolean;
}

function byStick(stick: TeleopState, { body }: RobotModel, state: LoopState, { at, estimate }: Now): Moved {
  const steered = steeredByTeleop(state.granted, estimate.predicted, body);
  return { steered, twist: teleop(stick, at, body), locomotion: state.mission.locomotion, isHolding: false };
}

const STANDING_STILL: Steered = { force: ZERO, reference: ZERO, mean: ZERO, desiredVelocity: ZERO };

/** steer and locomote: from the mission's steering to the next reference velocity, and the twist that follows it. */
function byMission(asked: Steering | null, model: RobotModel, state: LoopState, now: Now): Moved {
  const { locomotion, reference } = state.mission;
  if (!asked) return { steered: STANDING_STILL, twist: ZERO_TWIST, locomotion, isHolding: true };
  const { body, steering } = model;
  const { left, right } = now.moving;
  const wished = steering === 'direct' ? steerDirectly(asked, body) : steer(asked, reference, body, now.dt);
  const steered = settle(wished, left === 0 && right === 0, body);
  const isHolding = length(steered.desiredVelocity) === 0 && asked.face === undefined;
  const { twist, state: next } = locomoted(asked, steered.mean, model, { locomotion, now });
  return { steered, twist, locomotion: next, isHolding };
}

/** The body's twist that follows the reference velocity. */
function locomoted(
  asked: Steering,
  mean: Vec2,
  { body, mayReverse, steering }: RobotModel,
  { locomotion, now }: { readonly locomotion: LocomotionState; readonly now: Now },
): { readonly twist: Twist; readonly state: LocomotionState } {
  const { predicted } = now.estimate;
  // Steered without forces a robot would turn round before it drives where a behavior backs away to.
  if (asked.twist && (steering === 'force' || asked.twist.linear < 0))
    return { twist: slowed(asked.twist, asked.velocityScale, body.maxSpeed), state: locomotion };
  if (asked.face !== undefined)
    return { twist: turnToFace(asked.face, mean, predicted, body), state: locomotion };
  return locomote(
    { velocity: mean, lookahead: asked.lookahead, dt: now.dt, mayReverse },
    predicted,
    locomotion,
    body,
  );
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
