/** How each event folds into the state, in the order they came; a tick of the clock runs `step`. */
import { keepUp } from '../estimation/estimate.js';
import { isFiniteVec, ZERO } from '../geometry.js';
import { AT_REST } from '../safety/limiter.js';
import { faulted, obey } from '../safety/supervisor.js';
import type { ClockTick, Command, LoopEvent, Obstacle, Setup, Surroundings } from '../signals.js';
import { type Controller, controllerFor } from './controller.js';
import { handOn, handStopped } from './hand.js';
import { sense } from './sense.js';
import type { LoopState } from './state.js';
import { step } from './step.js';

export function receive(prepared: Controller, state: LoopState, event: LoopEvent): LoopState {
  const controller = controllerFor(prepared, state.setup);
  switch (event.kind) {
    case 'clock':
      return tick(prepared, state, event);
    case 'reading':
      return sense(controller, { ...state, tick: null }, event.reading);
    case 'target':
      // A place that is not a number is no news: the last one stays, and its age tells.
      return isFiniteVec(event.target.position) && isFiniteVec(event.target.velocity)
        ? { ...state, tick: null, targets: { ...state.targets, [event.target.id]: event.target } }
        : { ...state, tick: null };
    case 'surroundings':
      return surroundings(state, event.surroundings);
    case 'command':
      return command(prepared, state, event.command);
    case 'lost':
      return {
        ...state,
        tick: null,
        supervisor: faulted(state.supervisor, state.at ?? 0, 'bodyLost', `the body was lost: ${event.why}`),
      };
  }
}

/** A clock that is no number, or goes backwards, stops the robot; the tick is made at the last good time. */
function tick(prepared: Controller, state: LoopState, clock: ClockTick): LoopState {
  const last = state.at ?? clock.at;
  if (!(clock.at >= last)) {
    const supervisor = faulted(
      state.supervisor,
      state.at ?? 0,
      'clockJump',
      'a clock that does not go forwards',
    );
    return step(prepared, { ...state, supervisor }, { ...clock, at: state.at ?? 0 });
  }
  const { estimated } = controllerFor(prepared, state.setup);
  const estimator = keepUp(state.estimator, clock.at, estimated);
  return step(prepared, estimator === state.estimator ? state : { ...state, estimator }, clock);
}

/** Guards robots: of a map that holds what is no number nobody knows what is free. */
function surroundings(state: LoopState, news: Surroundings): LoopState {
  const { obstacles } = news;
  const next = { ...state, tick: null, surroundings: { ...state.surroundings, ...news } };
  if (!obstacles || obstacles === state.surroundings.obstacles || obstacles.every(isFiniteObstacle))
    return next;
  const supervisor = faulted(
    state.supervisor,
    state.at ?? 0,
    'notFinite',
    'an obstacle that is not a number',
  );
  return { ...next, surroundings: state.surroundings, supervisor };
}

const isFiniteObstacle = ({ from, to, radius, velocity }: Obstacle): boolean =>
  Number.isFinite(from.x + from.y + to.x + to.y + radius) && (!velocity || isFiniteVec(velocity));

function command(controller: Controller, state: LoopState, given: Command): LoopState {
  const next = { ...state, tick: null, supervisor: obey(state.supervisor, given) };
  switch (given.kind) {
    case 'stop':
      // Nothing of the speed it had is left to go on with, even if it is armed within the same tick.
      return { ...next, reference: ZERO, granted: AT_REST, hand: state.hand && handStopped(state.hand) };
    case 'arm':
      return next;
    case 'teleop':
      return {
        ...next,
        hand: handOn(given.twist, state.at ?? 0, state.supervisor.safety === 'driving', state.hand),
      };
    case 'resume':
      return { ...next, hand: null };
    case 'setup':
    case 'tune':
      return setUp(controller, next, given.kind, given.setup);
  }
}

/** Guards people: a mission that cannot be built stops the robot. Whoever lets one in has checked it before. */
function setUp(controller: Controller, state: LoopState, kind: 'setup' | 'tune', setup: Setup): LoopState {
  try {
    const { behavior } = controllerFor(controller, setup);
    return { ...state, setup, memory: kind === 'tune' ? state.memory : behavior.start() };
  } catch {
    const supervisor = faulted(state.supervisor, state.at ?? 0, 'mission', 'a mission that cannot be built');
    return { ...state, supervisor };
  }
}
