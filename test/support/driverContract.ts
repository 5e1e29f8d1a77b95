/** What every door to a body must keep, whether the body is simulated, emulated, replayed or real. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Driver } from '../../src/drivers/driver.js';
import type { Seconds } from '../../src/math/units.js';
import type { Reading, WheelDuties, WheelSpeeds } from '../../src/signals/signals.js';

/** A fresh body, its driver not armed, and a way to watch both. */
export interface DriverUnderTest {
  readonly driver: Driver;
  /** Lets the body's time go on, with readings on the way. */
  run(time: Seconds): void | Promise<void>;
  /** Of the true wheels, or what stands for them: a duty at the motor will do. */
  wheelSpeeds(): WheelSpeeds;
  /** Frees what the test used; the driver is closed before it. */
  end?(): void | Promise<void>;
}

export interface ContractFigures {
  /** How long a body takes to do what it is told, at most. */
  readonly settles: Seconds;
  /** For how long it certainly holds duties without being told again: less than its dead-man time. */
  readonly holds: Seconds;
}

const FORWARD: WheelDuties = { left: 0.8, right: 0.8 };
const TURN: WheelDuties = { left: -0.6, right: 0.6 };
const OFF: WheelSpeeds = { left: 0, right: 0 };
const NO_NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Declares the contract's tests for one kind of driver. */
export function driverContract(
  name: string,
  make: () => DriverUnderTest | Promise<DriverUnderTest>,
  { settles, holds }: ContractFigures,
): void {
  describe(`${name} keeps the driver contract`, () => {
    let body: DriverUnderTest;
    let driver: Driver;
    let readings: Reading[];
    let ended: 'not yet' | 'completed' | 'failed';

    beforeEach(async () => {
      body = await make();
      driver = body.driver;
      readings = [];
      ended = 'not yet';
      driver.readings$.subscribe({
        next: (reading) => readings.push(reading),
        complete: () => {
          ended = 'completed';
        },
        error: () => {
          ended = 'failed';
        },
      });
    });

    afterEach(async () => {
      await driver.close();
      await body.end?.();
    });

    /** Tells the duties again and again, so that no dead-man trips, until the body does as it is told. */
    async function driveOn(duties: WheelDuties): Promise<void> {
      for (let time = 0; time < settles; time += holds / 4) {
        driver.drive(duties);
        await body.run(holds / 4);
      }
    }
    const moves = () => body.wheelSpeeds().left > 0 && body.wheelSpeeds().right > 0;

    it('says what it reads with a time, in order', async () => {
      await driver.arm();
      await driveOn(FORWARD);
      expect(readings.length).toBeGreaterThan(1);
      let before = Number.NEGATIVE_INFINITY;
      for (const { at } of readings) {
        expect(Number.isFinite(at)).toBe(true);
        expect(at).toBeGreaterThanOrEqual(before);
        before = at;
      }
      expect(readings.at(-1)?.at).toBeGreaterThan(readings[0]?.at ?? Number.NaN);
    });

    it('drives nothing before it is armed', async () => {
      await driveOn(FORWARD);
      expect(body.wheelSpeeds()).toEqual(OFF);
    });

    it('drives each wheel its own way, and holds that until the next call', async () => {
      await driver.arm();
      await driveOn(TURN);
      expect(body.wheelSpeeds().left).toBeLessThan(0);
      expect(body.wheelSpeeds().right).toBeGreaterThan(0);
      const { left, right } = body.wheelSpeeds();
      driver.drive(TURN);
      await body.run(holds);
      expect(body.wheelSpeeds().left).toBeLessThanOrEqual(left + 1e-9);
      expect(body.wheelSpeeds().right).toBeGreaterThanOrEqual(right - 1e-9);
      await driveOn(FORWARD);
      expect(moves()).toBe(true);
    });

    it('never throws at what is no number, and turns no wheel by it', async () => {
      await driver.arm();
      for (const bad of NO_NUMBERS) {
        await driveOn(FORWARD);
        await driveOn({ left: bad, right: bad });
        expect(body.wheelSpeeds()).toEqual(OFF);
      }
      await driveOn(FORWARD);
      expect(moves()).toBe(true);
    });

    it('takes a duty beyond full power for full power', async () => {
      await driver.arm();
      await driveOn({ left: 1, right: -1 });
      const full = body.wheelSpeeds();
      await driveOn({ left: 40, right: -1e300 });
      expect(body.wheelSpeeds()).toEqual({
        left: expect.closeTo(full.left, 6),
        right: expect.closeTo(full.right, 6),
      });
    });

    it('stops at once, and again without harm', async () => {
      await driver.arm();
      await driveOn(FORWARD);
      const { left } = body.wheelSpeeds();
      driver.stop();
      driver.stop();
      await body.run(holds);
      expect(body.wheelSpeeds().left).toBeLessThan(left);
      await body.run(settles);
      expect(body.wheelSpeeds()).toEqual(OFF);
      driver.stop();
      await body.run(settles);
      expect(body.wheelSpeeds()).toEqual(OFF);
    });

    it('may be stopped before it was ever armed', async () => {
      driver.stop();
      await driver.arm();
      await driveOn(FORWARD);
      expect(moves()).toBe(true);
    });

    it('drives nothing after a stop until it is armed again', async () => {
      await driver.arm();
      await driveOn(FORWARD);
      driver.stop();
      await driveOn(FORWARD);
      await driveOn(FORWARD);
      expect(body.wheelSpeeds()).toEqual(OFF);
      await driver.arm();
      await body.run(holds);
      expect(body.wheelSpeeds()).toEqual(OFF);
      await driveOn(FORWARD);
      expect(moves()).toBe(true);
    });

    it('goes on reading while it is stopped', async () => {
      await driver.arm();
      driver.stop();
      const before = readings.length;
      await body.run(settles);
      expect(readings.length).toBeGreaterThan(before);
    });

    it('closed stops the wheels and completes its readings; nothing wakes it', async () => {
      await driver.arm();
      await driveOn(FORWARD);
      await driver.close();
      expect(ended).toBe('completed');
      const said = readings.length;
      await driver.close();
      await driver.arm().catch(() => {});
      await driveOn(FORWARD);
      driver.stop();
      await body.run(settles);
      expect(body.wheelSpeeds()).toEqual(OFF);
      expect(readings).toHaveLength(said);
    });
  });
}
