import { describe, expect, it } from 'vitest';
import { Pca9685 } from '../../../sim/avr/shieldChips.js';
import type { WheelDuties } from '../../../src/signals/signals.js';
import { motorsWired, ON_BUS, ON_PINS, SERVOS } from './motorWirings.js';

/** A step of the PWM and the slew of a command, or what a servo's pulse is off by. */
const NEAR = 0.01;

function expectDuties(found: WheelDuties, left: number, right: number): void {
  expect(Math.abs(found.left - left)).toBeLessThan(NEAR);
  expect(Math.abs(found.right - right)).toBeLessThan(NEAR);
}

const STILL: WheelDuties = { left: 0, right: 0 };
/** A servo that has seen no pulse for 50 ms has turned its motor off. */
const SETTLED = 0.06;

describe.each(Object.entries({ ...ON_PINS, ...SERVOS, ...ON_BUS }))('a robot with %s', (_, form) => {
  it('drives each wheel its own way, and none before it is armed or after a stop', async () => {
    const { driver, run, duties, arm, drive } = await motorsWired(form);
    expect(drive(0.3, 0.3)).toEqual(STILL);
    await arm();
    run(SETTLED);
    expectDuties(duties(), 0, 0);
    expectDuties(drive(0.3, 0.2), 0.3, 0.2);
    expectDuties(drive(-0.25, 0.25), -0.25, 0.25);
    expectDuties(drive(-0.2, -0.3), -0.2, -0.3);
    expectDuties(drive(0.1, 0), 0.1, 0);
    driver.stop();
    run(SETTLED);
    expect(duties()).toEqual(STILL);
    expect(drive(0.3, 0.3)).toEqual(STILL);
    await arm();
    expectDuties(drive(0.3, -0.3), 0.3, -0.3);
    await driver.close();
    run(SETTLED);
    expect(duties()).toEqual(STILL);
  });
});

describe.each(Object.entries({ ...ON_PINS, ...SERVOS }))('the board of a robot with %s', (_, form) => {
  it('stops its motors when the host falls silent', async () => {
    const { run, duties, arm, drive } = await motorsWired(form);
    await arm();
    drive(0.3, -0.3);
    run(0.15);
    expectDuties(duties(), 0.3, -0.3);
    run(0.05 + SETTLED);
    expect(duties()).toEqual(STILL);
  });
});

describe('motors that a chip on I²C drives', () => {
  it('have the highest frequency of the chip, without a jerk in each period', async () => {
    const { board, run } = await motorsWired(ON_BUS['an Adafruit v2'] ?? {});
    // Some 300 bytes that set the chip up.
    run(0.1);
    const chip = board.i2c.deviceAt(0x60);
    expect(chip instanceof Pca9685 && chip.frequency).toBeCloseTo(1526, 0);
  });

  it('run on when their host is dead and their board is reset, until another host connects', async () => {
    const { board, driver, connect, run, duties, arm, drive } = await motorsWired(
      ON_BUS['an Adafruit v2'] ?? {},
    );
    await arm();
    drive(0.3, 0.2);
    driver.stop = () => {};
    run(1);
    expectDuties(duties(), 0.3, 0.2);
    board.reset('external');
    run(1);
    expectDuties(duties(), 0.3, 0.2);
    await connect();
    // Some 300 bytes that set the chip up.
    run(0.1);
    expect(duties()).toEqual(STILL);
  });
});

describe('a servo with another neutral', () => {
  it('gets at most one pulse that would turn it between arming and the first command', async () => {
    const servo = { neutral: 1480e-6, deadZone: 5e-6, invert: false };
    const form = { left: { ...servo, servo: 13 }, right: { ...servo, servo: 12 } };
    const { board, run, duties, arm } = await motorsWired(form);
    const pulses: number[] = [];
    board.outputs.changes$.subscribe(({ pin, duty }) => {
      if (pin === 13 && duty === 0) pulses.push(duties().left);
    });
    await arm();
    run(0.15);
    expect(pulses.length).toBeGreaterThan(5);
    expect(pulses.slice(1).every((duty) => duty === 0)).toBe(true);
  });
});

describe('what lets motors turn', () => {
  const opened = async (name: string) => {
    const robot = await motorsWired(ON_PINS[name] ?? {});
    const { outputs } = robot.board;
    return { ...robot, high: (...pins: number[]) => pins.map((pin) => outputs.dutyOf(pin) === 1) };
  };

  it.each([
    ['a standby on a plain pin', [4]],
    ['a standby on a PWM pin', [3]],
  ])('%s, is high from being armed to a stop', async (name, pins) => {
    const { driver, high, run, arm, drive } = await opened(name);
    const none = pins.map(() => false);
    expect(high(...pins)).toEqual(none);
    await arm();
    drive(0.3, 0.3);
    expect(high(...pins)).toEqual(pins.map(() => true));
    driver.stop();
    run(0.02);
    expect(high(...pins)).toEqual(none);
  });

  it("an R3's brake is low while it may drive, and otherwise high if the file says so", async () => {
    const { driver, high, run, arm, drive } = await opened('an R3 with its brakes');
    expect(high(9, 8)).toEqual([true, true]);
    await arm();
    drive(0.3, 0.3);
    expect(high(9, 8)).toEqual([false, false]);
    driver.stop();
    run(0.02);
    expect(high(9, 8)).toEqual([true, true]);
  });

  it("an R3's brake stays low if the file does not say so", async () => {
    const robot = await motorsWired({ ...ON_PINS['an R3 with its brakes'], stop: 'coast' });
    await robot.arm();
    robot.driver.stop();
    robot.run(0.02);
    expect([9, 8].map((pin) => robot.board.outputs.dutyOf(pin))).toEqual([0, 0]);
  });

  it('is shut by the dead-man on a PWM pin; on another one only by a host, or by the next one that connects', async () => {
    const plain = await opened('a standby on a plain pin');
    const pwm = await opened('a standby on a PWM pin');
    for (const { arm, drive, driver, run } of [plain, pwm]) {
      await arm();
      drive(0.3, 0.3);
      // Dead: it hears of the trip, and does nothing.
      driver.stop = () => {};
      run(0.25);
    }
    expect(pwm.high(3)).toEqual([false]);
    expect(plain.high(4)).toEqual([true]);
    // Every connection begins with it.
    const SYSTEM_RESET = 0xff;
    plain.board.receive(SYSTEM_RESET);
    plain.run(0.01);
    expect(plain.high(4)).toEqual([false]);
  });
});

describe('a motor with two inputs', () => {
  const levels = (board: { outputs: { dutyOf(pin: number): number } }, pins: readonly number[]) =>
    pins.map((pin) => board.outputs.dutyOf(pin));

  it('that is braked has both high while it has no duty, and none once the board stops', async () => {
    const { board, driver, arm, drive, run } = await motorsWired(ON_PINS['{pwm, dir, cdir}, braked'] ?? {});
    await arm();
    drive(0.5, 0.5);
    expect(levels(board, [7, 8])).toEqual([1, 0]);
    drive(0, 0);
    run(0.06);
    expect(levels(board, [5, 7, 8])).toEqual([1, 1, 1]);
    driver.stop();
    run(0.02);
    expect(levels(board, [5, 7, 8, 6, 15, 11])).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('and slow decay has one high and the other inverted', async () => {
    const { board, arm, drive, run } = await motorsWired(ON_PINS['{forward, reverse} with slow decay'] ?? {});
    await arm();
    drive(0.3, 0.3);
    run(0.06);
    expect(levels(board, [5, 6])).toEqual([1, expect.closeTo(0.7, 2)]);
    drive(-0.3, -0.3);
    run(0.06);
    expect(levels(board, [5, 6])).toEqual([expect.closeTo(0.7, 2), 1]);
    drive(0, 0);
    run(0.06);
    expect(levels(board, [5, 6, 9, 10])).toEqual([1, 1, 1, 1]);
  });

  it('and slow decay is off on all of its pins when the host falls silent', async () => {
    const { board, arm, drive, run } = await motorsWired(ON_PINS['{forward, reverse} with slow decay'] ?? {});
    await arm();
    drive(0.3, -0.3);
    run(0.25);
    expect(levels(board, [5, 6, 9, 10])).toEqual([0, 0, 0, 0]);
  });
});

describe('PWM of 20 kHz', () => {
  it('counts to 400 and back without a prescaler', async () => {
    const { board, arm, drive, run } = await motorsWired(ON_PINS['PWM of 20 kHz'] ?? {});
    await arm();
    drive(0.5, 0.25);
    run(0.06);
    const [TCCR1A, ICR1] = [0x80, 0x86];
    const [control, clock] = [board.register(TCCR1A), board.register(TCCR1A + 1)];
    const top = board.register(ICR1) + 256 * board.register(ICR1 + 1);
    // Phase correct up to ICR1: f = 16 MHz / (2 · 400).
    expect([control & 3, clock & 0x1f, top]).toEqual([2, 0x11, 400]);
  });
});
