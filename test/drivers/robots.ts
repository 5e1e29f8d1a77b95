/** Robots and opened drivers that the tests of the drivers share. */

import type { ConnectedRobot, Driver } from '../../src/drivers/driver.js';
import { type DriverOptions, openDriver } from '../../src/drivers/openDriver.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { AnalogInput } from '../../src/signals/boardInput.js';
import type { Reading } from '../../src/signals/signals.js';
import { WIRED as WIRED_BLIND } from '../sim/bodies.js';
import { FakeBoard, type FakeBoardOptions } from './fakeBoard.js';
import { FakeTime } from './fakeTime.js';

/** Scout on an Uno, with its range sensor. */
export const WIRED: RobotDefinition = {
  ...WIRED_BLIND,
  sensors: [{ id: 'front', type: 'gp2y0a21', pin: 'A0', at: [0.08, 0], facing: 0 }],
};

export const STANDARD: RobotDefinition = { ...WIRED, firmware: 'standard-firmata' };

export interface Opened {
  readonly time: FakeTime;
  readonly board: FakeBoard;
  readonly driver: ConnectedRobot;
  readonly readings: Reading[];
  /** What the readings ended with. */
  readonly end: { error?: unknown; completed?: true; times: number };
}

export function plugIn(options?: FakeBoardOptions): { time: FakeTime; board: FakeBoard } {
  const time = new FakeTime();
  return { time, board: new FakeBoard(time, options) };
}

/** Volts for meters, which is easy to check. */
const FRONT: AnalogInput = {
  kind: 'analog',
  pin: 'A0',
  read: (volts) => ({ kind: 'range', sensor: 'front', distances: [volts] }),
};

export const openIt = (
  { time, board }: { time: FakeTime; board: FakeBoard },
  robot: RobotDefinition = WIRED,
  options: Partial<DriverOptions> = {},
): Promise<ConnectedRobot> => time.until(openDriver(robot, board, { time, inputs: [FRONT], ...options }));

export async function opened(
  robot: RobotDefinition = WIRED,
  options: Partial<DriverOptions> = {},
  board?: FakeBoardOptions,
): Promise<Opened> {
  const both = plugIn(board);
  const driver = await openIt(both, robot, options);
  const readings: Reading[] = [];
  const end: Opened['end'] = { times: 0 };
  driver.readings$.subscribe({
    next: (reading) => readings.push(reading),
    error: (error) => {
      end.error = error;
      end.times += 1;
    },
    complete: () => {
      end.completed = true;
    },
  });
  return { ...both, driver, readings, end };
}

/** The same driver for tests that await arming without advancing the time themselves. */
export const inTime = (driver: ConnectedRobot, time: FakeTime): Driver => ({
  readings$: driver.readings$,
  arm: () => time.until(driver.arm()),
  drive: (duties) => driver.drive(duties),
  stop: () => driver.stop(),
  close: () => driver.close(),
});
