/** READ SECOND: one pure tick, from what is known to the motors' duties. */
import { estimateNow, recordSent } from '../estimation/estimate.js';
import { length, ZERO } from '../geometry.js';
import { chooseWheels, toTwist } from '../locomotion/differentialDrive.js';
import { breakAway, toDuties } from '../locomotion/motor.js';
import { locomote } from '../locomotion/unicycle.js';
import { resumeRandom } from '../random.js';
import { faulted, supervise } from '../safety/supervisor.js';
import type { ClockTick, Estimate, Voice } from '../signals.js';
import type { Percept, Steering } from '../steering/behavior.js';
import { voicesOf } from '../steering/combine.js';
import { grantReference, isFiniteSteering, settle, steer, steerDirectly } from '../steering/steer.js';
import type { Seconds } from '../units.js';
import type { Controller } from './controller.js';
import { knownAt } from './sight.js';
import type { LoopState } from './state.js';

/**
 * sense → estimate → behave → steer → locomote → supervise → drive.
 *
 * Pure: the same state and clock give the same next state; the duties in its `tick` are for the driver. It never
 * throws: a behavior that does, or numbers that are none, become a stop and a fault.
 */
export function step(controller: Controller, state: LoopState, clock: ClockTick): LoopState {
  const { body, motor, estimated } = controller;
  const dt = tickLength(controller, state, clock.at);

  const { moving, ...estimate } = estimateNow(state.estimator, clock.at, estimated);
  const percept = perceive(controller, state, estimate, clock.at, dt);
  const said = behave(controller, state, percept);
  const wished =
    controller.steering === 'direct'
      ? steerDirectly(said.steering, body)
      : steer(said.steering, state.reference, body, dt);
  const steered = settle(wished, moving.left === 0 && moving.right === 0, body);
  const { twist: wanted, state: locomotion } = locomote(
    steered.mean,
    estimate.predicted,
    said.steering.lookahead,
    state.locomotion,
    body,
    controller.mayReverse,
    dt,
  );
  const wheels = chooseWheels(wanted, state.granted, body, dt);

  // Guards people: nothing after this line may add speed, but for the start of a wheel at rest.
  const supervisor = said.fault ? faulted(state.supervisor, clock.at, said.fault) : state.supervisor;
  const { granted, state: supervised } = supervise(supervisor, clock.at, wheels, body);
  const holding = length(steered.desiredVelocity) === 0;
  const sent = breakAway(granted, moving, motor, holding);

  return {
    ...state,
    at: clock.at,
    estimator: recordSent(state.estimator, clock.at, sent),
    reference: grantReference(steered, granted),
    granted,
    memory: said.steering.memory,
    random: percept.random.state(),
    locomotion,
    supervisor: supervised,
    tick: {
      at: clock.at,
      lostPeriods: clock.lostPeriods,
      estimate,
      voices: heardVoices(controller, said.steering),
      steered,
      wanted,
      granted,
      duties: toDuties(sent, motor),
      arrived: said.steering.arrived ?? false,
      safety: supervised.safety,
      faults: supervised.faults,
    },
  };
}

/** Measured, not nominal; a clock that stood still or jumped counts as one period, a long gap as three. */
function tickLength({ period }: Controller, { at }: LoopState, now: Seconds): Seconds {
  const elapsed = at === null ? period : now - at;
  return elapsed > 0 ? Math.min(elapsed, 3 * period) : period;
}

function perceive(
  { id, body }: Controller,
  state: LoopState,
  estimate: Estimate,
  at: Seconds,
  dt: Seconds,
): Percept {
  const known = knownAt(at, state.surroundings, state.sights);
  return {
    id,
    at,
    dt,
    pose: estimate.predicted,
    velocity: state.reference,
    forwardSpeed: toTwist(state.granted, body.track).linear,
    body,
    targets: state.targets,
    neighbors: state.surroundings.neighbors,
    obstacles: known.obstacles,
    sightAge: known.age,
    ranges: state.ranges,
    random: resumeRandom(state.random),
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
  { memory, supervisor }: LoopState,
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
