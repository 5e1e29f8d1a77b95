/** Emulates Arduinos in this process, with the real firmware, for `sim --firmware` and `drive --port emulated`. */
import * as timers from 'node:timers/promises';
import type { Subscription } from 'rxjs';
import { fromNow, wallClock } from '../../src/control/clock.js';
import type { ConnectedRobot, Driver, Truth } from '../../src/drivers/driver.js';
import { openDriver } from '../../src/drivers/openDriver.js';
import { BOARDS } from '../../src/kit/boards.js';
import { ms, type Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { boardInputs } from '../../src/sensors/boardInputs.js';
import type { BoardInput } from '../../src/signals/boardInput.js';
import { DriverError } from '../../src/validation/errors.js';
import type { BodyFactory, SimulatedBody } from '../engine/body.js';
import { Drivetrain } from '../plant/drivetrain.js';
import { linkFaults } from '../plant/linkFaults.js';
import { AS_DECLARED, type PlantSpec } from '../scenario/plantSpec.js';
import { EMPTY_FLOOR, type Scenario } from '../scenario/scenario.js';
import { World } from '../world/world.js';
import { AvrBoard } from './board.js';
import { attachBusDevice } from './busDevices.js';
import { EmulatedBody } from './emulatedBody.js';
import { EmulatedPort } from './emulatedPort.js';
import { firmwareOf } from './loadFirmware.js';
import { MotorDuties } from './motorDuty.js';
import { untilSettled, VirtualTime } from './virtualTime.js';

const PHYSICS_STEP: Seconds = ms(1);
const ORIGIN = { x: 0, y: 0, heading: 0 };
/** The wheels get no power, whatever the duty. */
const UNPOWERED: PlantSpec = { ...AS_DECLARED, wheelSpeedError: { left: -1, right: -1 } };

/** After a turn of Node's event loop, promises and deferred callbacks have run. */
const nextTurn = () => timers.setImmediate();

/** A started board, its motors' duties, and a driver after the handshake. */
interface EmulatedArduino {
  readonly board: AvrBoard;
  readonly port: EmulatedPort;
  readonly motors: MotorDuties;
  readonly driver: ConnectedRobot;
}

async function startArduino(
  robot: RobotDefinition,
  { withoutDeadman = false, testsWiring = false, body = robot, inputs = [] }: EmulatedOptions,
): Promise<EmulatedArduino> {
  const trouble = emulationTrouble(robot);
  if (trouble !== undefined) throw new DriverError(trouble);
  const board = new AvrBoard(firmwareOf(robot.board));
  const motors = new MotorDuties(board, body.motors);
  // The driver looks for them before the body exists that they measure.
  for (const sensor of body.sensors) attachBusDevice(board, sensor);
  const port = new EmulatedPort(board, robot.link?.baud);
  const opening = openDriver(robot, port, {
    time: new VirtualTime(board),
    withoutDeadman,
    testsWiring,
    inputs: [...boardInputs(robot), ...inputs],
  });
  return { board, port, motors, driver: await untilSettled(board, opening, { nextTurn }) };
}

/** Why a robot cannot be emulated; undefined if it can. */
export function emulationTrouble({ name, board }: RobotDefinition): string | undefined {
  if (board && BOARDS[board].isEmulated) return undefined;
  const found = board === undefined ? 'names no board' : `has a ${board}`;
  return `robot '${name}' ${found}; an uno or a nano can be emulated, with its motors' pins`;
}

/**
 * The bodies of a scenario's robots, each with its firmware started and armed; also boards without a dead-man.
 *
 * @throws DriverError for a robot whose board cannot be emulated
 */
export async function emulatedBodies(
  { robots, seed }: Pick<Scenario, 'robots' | 'seed'>,
  options: Pick<EmulatedOptions, 'testsWiring'> = {},
): Promise<BodyFactory> {
  const arduinos = new Map<string, EmulatedArduino>();
  for (const { id, robot } of robots) {
    const arduino = await startArduino(robot, { ...options, withoutDeadman: true });
    await untilSettled(arduino.board, arduino.driver.arm(), { nextTurn });
    arduinos.set(id, arduino);
  }
  return (context) => {
    const { board, port, driver, motors } = arduinos.get(context.id) as EmulatedArduino;
    if (context.strikes) port.disturb(linkFaults(context.strikes, context.seed ?? seed));
    return new EmulatedBody(board, driver, context, motors);
  };
}

/** How often an emulated board catches up with the wall clock, and the longest delay it makes up for. */
const CATCH_UP_PERIOD: Seconds = ms(2);
const MAX_CATCH_UP: Seconds = ms(250);

export interface EmulatedOptions {
  readonly withoutDeadman?: boolean;
  /** As in `DriverOptions`. */
  readonly testsWiring?: boolean;
  /** How the robot is really built and wired, if its file differs. */
  readonly body?: RobotDefinition;
  /** Sensors besides those in the robot's file. */
  readonly inputs?: readonly BoardInput[];
  /** The motors turn nothing, as when their battery is empty or switched off. */
  readonly unpowered?: boolean;
}

export interface EmulatedRobot extends ConnectedRobot {
  readonly board: AvrBoard;
  truth(): Truth;
}

/** Opens a robot on an empty floor, in real time. @throws DriverError if its board cannot be emulated */
export async function openEmulated(
  robot: RobotDefinition,
  options: EmulatedOptions = {},
): Promise<EmulatedRobot> {
  const { body: real = robot, unpowered = false } = options;
  const { board, driver: link, motors } = await startArduino(robot, options);
  const plant = unpowered ? UNPOWERED : AS_DECLARED;
  const { body, truth, end } = onEmptyFloor(real, board, link, { plant, motors });
  const { deadMan, speedLimit, warning } = link;
  const close = () => body.driver.close().finally(end);
  const time = fromNow(new VirtualTime(board));
  return { ...body.driver, kind: 'emulated', close, time, deadMan, speedLimit, warning, truth, board };
}

/** Puts a robot with this board on an empty floor, where it runs in real time until `end`. */
export function onEmptyFloor(
  robot: RobotDefinition,
  board: AvrBoard,
  link: Driver,
  { plant = AS_DECLARED, motors = new MotorDuties(board, robot.motors) } = {},
): { body: SimulatedBody; truth(): Truth; end(): void } {
  const drivetrain = new Drivetrain(robot, plant);
  const world = new World(EMPTY_FLOOR);
  world.addRobot(robot.name, robot, ORIGIN, drivetrain);
  const context = { id: robot.name, robot, drivetrain, world, sensing: 'odometry' } as const;
  const body = new EmulatedBody(board, link, context, motors);
  const pace = inRealTime((from, to) => {
    world.advance(from, to);
    body.sense(to);
    body.advanced(from, to);
  });
  const truth = () => ({ pose: world.poseOf(robot.name), wheelSpeeds: drivetrain.wheelSpeeds });
  return { body, truth, end: () => pace.unsubscribe() };
}

/** Steps of 1 ms in step with the wall clock; delays beyond MAX_CATCH_UP are skipped. */
function inRealTime(step: (from: Seconds, to: Seconds) => void): Subscription {
  let steps = 0;
  let behind = 0;
  let last = 0;
  return wallClock(CATCH_UP_PERIOD, fromNow()).subscribe(({ at }) => {
    behind = Math.min(behind + at - last, MAX_CATCH_UP);
    last = at;
    for (; behind >= PHYSICS_STEP; behind -= PHYSICS_STEP, steps++)
      step(steps * PHYSICS_STEP, (steps + 1) * PHYSICS_STEP);
  });
}
