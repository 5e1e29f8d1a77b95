/** A robot on its emulated board whose wheel stops turning, and a host that notices nothing. */
import { describe, expect, it } from 'vitest';
import { AvrBoard } from '../../../sim/avr/board.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { openDriver } from '../../../src/drivers/openDriver.js';
import { rootFile } from '../../support/runs.js';
import { WIRED } from '../bodies.js';
import { wiredRobot } from './wiredRobot.js';

const FULL = { left: 1, right: 1 };
const MOTOR_PINS = [9, 10];

describe('an encoder that is unplugged while the robot drives', () => {
  it.each([
    ['both channels', [2, 4]],
    ['channel a', [2]],
    ['channel b', [4]],
  ])('%s: the board cuts the motors within 0.6 s, and the host says why', async (_, unplugged) => {
    const { board, run, arm, readings, end, driver } = await wiredRobot([]);
    await arm();
    run(0.5, FULL);
    expect(MOTOR_PINS.every((pin) => board.outputs.dutyOf(pin) > 0.9)).toBe(true);
    const setPin = board.setPin.bind(board);
    board.setPin = (pin, level) => setPin(pin, unplugged.includes(pin) || level);
    run(0.6, FULL);
    expect(MOTOR_PINS.map((pin) => board.outputs.dutyOf(pin))).toEqual([0, 0]);
    expect(readings.filter(({ kind }) => kind === 'tripped')).toEqual([
      expect.objectContaining({
        cause: 'stall',
        why: expect.stringContaining('the left wheel had power, and its encoder counted nothing'),
      }),
    ]);
    expect(end.error).toBeUndefined();
    run(0.5, FULL);
    expect(MOTOR_PINS.map((pin) => board.outputs.dutyOf(pin))).toEqual([0, 0]);
    await driver.close();
  });
});

describe('a board with the firmware 1.0', () => {
  it('is driven with a warning, and stops nothing by itself that turns no wheel', async () => {
    const board = new AvrBoard(loadFirmware(rootFile('test/firmware/steerbot-uno-1.0.hex')));
    const time = new VirtualTime(board);
    const nextTurn = () => new Promise((done) => setImmediate(done));
    const settled = <T>(promise: Promise<T>) => untilSettled(board, promise, { nextTurn });
    const driver = await settled(openDriver(WIRED, new EmulatedPort(board), { time }));
    expect(driver.warning).toMatch(/older one.*steerbot flash uno/);
    await settled(driver.arm());
    for (let i = 0; i < 50; i++) {
      driver.drive(FULL);
      board.runUntil(board.now + 0.02);
    }
    expect(board.outputs.dutyOf(9)).toBeGreaterThan(0.9);
    driver.stop();
    board.runUntil(board.now + 0.02);
    expect(board.outputs.dutyOf(9)).toBe(0);
    await settled(driver.close());
  });
});
