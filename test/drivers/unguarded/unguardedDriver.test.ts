import { describe, expect, it } from 'vitest';
import type { DriverOptions } from '../../../src/drivers/openDriver.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { Reading } from '../../../src/signals/signals.js';
import { driverContract } from '../../support/driverContract.js';
import { inTime, opened, openIt, plugIn, STANDARD } from '../robots.js';

const STOCK = { firmware: 'StandardFirmata.ino' } as const;
const ANYWAY: Partial<DriverOptions> = { withoutDeadman: true };

const openStock = (robot: RobotDefinition = STANDARD) => opened(robot, ANYWAY, STOCK);

/** What a motor of a PWM and a direction pin was told last, forward positive; full PWM is 1. */
function motorAt(short: readonly (readonly number[])[], pwm: number, dir: number): number {
  const value = short.findLast(([command]) => command === (0xe0 | pwm));
  const port = short.findLast(([command]) => command === (0x90 | (dir >> 3)));
  const level = ((port?.[1] ?? 0) | ((port?.[2] ?? 0) << 7)) & (1 << (dir & 7));
  const size = ((value?.[1] ?? 0) | ((value?.[2] ?? 0) << 7)) / 255;
  return size === 0 ? 0 : level ? size : -size;
}

driverContract(
  'the driver of a board with stock firmware',
  async () => {
    const { time, board, driver } = await openStock();
    // Something to read: a sensor's sample every 19 ms.
    const sample = () => {
      if (board.closed) return;
      board.saySample(0, 200);
      time.after(0.019, sample);
    };
    sample();
    const wheelSpeeds = () => ({
      left: motorAt(board.short, 9, 7),
      right: -motorAt(board.short, 10, 8) || 0,
    });
    return { driver: inTime(driver, time), run: (seconds) => time.run(seconds), wheelSpeeds };
  },
  { settles: 0.3, holds: 0.1 },
);

/** What the driver said of the trips. */
const tripsIn = (readings: readonly Reading[]) =>
  readings.flatMap((reading) => (reading.kind === 'tripped' ? [reading.why] : []));

describe('a robot that nothing stops when the host fails', () => {
  it('drives only with `withoutDeadman`', async () => {
    await expect(openIt(plugIn(STOCK), STANDARD)).rejects.toThrow(
      /nothing on a board with StandardFirmata .*--without-deadman/,
    );
    const { driver, board, time } = await openStock();
    await driver.arm();
    driver.drive({ left: 0.2, right: 0.2 });
    await time.run(0.01);
    expect(motorAt(board.short, 9, 7)).toBe(51 / 255);
    expect(motorAt(board.short, 10, 8)).toBe(-51 / 255);
  });

  it('says so all the time, and has no dead-man', async () => {
    const { driver } = await openStock();
    expect(driver.deadMan).toBeNull();
    expect(driver.warning).toMatch(/keep a hand on its power switch; at most 0.2 m\/s/);
  });

  it('goes no faster than 0.2 m/s by its own figures', async () => {
    const { driver, board, time } = await openStock();
    await driver.arm();
    driver.drive({ left: 1, right: -1 });
    await time.run(0.01);
    // 0.08 + 0.92 · 0.2 / 0.6, rounded down to a step of the PWM
    const most = Math.floor((0.08 + (0.92 * 0.2) / 0.6) * 255) / 255;
    expect(driver.speedLimit).toBeCloseTo(((most - 0.08) / 0.92) * 0.6, 9);
    expect(motorAt(board.short, 9, 7)).toBe(most);
    expect(motorAt(board.short, 10, 8)).toBe(most);
  });

  it('is stopped by the host when no command comes, until it is armed again', async () => {
    const { driver, board, time, readings, end } = await openStock();
    await driver.arm();
    driver.drive({ left: 0.3, right: 0.3 });
    await time.run(0.19);
    expect(motorAt(board.short, 9, 7)).toBeGreaterThan(0);
    await time.run(0.02);
    expect(motorAt(board.short, 9, 7)).toBe(0);
    expect(tripsIn(readings)).toEqual([
      '/dev/fake: the motors were stopped: this computer was busy, and no command came for 200 ms',
    ]);
    expect(end.times).toBe(0);
    driver.drive({ left: 0.3, right: 0.3 });
    await time.run(0.5);
    expect(motorAt(board.short, 9, 7)).toBe(0);
    await driver.arm();
    driver.drive({ left: 0.3, right: 0.3 });
    await time.run(0.01);
    expect(motorAt(board.short, 9, 7)).toBeGreaterThan(0);
    expect(tripsIn(readings)).toHaveLength(1);
  });

  it('does not go on after its host was frozen, though the host drives before it looks at the time', async () => {
    const { driver, board, time, readings } = await openStock();
    await driver.arm();
    driver.drive({ left: 0.3, right: 0.3 });
    await time.run(0.01);
    time.freeze(2);
    driver.drive({ left: 0.3, right: 0.3 });
    await time.run(0.01);
    expect(tripsIn(readings)).toEqual([expect.stringMatching(/no command came for 2010 ms/)]);
    expect(motorAt(board.short, 9, 7)).toBe(0);
  });

  it('that stands may stand for ever', async () => {
    const { driver, time, end } = await openStock();
    await driver.arm();
    driver.drive({ left: 0.3, right: 0.3 });
    driver.stop();
    await time.run(2);
    expect(end.times).toBe(0);
  });

  it('is asked something all the time, so that a pulled cable is noticed', async () => {
    const { board, time, end } = await openStock();
    await time.run(1);
    expect(board.sysex.filter(([command]) => command === 0x6d).length).toBeGreaterThanOrEqual(9);
    board.unplug();
    await time.run(0.5);
    expect(String(end.error)).toContain('nothing heard for 250 ms');
  });

  it('leaves no timer behind', async () => {
    const { driver, time } = await openStock();
    await driver.arm();
    driver.drive({ left: 0.3, right: 0.3 });
    await driver.close();
    await time.run(0.01);
    expect(time.waiting).toBe(0);
  });
});

describe('its motors', () => {
  it('get the newest command alone while the line takes nothing, and a stop at once', async () => {
    const { driver, board, time } = await openStock();
    await driver.arm();
    driver.drive({ left: 0.1, right: 0 });
    await time.run(0.01);
    board.holdsWrites = true;
    const before = board.writes.length;
    for (const duty of [0.2, 0.3, 0.35]) driver.drive({ left: duty, right: 0 });
    // One command: a byte sequence a motor.
    expect(board.writes.length - before).toBe(2);
    board.takeWrites(1);
    expect(board.writes.length - before).toBe(2);
    board.takeWrites();
    await time.run(0.01);
    expect(motorAt(board.short, 9, 7)).toBe(Math.floor(0.35 * 255) / 255);
    board.holdsWrites = true;
    driver.drive({ left: 0.2, right: 0 });
    driver.drive({ left: 0.3, right: 0 });
    driver.stop();
    board.takeWrites();
    await time.run(0.01);
    expect(motorAt(board.short, 9, 7)).toBe(0);
  });
});
