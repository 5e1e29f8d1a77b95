/** Everything that came into one robot's loop while it drove in simulation, in order. */
import { Drivetrain } from '../../sim/plant/drivetrain.js';
import { SimDriver } from '../../sim/plant/simDriver.js';
import { World } from '../../sim/world/world.js';
import { receive } from '../../src/control/receive.js';
import { prepareModel, type RobotModel } from '../../src/control/robotModel.js';
import { type LoopState, startLoop } from '../../src/control/state.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { LoopEvent, Tick } from '../../src/signals/signals.js';
import { missionBehavior } from '../../src/steering/mission.js';
import { EMPTY, ORIGIN, PLANT } from '../sim/bodies.js';
import { missionOf } from '../support/runs.js';

export interface EventLog {
  readonly model: RobotModel;
  readonly initial: LoopState;
  readonly events: readonly LoopEvent[];
  /** What the loop made of them when they happened. */
  readonly ticks: readonly Tick[];
}

/** A ball that runs round the origin once in ten seconds. */
const ballAt = (at: number): LoopEvent => ({
  kind: 'target',
  target: {
    id: 'ball',
    at,
    position: { x: Math.cos(0.63 * at), y: Math.sin(0.63 * at) },
    velocity: { x: -0.63 * Math.sin(0.63 * at), y: 0.63 * Math.cos(0.63 * at) },
  },
});

/** Drives a robot for some ticks; operator's commands come in just before the tick of their number. */
export function driveAndLog(
  robot: RobotDefinition,
  mission: object,
  length: number,
  commands: Readonly<Record<number, 'stop' | 'arm'>> = {},
): EventLog {
  const world = new World({ ...EMPTY, circles: [{ at: { x: 1.5, y: 0.5 }, radius: 0.2 }] });
  const drivetrain = new Drivetrain(robot, PLANT);
  world.addRobot('a', robot, ORIGIN, drivetrain);
  const driver = new SimDriver({ id: 'a', robot, drivetrain, world, sensing: 'odometry' });
  void driver.arm();
  const model = prepareModel(robot, missionBehavior(missionOf(mission)));
  const initial = startLoop(model, { at: 0, pose: ORIGIN, speed: 0, seed: 3 });
  const events: LoopEvent[] = [];
  const ticks: Tick[] = [];
  let state = initial;
  const take = (event: LoopEvent) => {
    events.push(event);
    let tick: Tick | undefined;
    ({ state, tick } = receive(model, state, event));
    if (tick) ticks.push(tick);
    return tick;
  };
  driver.readings$.subscribe((reading) => take({ kind: 'reading', reading }));
  for (let n = 0; n < length; n++) {
    const at = n / 50;
    const kind = commands[n];
    if (kind) take({ kind: 'command', command: { kind } });
    driver.sense(at);
    take(ballAt(at));
    const tick = take({ kind: 'clock', at, lostPeriods: 0 });
    if (tick) driver.drive(tick.duties);
    for (let step = 0; step < 4; step++) world.advance(at + step / 200, at + (step + 1) / 200);
  }
  return { model, initial, events, ticks };
}

/** The ticks of a log from a state on, each state of the way seen by `each` first. */
export function replay(
  model: RobotModel,
  from: LoopState,
  events: readonly LoopEvent[],
  each: (state: LoopState) => LoopState = (state) => state,
): Tick[] {
  const ticks: Tick[] = [];
  let state = from;
  for (const event of events) {
    const folded = receive(model, each(state), event);
    state = folded.state;
    if (folded.tick) ticks.push(folded.tick);
  }
  return ticks;
}
