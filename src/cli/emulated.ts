/** Arduinos emulated within this process, with the real firmware: bodies for `sim --firmware` and `drive --port emulated`. */
import type { Subscription } from 'rxjs';
import { AvrBoard } from '../../sim/avr/board.js';
import { EmulatedBody } from '../../sim/avr/emulatedBody.js';
import { EmulatedPort } from '../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { untilSettled } from '../../sim/avr/untilSettled.js';
import { VirtualTime } from '../../sim/avr/virtualTime.js';
import type { BodyFactory, SimulatedBody } from '../../sim/body.js';
import { Drivetrain } from '../../sim/drivetrain.js';
import type { PlantSpec, Scenario, WorldSpec } from '../../sim/scenario.js';
import { World } from '../../sim/world.js';
import { fromNow, wallClock } from '../control/clock.js';
import type { Driver } from '../drivers/driver.js';
import { type BoardDriver, openDriver } from '../drivers/openDriver.js';
import type { RobotDefinition } from '../robot.js';
import { rangeFromVolts } from '../sensors/infrared.js';
import { ms, type Seconds } from '../units.js';
import type { Body } from './body.js';
import { UsageError } from './usageError.js';

const STEP: Seconds = ms(1);
const ORIGIN = { x: 0, y: 0, heading: 0 };
const EMPTY_FLOOR: WorldSpec = {
  walls: [],
  circles: [],
  boxes: [],
  posts: { radius: 0, at: [] },
  movers: [],
};
const AS_DECLARED: PlantSpec = {
  wheelSpeedError: { left: 0, right: 0 },
  wheelDiameterError: { left: 0, right: 0 },
  trackError: 0,
};

/** A board that has started, and a driver that has shaken hands with it. */
interface EmulatedArduino {
  readonly board: AvrBoard;
  readonly driver: BoardDriver;
}

/** Promises and what Node has put off are through after a turn of its loop. */
const turn = () => new Promise((done) => setImmediate(done));

async function startArduino(robot: RobotDefinition, withoutDeadman = false): Promise<EmulatedArduino> {
  if (robot.board !== 'uno' && robot.board !== 'nano') {
    const found = robot.board === undefined ? 'names no board' : `has a ${robot.board}`;
    throw new UsageError(
      `robot '${robot.name}' ${found}; an uno or a nano can be emulated, with its motors' pins`,
    );
  }
  const board = new AvrBoard(loadFirmware());
  const opening = openDriver(robot, new EmulatedPort(board), {
    time: new VirtualTime(board),
    withoutDeadman,
    range: rangeFromVolts,
  });
  return { board, driver: await untilSettled(board, opening, { turn }) };
}

/**
 * The bodies of a scenario's robots, each with its firmware started and armed.
 *
 * @throws UsageError for a robot whose board cannot be emulated
 */
export async function emulatedBodies({ robots }: Scenario): Promise<BodyFactory> {
  const arduinos = new Map<string, EmulatedArduino>();
  for (const { id, robot } of robots) {
    const arduino = await startArduino(robot);
    await untilSettled(arduino.board, arduino.driver.arm(), { turn });
    arduinos.set(id, arduino);
  }
  return (seat) => {
    const { board, driver } = arduinos.get(seat.id) as EmulatedArduino;
    return new EmulatedBody(board, driver, seat);
  };
}

/** How often an emulated board catches up with the wall clock, and how much of it it makes up for at most. */
const PACE: Seconds = ms(2);
const LONGEST_GAP: Seconds = ms(250);

/** On an empty floor, in real time. @throws UsageError where the robot's board cannot be emulated */
export async function openEmulated(robot: RobotDefinition, withoutDeadman: boolean): Promise<Body> {
  const { board, driver: link } = await startArduino(robot, withoutDeadman);
  const { body, end } = onEmptyFloor(robot, board, link);
  const driver: Driver = { ...body.driver, close: () => body.driver.close().finally(end) };
  const { speedLimit, warning } = link;
  return { driver, time: fromNow(new VirtualTime(board)), speedLimit, warning };
}

/** Puts a robot with this board on an empty floor, where it lives in real time until the end. */
export function onEmptyFloor(
  robot: RobotDefinition,
  board: AvrBoard,
  link: Driver,
): { body: SimulatedBody; end(): void } {
  const drivetrain = new Drivetrain(robot, AS_DECLARED);
  const world = new World(EMPTY_FLOOR);
  world.addRobot(robot.name, robot, ORIGIN, drivetrain);
  const body = new EmulatedBody(board, link, {
    id: robot.name,
    robot,
    drivetrain,
    world,
    sensing: 'odometry',
  });
  const pace = inRealTime((from, to) => {
    world.advance(from, to);
    body.sense(to);
    body.advanced(from, to);
  });
  return { body, end: () => pace.unsubscribe() };
}

/** Steps of a millisecond, as many as the wall clock says; what it has lost beyond a gap is left out. */
function inRealTime(step: (from: Seconds, to: Seconds) => void): Subscription {
  let steps = 0;
  let behind = 0;
  let last = 0;
  return wallClock(PACE, fromNow()).subscribe(({ at }) => {
    behind = Math.min(behind + at - last, LONGEST_GAP);
    last = at;
    for (; behind >= STEP; behind -= STEP, steps++) step(steps * STEP, (steps + 1) * STEP);
  });
}
