/** What the robot is to do in a tick: what its mission says, or what a hand on the stick asks for. */
import { isLearning } from '../estimation/gyro.js';
import { ZERO } from '../geometry.js';
import { toTwist } from '../locomotion/differentialDrive.js';
import { type LocomotionState, locomote } from '../locomotion/unicycle.js';
import { type RandomState, resumeRandom } from '../random.js';
import type { Estimate, Steered, Twist, Voice, WheelSpeeds } from '../signals.js';
import type { Percept, Steering } from '../steering/behavior.js';
import { voicesOf } from '../steering/combine.js';
import { isFiniteSteering, settle, steer, steerDirectly } from '../steering/steer.js';
import type { Seconds } from '../units.js';
import type { Controller } from './controller.js';
import { askedByHand, STILL, steeredByHand } from './hand.js';
import { knownAt } from './sight.js';
import type { Hand, LoopState } from './state.js';

export interface Plan {
  readonly wanted: Twist;
  readonly steered: Steered;
  readonly voices: readonly Voice[];
  readonly arrived: boolean;
  readonly memory: unknown;
  readonly random: RandomState;
  readonly locomotion: LocomotionState;
  /** Why the robot must not drive. */
  readonly fault?: string;
}

/** The instant a plan is for. */
export interface Now {
  readonly at: Seconds;
  readonly dt: Seconds;
  readonly estimate: Estimate;
  /** The wheels' speeds once all that was sent has worked. */
  readonly moving: WheelSpeeds;
}

/** behave → steer → locomote; the mission begins once the gyroscope, if there is one, has had a moment's stand. */
export function planMission(controller: Controller, state: LoopState, now: Now): Plan {
  const { gyro, source } = state.estimator;
  if (gyro && source !== 'pose' && isLearning(gyro, now.at)) return { ...unasked(state), ...standStill };
  const percept = perceive(controller, state, now);
  const { steering: said, fault } = behave(controller, state, percept);
  const { wanted, steered, locomotion } = follow(said, controller, state, now);
  return {
    wanted,
    steered,
    locomotion,
    voices: heardVoices(controller, said),
    arrived: said.arrived ?? false,
    memory: said.memory,
    random: percept.random.state(),
    ...(fault !== undefined && { fault }),
  };
}

/** steer → locomote */
function follow(
  said: Steering,
  { body, steering, mayReverse }: Controller,
  { mission: { reference, locomotion: before } }: LoopState,
  { moving, dt, estimate }: Now,
): Pick<Plan, 'wanted' | 'steered' | 'locomotion'> {
  const wished = steering === 'direct' ? steerDirectly(said, body) : steer(said, reference, body, dt);
  const steered = settle(wished, moving.left === 0 && moving.right === 0, body);
  const { twist: wanted, state: locomotion } = locomote(
    steered.mean,
    estimate.predicted,
    said.lookahead,
    before,
    body,
    mayReverse,
    dt,
  );
  return { wanted, steered, locomotion };
}

export const planByHand = (
  { body }: Controller,
  state: LoopState,
  hand: Hand,
  { at, estimate }: Now,
): Plan => ({
  ...unasked(state),
  wanted: askedByHand(hand, at, body),
  steered: steeredByHand(state.granted, estimate.predicted, body),
});

/** The mission is not asked meanwhile, and keeps its memory. */
function unasked({ mission: { memory, random, locomotion } }: LoopState): Omit<Plan, 'wanted' | 'steered'> {
  return { voices: [], arrived: false, memory, random, locomotion };
}

const standStill: Pick<Plan, 'wanted' | 'steered'> = {
  wanted: STILL,
  steered: { force: ZERO, reference: ZERO, mean: ZERO, desiredVelocity: ZERO },
};

function perceive({ id, body }: Controller, state: LoopState, { at, dt, estimate }: Now): Percept {
  const { targets, surroundings, sights, ranges, levels } = state.around;
  const known = knownAt(at, surroundings, sights);
  return {
    id,
    at,
    dt,
    pose: estimate.predicted,
    velocity: state.mission.reference,
    forwardSpeed: toTwist(state.granted, body.track).linear,
    body,
    targets,
    neighbors: surroundings.neighbors,
    obstacles: known.obstacles,
    sightAge: known.age,
    ranges,
    levels,
    random: resumeRandom(state.mission.random),
  };
}

/** Who spoke. Where velocities are taken directly no force acts, whatever the behaviors say. */
function heardVoices({ behavior, steering }: Controller, said: Steering): readonly Voice[] {
  const voices = voicesOf(behavior, said);
  return steering === 'direct' ? voices.map((voice) => ({ ...voice, force: ZERO })) : voices;
}

/** Asks the mission. A behavior that throws or answers with what is not a number stops the robot. */
function behave(
  { behavior }: Controller,
  { mission: { memory }, guards: { supervisor } }: LoopState,
  percept: Percept,
): { readonly steering: Steering; readonly fault?: string } {
  const silent: Steering = { memory };
  if (supervisor.safety === 'faulted') return { steering: silent };
  try {
    const steering: Steering | null | undefined = behavior.steer(percept, memory, ZERO);
    if (!steering) {
      return {
        steering: silent,
        fault: `${behavior.name ?? 'a behavior'} answered nothing; steer() returns { memory }`,
      };
    }
    return isFiniteSteering(steering)
      ? { steering }
      : { steering: silent, fault: `${behavior.name ?? 'a behavior'} asked for what is not a number` };
  } catch (error) {
    return { steering: silent, fault: `${behavior.name ?? 'a behavior'} threw: ${reasonOf(error)}` };
  }
}

/** Whatever was thrown, in words; asking it for its own could throw again. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return typeof error === 'object' && error !== null ? 'an object' : String(error);
}
