/** READ SECOND: one pure tick, from what is known to the motors' duties. */
import { estimateNow, recordSent } from '../estimation/estimate.js';
import { length } from '../geometry.js';
import { chooseWheels } from '../locomotion/differentialDrive.js';
import { breakAway, toDuties } from '../locomotion/motor.js';
import { AT_REST } from '../safety/limiter.js';
import { recordCommand } from '../safety/motionMonitor.js';
import { hasPower, supervise } from '../safety/supervisor.js';
import type { ClockTick, Tick } from '../signals.js';
import { grantReference } from '../steering/steer.js';
import type { Seconds } from '../units.js';
import { type Controller, controllerFor } from './controller.js';
import { guard } from './guard.js';
import { isOff } from './hand.js';
import { type Now, planByHand, planMission } from './plan.js';
import type { LoopState } from './state.js';

/** What an event makes of the loop: its next state, and of a tick of the clock what the wheels are to do. */
export interface Folded {
  readonly state: LoopState;
  readonly tick?: Tick;
  /** This tick took the power away: the driver must cut the motors. */
  readonly cutsPower?: boolean;
}

/**
 * sense → estimate → behave → steer → locomote → supervise → drive.
 *
 * Pure: the same state and clock give the same next state and tick; the tick's duties are for the driver. It never
 * throws: a behavior that throws, and a number that is not finite, become a stop and a fault.
 */
export function step(prepared: Controller, state: LoopState, clock: ClockTick): Required<Folded> {
  const { at } = clock;
  const { hand } = state;
  const controller = controllerFor(prepared, state.setup);
  const { body, motor, estimated } = controller;
  const dt = tickLength(controller, state, at);

  const { moving, ...estimate } = estimateNow(state.estimator, at, estimated);
  const now: Now = { at, dt, estimate, moving };
  const plan = hand ? planByHand(controller, state, hand, now) : planMission(controller, state, now);
  const { wanted, hold, supervisor, motion, trip } = guard(controller, state, now, plan);
  // Guards people: a hand that was taken off leaves no ramp to run out.
  const released = hand !== null && isOff(hand, at);
  const wheels = released ? AT_REST : chooseWheels(wanted, state.granted, body, dt);

  // Guards people: nothing after this line may add speed, but for the start of a wheel at rest.
  const { granted, state: supervised } = supervise(supervisor, at, wheels, body);
  const holding = length(plan.steered.desiredVelocity) === 0;
  const sent = breakAway(granted, moving, motor, holding && hand === null);
  const powered = hasPower(supervised);

  const { memory, random, locomotion } = plan;
  const { supply, powered: before } = state.guards;
  return {
    state: {
      at,
      estimator: recordSent(state.estimator, at, sent),
      around: state.around,
      mission: { memory, random, reference: grantReference(plan.steered, granted), locomotion },
      granted,
      guards: { supervisor: supervised, motion: recordCommand(motion, at, sent), supply, trip, powered },
      setup: state.setup,
      hand,
    },
    cutsPower: before && !powered,
    tick: {
      at,
      lostPeriods: clock.lostPeriods,
      estimate,
      voices: plan.voices,
      steered: plan.steered,
      wanted,
      granted,
      duties: toDuties(sent, motor),
      arrived: plan.arrived,
      drivenBy: hand ? 'hand' : 'mission',
      safety: supervised.safety,
      cause: supervised.cause,
      hold,
      faults: supervised.faults,
    },
  };
}

/** Measured, not nominal; a clock that stood still or jumped counts as one period, a long gap as three. */
function tickLength({ period }: Controller, { at }: LoopState, now: Seconds): Seconds {
  const elapsed = at === null ? period : now - at;
  return elapsed > 0 ? Math.min(elapsed, 3 * period) : period;
}
