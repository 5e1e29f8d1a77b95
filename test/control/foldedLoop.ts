/** A loop under the test's control: events in; the state and tick after them, and the mission's percept, out. */
import { receive } from '../../src/control/receive.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { type LoopState, startLoop } from '../../src/control/state.js';
import type { Folded } from '../../src/control/step.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { fromPolar } from '../../src/math/geometry.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Command, LoopEvent, Reading, Tick } from '../../src/signals/signals.js';
import type { Behavior, Percept, Steering } from '../../src/steering/behavior.js';
import { ORIGIN } from './fakeLoop.js';

/** A lidar with one ray, straight ahead. */
export const EYE = {
  id: 'eye',
  type: 'lidar',
  at: [0, 0],
  facing: 0,
  range: 3,
  fieldOfView: 0,
  rays: 1,
  rate: 50,
} as const satisfies SensorDefinition;

/** Answers the same in every tick. */
export const saying = (said: Omit<Steering, 'memory'>): Behavior => ({
  name: 'said',
  start: () => null,
  steer: () => ({ memory: null, ...said }),
});

/** A velocity that is desired. */
export const wish = (speed: number, direction = 0): Omit<Steering, 'memory'> => ({
  desiredVelocity: fromPolar(speed, direction),
});
/** Answers the one until the test switches to the other. */
export function changing(first: Omit<Steering, 'memory'>) {
  let said = first;
  return {
    behavior: { name: 'said', start: () => null, steer: () => ({ memory: null, ...said }) },
    say: (next: Omit<Steering, 'memory'>) => {
      said = next;
    },
  };
}

/** At rest at the origin, with a clock of 50 Hz. */
export function foldedLoop(robot: RobotDefinition, behavior: Behavior, { speed = 0, id = 'me' } = {}) {
  let perceived: Percept | undefined;
  const watched: Behavior = {
    ...behavior,
    steer: (percept, memory, soFar) => {
      perceived = percept;
      return behavior.steer(percept, memory, soFar);
    },
  };
  const model = prepareModel(robot, watched, id);
  let state: LoopState = startLoop(model, { at: 0, pose: ORIGIN, speed, seed: 1 });
  let n = 0;
  const fold = (event: LoopEvent): Folded => {
    const folded = receive(model, state, event);
    state = folded.state;
    return folded;
  };
  const tickAt = (at: number): Tick => fold({ kind: 'clock', at, lostPeriods: 0 }).tick as Tick;
  return {
    fold,
    tickAt,
    say: (command: Command) => fold({ kind: 'command', command }),
    hear: (reading: Reading) => fold({ kind: 'reading', reading }),
    /** Ticks at 50 Hz. */
    run: (ticks: number): Tick[] => Array.from({ length: ticks }, () => tickAt(n++ / 50)),
    get state() {
      return state;
    },
    get perceived() {
      return perceived as Percept;
    },
  };
}
