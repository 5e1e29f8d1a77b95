/** The public names. Importing this file opens no port, starts no timer and needs no native module. */
import type { Result, RunOptions } from '../sim/engine/run.js';
import type { SimulatedRobot, SimulatedRobotOptions } from '../sim/engine/simulatedRobot.js';
import { requireScenario } from '../sim/scenario/requireScenario.js';
import type { Scenario } from '../sim/scenario/scenario.js';
import type { PageOptions, ServedPage } from './cli/pageHost/programPage.js';
import { robotOf } from './config/loadDefinition.js';
import { requireRun } from './drive/driveRun.js';
import type { Run } from './drive/run.js';
import { checkedCommands, RUN_SHAPES, SIMULATED_ROBOT_SHAPES } from './drive/shapes.js';
import type { RobotDefinition } from './robot/robot.js';
import { asCalled } from './validation/asCalled.js';
import { requireOptions } from './validation/options.js';

export type { Result, RunOptions } from '../sim/engine/run.js';
export type { SimulatedRobot, SimulatedRobotOptions } from '../sim/engine/simulatedRobot.js';
export type { CriterionResult, CrossTrack, Outcome, RobotResult } from '../sim/referee/result.js';
export {
  loadScenario,
  type ScenarioDefinition,
  type ScenarioRobot,
  scenario,
} from '../sim/scenario/loadScenario.js';
export type { Scenario } from '../sim/scenario/scenario.js';
export type { Listen } from './cli/pageHost/messages.js';
export type { PageOptions, ServedPage } from './cli/pageHost/programPage.js';
export { loadPath, loadRobot, type PathRow } from './config/loadDefinition.js';
export { buildMission } from './config/mission/buildMission.js';
export { controlLoop, type LoopInputs } from './control/loop.js';
export { type ConnectOptions, connect } from './drive/connect.js';
export { type DriveOptions, drive } from './drive/drive.js';
export type { DriveResult, DriveRunOptions, FixNews, Run, StepChange, TargetNews } from './drive/run.js';
export type { ConnectedRobot, Driver } from './drivers/driver.js';
export type { Port, PortListener } from './drivers/serial/port.js';
export { type TcpOptions, tcpPort } from './drivers/serial/tcpPort.js';
export type { Pose, Vec2 } from './math/geometry.js';
export type { TimeSource } from './math/time.js';
export { cm, deg, grams, mm, ms } from './math/units.js';
export type { BodyLimits } from './robot/limits.js';
export type { RobotDefinition } from './robot/robot.js';
export type { BoardInput } from './signals/boardInput.js';
export type {
  BatteryReading,
  BearingReading,
  Cause,
  ClockTick,
  Command,
  Contribution,
  Covariance,
  EncoderReading,
  Estimate,
  Fault,
  HeadingReading,
  LevelReading,
  LoopEvent,
  Mark,
  Neighbor,
  Obstacle,
  Placed,
  PoseReading,
  PoseSource,
  RangeReading,
  Reading,
  SafetyState,
  Steered,
  Surroundings,
  Target,
  Tick,
  TrippedReading,
  TurnRateReading,
  Twist,
  WheelDuties,
  WheelSpeeds,
} from './signals/signals.js';
export {
  type Behavior,
  type Destination,
  defineBehavior,
  type Percept,
  type Steering,
  type Wish,
} from './steering/behavior.js';
export * from './steering/behaviors/index.js';
export { blend, budget, type Chanced, dither, prioritize, type Weighted } from './steering/combine.js';
export { desire } from './steering/desire.js';
export type { ConditionInput } from './steering/missions/condition.js';
export {
  call,
  fallback,
  guarded,
  type Lasting,
  repeat,
  retry,
  sequence,
  type Times,
  timeout,
} from './steering/missions/inTurn.js';
export { parallel } from './steering/missions/parallel.js';
export { check, fail, set, type WaitInput, wait } from './steering/missions/still.js';
export {
  DeadManTripped,
  DriverError,
  FileError,
  type FileFault,
} from './validation/errors.js';

/**
 * Simulates a scenario as fast as the computer can, and returns its result. The same files and seed give the same
 * result, `wallSeconds` aside.
 *
 * The physics is loaded at the first call, not with the library.
 *
 * @example
 * ```ts
 * import { loadScenario, simulate } from 'steerbot';
 * const { passed } = await simulate(loadScenario('arrive'));
 * console.log(passed); // true
 * ```
 */
export function simulate(scenario: Scenario, options: RunOptions = {}): Promise<Result> {
  return asCalled(async () => {
    requireScenario('simulate', scenario);
    requireOptions('simulate', options, RUN_SHAPES);
    const engine = await import('../sim/engine/run.js');
    return engine.simulate(scenario, checkedCommands(options));
  });
}

/**
 * Makes a simulated robot with its own clock, to drive in place of a real one: `drive(robot, behavior, { driver })`.
 *
 * The physics is loaded at the first call, not with the library.
 *
 * @example
 * ```ts
 * import { arrive, drive, simulatedRobot } from 'steerbot';
 * const driver = await simulatedRobot('scout');
 * const run = await drive('scout', arrive({ target: [1, 0] }), { driver });
 * console.log((await run.result).outcome); // arrived
 * ```
 */
export function simulatedRobot(
  robot: string | RobotDefinition,
  options: SimulatedRobotOptions = {},
): Promise<SimulatedRobot> {
  return asCalled(async () => {
    requireOptions('simulatedRobot', options, SIMULATED_ROBOT_SHAPES);
    const definition = robotOf('simulatedRobot', robot);
    const engine = await import('../sim/engine/simulatedRobot.js');
    return engine.simulatedRobot(definition, options);
  });
}

/**
 * Serves the web page of a run until you close it. On the page operators stop the robot, send it to another target and
 * tune it.
 *
 * @throws TypeError for a run that `drive` did not return; Error if the page cannot be served
 * @example
 * ```ts
 * import { arrive, drive, servePage } from 'steerbot';
 * const run = await drive('scout', arrive({ target: [0.2, 0] }), { port: 'simulated' });
 * const page = await servePage(run, { listen: { host: '127.0.0.1', port: 0 } });
 * console.log(page.address.startsWith('http://127.0.0.1:')); // true
 * await run.result;
 * await page.close();
 * ```
 */
export function servePage(run: Run, options: PageOptions = {}): Promise<ServedPage> {
  return asCalled(async () => {
    requireRun('servePage', run);
    const page = await import('./cli/pageHost/programPage.js');
    return page.servePage(run, options);
  });
}
