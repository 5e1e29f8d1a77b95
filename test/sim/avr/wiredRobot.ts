/** A robot on its emulated board, with the real firmware, the real driver, and sensors of the test's choice. */

import { AvrBoard } from '../../../sim/avr/board.js';
import { attachBusDevice } from '../../../sim/avr/busDevices.js';
import { EmulatedBody } from '../../../sim/avr/emulatedBody.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import type { WorldSpec } from '../../../sim/scenario/scenario.js';
import { World } from '../../../sim/world/world.js';
import { openDriver } from '../../../src/drivers/openDriver.js';
import type { SensorDefinition } from '../../../src/kit/sensors/index.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { boardInputs } from '../../../src/sensors/boardInputs.js';
import type { Reading, WheelDuties } from '../../../src/signals/signals.js';
import { sensorsAt } from '../../support/sensors.js';
import { EMPTY, ORIGIN, PLANT, WIRED } from '../bodies.js';

/** Lets what Node has put off happen: firmata-io answers by events. */
const nextTurn = () => new Promise((done) => setImmediate(done));

export const sensor = sensorsAt([0.08, 0]);

export async function wiredRobot(
  sensors: readonly SensorDefinition[],
  spec: WorldSpec = EMPTY,
  more: Partial<RobotDefinition> = {},
  /** Before the driver looks at the board. */
  rewire: (board: AvrBoard) => void = () => {},
) {
  const robot = { ...WIRED, sensors, ...more };
  const board = new AvrBoard(loadFirmware());
  for (const each of sensors) attachBusDevice(board, each);
  rewire(board);
  const port = new EmulatedPort(board);
  const time = new VirtualTime(board);
  const link = await untilSettled(board, openDriver(robot, port, { time, inputs: boardInputs(robot) }), {
    nextTurn,
  });
  const world = new World(spec);
  const drivetrain = new Drivetrain(robot, PLANT);
  world.addRobot('a', robot, ORIGIN, drivetrain);
  const body = new EmulatedBody(board, link, { id: 'a', robot, drivetrain, world, sensing: 'odometry' });
  const readings: Reading[] = [];
  const end: { error?: unknown } = {};
  body.driver.readings$.subscribe({
    next: (reading) => readings.push(reading),
    error: (error) => {
      end.error = error;
    },
  });
  let step = 0;
  /** Whole steps of a millisecond, the wheels driven 50 times a second. */
  const run = (seconds: number, duties?: WheelDuties) => {
    for (const last = step + Math.round(seconds * 1000); step < last; step++) {
      if (duties && step % 20 === 0) body.driver.drive(duties);
      world.advance(step / 1000, (step + 1) / 1000);
      body.advanced(step / 1000, (step + 1) / 1000);
    }
  };
  const arm = () =>
    untilSettled(
      {
        get now() {
          return step / 1000;
        },
        runUntil: (time: number) => run(time - step / 1000),
      },
      body.driver.arm(),
      { nextTurn },
    );
  /** What a sensor said last. */
  const last = (id: string) => readings.findLast((reading) => 'sensor' in reading && reading.sensor === id);
  return { board, port, world, drivetrain, driver: body.driver, readings, end, run, arm, last };
}
