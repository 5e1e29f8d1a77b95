/** A loop of the scout under the test's control, with or without its sensors; events in, the last tick out. */
import { loadRobot } from '../../src/config/loadDefinition.js';
import { receive } from '../../src/control/receive.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { type LoopState, startLoop } from '../../src/control/state.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Command, LoopEvent, Reading, Surroundings, Tick } from '../../src/signals/signals.js';
import type { Behavior } from '../../src/steering/behavior.js';
import { seek } from '../../src/steering/behaviors/seek.js';

const ORIGIN = { x: 0, y: 0, heading: 0 };
const { encoders: _, ...withoutEncoders } = loadRobot('scout');
export const SCOUT: RobotDefinition = withoutEncoders;
export const BARE: RobotDefinition = { ...SCOUT, sensors: [] };
const AHEAD = seek({ target: [100, 0] });

export function loopOf(
  robot: RobotDefinition = BARE,
  behavior: Behavior<unknown> = AHEAD as Behavior<unknown>,
) {
  const model = prepareModel(robot, behavior);
  let state: LoopState = startLoop(model, { at: 0, pose: ORIGIN, speed: 0, seed: 1 });
  let n = 0;
  let tick: Tick | undefined;
  const fold = (event: LoopEvent) => {
    const folded = receive(model, state, event);
    state = folded.state;
    tick = folded.tick ?? tick;
    return folded;
  };
  return {
    fold,
    get state() {
      return state;
    },
    /** The last. */
    get tick() {
      return tick;
    },
    say: (kind: 'stop' | 'arm' | 'clear') => fold({ kind: 'command', command: { kind } as Command }),
    hear: (reading: Reading) => fold({ kind: 'reading', reading }),
    see: (surroundings: Surroundings) => fold({ kind: 'surroundings', surroundings }),
    /** Ticks at 50 Hz, each after what its time brings. */
    run: (ticks: number, readings: (at: number) => readonly Reading[] = () => []) => {
      for (const end = n + ticks; n < end; n++) {
        for (const reading of readings(n / 50)) fold({ kind: 'reading', reading });
        fold({ kind: 'clock', at: n / 50, lostPeriods: 0 });
      }
      return tick;
    },
  };
}
