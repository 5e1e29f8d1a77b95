import { describe, expect, it } from 'vitest';
import type { DriverOptions } from '../../../src/drivers/openDriver.js';
import type { MotorPins, RobotDefinition } from '../../../src/robot/robot.js';
import { DriverError } from '../../../src/validation/errors.js';
import { opened, openIt, plugIn, STANDARD, WIRED } from '../robots.js';

const STOCK = { firmware: 'StandardFirmata.ino' } as const;
const ANYWAY: Partial<DriverOptions> = { withoutDeadman: true };

/** The right one stands still; its bytes go to pins 10 and 8. */
const withMotors = (left: Omit<MotorPins, 'invert'>, robot = STANDARD): RobotDefinition => ({
  ...robot,
  motors: { ...robot.motors, left: { ...left, invert: false }, right: { pwm: 10, dir: 8, invert: true } },
});

/** A board, and what commands write to it. */
async function armed(robot: RobotDefinition) {
  const { driver, board, time } = await opened(robot, ANYWAY, STOCK);
  await driver.arm();
  await time.run(0.01);
  const isRights = ([command]: readonly number[]) => command === (0xe0 | 10) || command === 0x91;
  return {
    driver,
    board,
    time,
    /** Firmata's messages to the left motor, in order. */
    async told(left: number): Promise<readonly number[][]> {
      const before = board.short.length;
      driver.drive({ left, right: 0 });
      await time.run(0.01);
      return board.short.slice(before).filter((message) => !isRights(message));
    },
  };
}

const pwm = (pin: number, byte: number) => [0xe0 | pin, byte & 0x7f, byte >> 7];
const PORT_D = 0x90;

describe('a motor of stock firmware', () => {
  it('gets three bytes a command, and its direction only when that changes, never under power', async () => {
    const { told } = await armed(withMotors({ pwm: 9, dir: 7 }));
    expect(await told(0.2)).toEqual([pwm(9, 0), [PORT_D, 0, 1], pwm(9, 51)]);
    expect(await told(0.3)).toEqual([pwm(9, 77)]);
    expect(await told(0)).toEqual([pwm(9, 0)]);
    expect(await told(0.3)).toEqual([pwm(9, 77)]);
    expect(await told(-0.3)).toEqual([pwm(9, 0), [PORT_D, 0, 0], pwm(9, 77)]);
    expect(await told(-0.2)).toEqual([pwm(9, 51)]);
  });

  it('moves at the least power that it can be told: no threshold holds it back', async () => {
    const { told } = await armed(withMotors({ pwm: 9, dir: 7 }));
    await told(0.2);
    expect(await told(1 / 255)).toEqual([pwm(9, 1)]);
  });

  it('with two direction pins turns both, one after the other, without power', async () => {
    const { told } = await armed(withMotors({ pwm: 5, dir: 2, cdir: 4 }));
    expect(await told(0.3)).toEqual([pwm(5, 0), [PORT_D, 0b00100, 0], [PORT_D, 0b00100, 0], pwm(5, 77)]);
    expect(await told(0.2)).toEqual([pwm(5, 51)]);
    expect(await told(-0.3)).toEqual([pwm(5, 0), [PORT_D, 0b10100, 0], [PORT_D, 0b10000, 0], pwm(5, 77)]);
  });

  it('with a PWM each way has the other one switched off first', async () => {
    const { told } = await armed(withMotors({ forward: 5, reverse: 6 }));
    expect(await told(0.3)).toEqual([pwm(5, 77)]);
    expect(await told(0.2)).toEqual([pwm(5, 51)]);
    expect(await told(-0.3)).toEqual([pwm(5, 0), pwm(6, 77)]);
    expect(await told(-0.2)).toEqual([pwm(6, 51)]);
    expect(await told(0.2)).toEqual([pwm(6, 0), pwm(5, 51)]);
    expect(await told(0)).toEqual([pwm(6, 0), pwm(5, 0)]);
  });
});

describe('a servo of stock firmware', () => {
  const pulse = (us: number) => [[0xe9, us & 0x7f, us >> 7]];

  it('gets pulses about 1500 µs', async () => {
    const { board, told } = await armed(withMotors({ servo: 9 }));
    // Range: 1000 to 2000 µs.
    expect(board.sysex).toContainEqual([0x70, 9, 1000 & 0x7f, 1000 >> 7, 2000 & 0x7f, 2000 >> 7]);
    expect(board.short.findLast(([command]) => command === 0xe9)).toEqual(pulse(1500)[0]);
    expect(await told(0.2)).toEqual(pulse(1600));
    expect(await told(-0.2)).toEqual(pulse(1400));
  });

  it('gets pulses about its own neutral, beyond its dead zone', async () => {
    const { told } = await armed(withMotors({ servo: 9, neutral: 1480e-6, deadZone: 20e-6 }));
    expect(await told(0)).toEqual(pulse(1480));
    expect(await told(0.25)).toEqual(pulse(1620));
    expect(await told(-0.25)).toEqual(pulse(1340));
  });

  it('is told to stand again and again while it is stopped', async () => {
    const { driver, board, time, told } = await armed(withMotors({ servo: 9 }));
    await told(0.2);
    driver.stop();
    await time.run(0.35);
    const stands = board.short.filter(
      ([command, low, high]) => command === 0xe9 && low === 92 && high === 11,
    );
    expect(stands.length).toBeGreaterThanOrEqual(6);
  });
});

describe('a motor of a shield', () => {
  const isI2c = ([command, address]: readonly number[]) => command === 0x76 && address === 0x60;

  it('behind I²C is commanded there, and needs `withoutDeadman` with Steerbot’s firmware too', async () => {
    const robot = withMotors({ shield: 'ADAFRUIT_V2', motor: 1 }, WIRED);
    await expect(openIt(plugIn(), robot)).rejects.toThrow(/shield behind a bus.*--without-deadman/);
    const { driver, board, time } = await opened(robot, ANYWAY);
    expect(driver.deadMan).toBeNull();
    await driver.arm();
    driver.drive({ left: 0.2, right: 0 });
    await time.run(0.01);
    const told = board.sysex.filter(isI2c).length;
    expect(told).toBeGreaterThan(10);
    driver.drive({ left: 0.3, right: 0 });
    await time.run(0.01);
    // Speed alone, of the chip's 4096 counts: 77/255 of them are 1236.
    const after = board.sysex.filter(isI2c);
    expect(after.length).toBe(told + 1);
    const [low, high] = [1236 & 0xff, 1236 >> 8];
    const registers = after
      .at(-1)
      ?.slice(3)
      .filter((_, i) => i % 2 === 0);
    const eighthBits = after
      .at(-1)
      ?.slice(3)
      .filter((_, i) => i % 2 === 1);
    expect(registers).toEqual([6 + 4 * 8, 0, 0, low & 0x7f, high]);
    expect(eighthBits?.map((bits) => bits & 1)).toEqual([0, 0, 0, low >> 7, 0]);
  });

  it('of a robot that was found again is told there, not on the board that was lost', async () => {
    const robot = withMotors({ shield: 'ADAFRUIT_V2', motor: 1 });
    const first = await opened(robot, ANYWAY, STOCK);
    first.board.unplug(new DriverError('the cable was pulled'));
    await first.time.until(first.driver.close());
    const { driver, board, time } = await opened(robot, ANYWAY, STOCK);
    await driver.arm();
    driver.drive({ left: 0.2, right: 0 });
    await time.run(0.01);
    const told = board.sysex.filter(isI2c).length;
    expect(told).toBeGreaterThan(10);
    driver.stop();
    await time.run(0.01);
    expect(board.sysex.filter(isI2c).length).toBe(told + 6);
  });

  it('behind a shift register finds its pins outputs, and the register off until it is armed', async () => {
    const robot = withMotors({ shield: 'ADAFRUIT_V1', motor: 1 });
    const { driver, board, time } = await opened(robot, ANYWAY, STOCK);
    await time.run(0.01);
    const OUTPUT = 1;
    for (const pin of [4, 7, 8, 12]) expect(board.short).toContainEqual([0xf4, pin, OUTPUT]);
    const enable = () => (board.short.findLast(([command]) => command === PORT_D)?.[2] ?? 0) & 1;
    expect(enable()).toBe(1);
    await driver.arm();
    await time.run(0.01);
    expect(enable()).toBe(0);
    driver.stop();
    await time.run(0.01);
    expect(enable()).toBe(1);
  });

  it('of plain pins is an ordinary motor, guarded by our firmware', async () => {
    const shield = { shield: 'SPARKFUN_ARDUMOTO', invert: false } as const;
    const motors = { ...WIRED.motors, left: { ...shield, motor: 1 }, right: { ...shield, motor: 2 } };
    const { encoders: _, ...blind } = WIRED;
    const { driver, board } = await opened({ ...blind, motors });
    expect(driver.deadMan).toBe(0.2);
    expect(driver.warning).toBeNull();
    expect(board.motors).toMatchObject({
      leftForm: 1,
      leftA: 3,
      leftB: 12,
      rightForm: 1,
      rightA: 11,
      rightB: 13,
    });
  });
});
