/** A robot on a program's own johnny-five: real johnny-five, on an IO plugin. */
import { createRequire } from 'node:module';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { type JohnnyFiveParts, johnnyFiveRobot } from '../../../src/drive/johnnyFiveRobot.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { Reading } from '../../../src/signals/signals.js';
import { driverContract } from '../../support/driverContract.js';
import { FakeTime } from '../fakeTime.js';
import { inTime } from '../robots.js';
import { PluginIo } from './pluginIo.js';

// biome-ignore lint/suspicious/noExplicitAny: johnny-five's own types lack half of it.
const five: any = createRequire(import.meta.url)('johnny-five');

/** Both motors the same way round. */
const scout = loadRobot('scout');
const ROBOT: RobotDefinition = {
  ...scout,
  motors: { ...scout.motors, right: { pwm: 10, dir: 8, invert: false } },
};

afterEach(() => {
  vi.useRealTimers();
});

async function boardOn(io: PluginIo): Promise<JohnnyFiveParts['board']> {
  const board = new five.Board({ io, repl: false, sigint: false, debug: false });
  if (!board.isReady) await new Promise((done) => board.once('ready', done));
  return board;
}

/** A board with two motors, as johnny-five's own examples have them. */
async function onMotors(parts: Partial<JohnnyFiveParts> = {}, robot = ROBOT) {
  const io = new PluginIo();
  const board = await boardOn(io);
  const motor = (pwm: number, dir: number) => new five.Motor({ board, pins: { pwm, dir } });
  const time = new FakeTime();
  const wheels = { left: motor(9, 7), right: motor(10, 8) };
  const driver = johnnyFiveRobot(robot, { board, ...wheels, withoutDeadman: true, time, ...parts });
  const speedOf = (pwm: number, dir: number) =>
    ((io.power.get(pwm) ?? 0) / 255) * (io.levels.get(dir) ? 1 : -1) || 0;
  const wheelSpeeds = () => ({ left: speedOf(9, 7), right: speedOf(10, 8) });
  const readings: Reading[] = [];
  driver.readings$.subscribe({ next: (reading) => readings.push(reading), error: () => {} });
  return { io, board, driver, time, wheelSpeeds, readings };
}

driverContract(
  'the driver of a program’s own johnny-five',
  async () => {
    const { driver, time, wheelSpeeds } = await onMotors({
      encoders: { left: { value: 0 }, right: { value: 0 } },
    });
    return { driver: inTime(driver, time), run: (seconds) => time.run(seconds), wheelSpeeds };
  },
  { settles: 0.3, holds: 0.1 },
);

describe('a robot on johnny-five', () => {
  it('drives only if the program knows that nothing stops it, slowly, and says so', async () => {
    await expect(onMotors({ withoutDeadman: false })).rejects.toThrow(
      /nothing on a board of johnny-five .*withoutDeadman/,
    );
    const { driver, wheelSpeeds } = await onMotors();
    expect(driver).toMatchObject({ deadMan: null, warning: expect.stringContaining('0.2 m/s') });
    await driver.arm();
    driver.drive({ left: 1, right: 1 });
    const { left } = wheelSpeeds();
    const { deadband, noLoadSpeed } = ROBOT.motors;
    expect(((left - deadband) / (1 - deadband)) * noLoadSpeed).toBeLessThanOrEqual(0.2);
    expect(left).toBeGreaterThan(0.3);
  });

  it('stops its motors where the loop falls silent, and says so', async () => {
    const { driver, time, wheelSpeeds, readings } = await onMotors();
    await driver.arm();
    driver.drive({ left: 0.3, right: 0.3 });
    expect(wheelSpeeds().left).toBeGreaterThan(0);
    await time.run(ROBOT.control.deadMan + 0.01);
    expect(wheelSpeeds()).toEqual({ left: 0, right: 0 });
    expect(readings).toContainEqual(expect.objectContaining({ kind: 'tripped', cause: 'silence' }));
  });

  it('stops them, too, where the computer itself was held up, as a board would have', async () => {
    const { driver, time, wheelSpeeds, readings } = await onMotors();
    await driver.arm();
    driver.drive({ left: 0.3, right: 0.3 });
    time.freeze(ROBOT.control.deadMan + 0.05);
    driver.drive({ left: 0.3, right: 0.3 });
    expect(wheelSpeeds()).toEqual({ left: 0, right: 0 });
    expect(readings).toContainEqual(expect.objectContaining({ kind: 'tripped', cause: 'silence' }));
  });

  it.each(['close', 'disconnect', 'error', 'exit'])('is lost with its board: %s', async (event) => {
    const { driver, board, wheelSpeeds } = await onMotors();
    let lost = '';
    driver.readings$.subscribe({ error: (error) => (lost = String(error)) });
    await driver.arm();
    driver.drive({ left: 0.3, right: 0.3 });
    Reflect.get(board, 'emit').call(board, event, new Error('unplugged'));
    expect(wheelSpeeds()).toEqual({ left: 0, right: 0 });
    expect(lost).toContain('unplugged');
    await expect(driver.arm()).rejects.toThrow('unplugged');
    driver.drive({ left: 0.3, right: 0.3 });
    expect(wheelSpeeds()).toEqual({ left: 0, right: 0 });
  });

  it('turns a motor round that its file calls mounted the other way', async () => {
    const { driver, wheelSpeeds } = await onMotors({}, scout);
    await driver.arm();
    driver.drive({ left: 0.2, right: 0.2 });
    expect(Math.sign(wheelSpeeds().left)).toBe(1);
    expect(Math.sign(wheelSpeeds().right)).toBe(-1);
  });

  it('cuts the power before it changes a direction, and sets none without a change', async () => {
    const { io, driver } = await onMotors();
    const told: string[] = [];
    io.digitalWrite = (pin, level) => {
      told.push(`${pin} ${level}`);
      io.levels.set(pin, level);
    };
    io.analogWrite = (pin, power) => {
      told.push(`${pin} power ${power}`);
      io.power.set(pin, power);
    };
    await driver.arm();
    driver.drive({ left: 0.2, right: 0 });
    told.length = 0;
    driver.drive({ left: 0.3, right: 0 });
    expect(told.filter((word) => word.startsWith('7'))).toEqual([]);
    told.length = 0;
    driver.drive({ left: -0.3, right: 0 });
    const [off, direction] = [told.indexOf('9 power 0'), told.indexOf('7 0')];
    expect(off).toBeGreaterThanOrEqual(0);
    expect(off).toBeLessThan(direction);
  });

  it('is driven by servos for continuous rotation, one of them inverted', async () => {
    const io = new PluginIo();
    const board = await boardOn(io);
    const servo = (pin: number, invert: boolean) => new five.Servo.Continuous({ board, pin, invert });
    const driver = johnnyFiveRobot(ROBOT, {
      board,
      left: servo(9, false),
      right: servo(10, true),
      withoutDeadman: true,
      time: new FakeTime(),
    });
    const at = () => [9, 10].map((pin) => Math.sign((io.servos.get(pin) ?? 1500) - 1500));
    await driver.arm();
    driver.drive({ left: 0.3, right: 0.3 });
    expect(at()).toEqual([1, -1]);
    driver.drive({ left: -0.3, right: 0.3 });
    expect(at()).toEqual([-1, -1]);
    driver.stop();
    expect(at()).toEqual([0, 0]);
    const told = vi.spyOn(io, 'servoWrite');
    driver.stop();
    expect(told.mock.calls).toHaveLength(12);
    for (const [, pulse] of told.mock.calls) expect(pulse).toBe(1500);
  });

  it.each([
    [{}, {}],
    [{ invert: true }, { invert: true }],
    [
      { invert: true, offset: 4 },
      { invert: true, offset: -4, pwmRange: [1000, 2000] as [number, number] },
    ],
    [{ degreeRange: [0, 90] as [number, number] }, { pwmRange: [700, 2300] as [number, number] }],
  ])(
    'is driven by servos within the pulses of its file, wherever the parts have theirs: %j, %j',
    async (...parts) => {
      const io = new PluginIo();
      const board = await boardOn(io);
      const [left, right] = parts.map((part, i) => new five.Servo.Continuous({ board, pin: 9 + i, ...part }));
      const servo = { neutral: 1520e-6, deadZone: 10e-6, reach: 100e-6, invert: false };
      const motors = { ...ROBOT.motors, left: { servo: 9, ...servo }, right: { servo: 10, ...servo } };
      const time = new FakeTime();
      const driver = johnnyFiveRobot(
        { ...ROBOT, motors },
        { board, left, right, withoutDeadman: true, time },
      );
      const signs = parts.map((part) => ('invert' in part ? -1 : 1));
      const pulses = () => [9, 10].map((pin, i) => ((io.servos.get(pin) ?? 0) - 1520) * (signs[i] ?? 1));
      await driver.arm();
      // Johnny-five cuts off what is less than a microsecond.
      const near = (pulse: number) =>
        [0, 1].map(() => expect.toSatisfy((seen) => Math.abs(seen - pulse) <= 1));
      for (const duty of [0.1, 0.3, -0.2]) {
        driver.drive({ left: duty, right: duty });
        expect(pulses()).toEqual(near(Math.sign(duty) * (10 + 90 * Math.abs(duty))));
      }
      driver.stop();
      expect(pulses()).toEqual(near(0));
      // A line may lose one; each that is told is the same pulse.
      const told = vi.spyOn(io, 'servoWrite');
      driver.stop();
      expect(told.mock.calls).toHaveLength(12);
      expect(new Set(told.mock.calls.map(String)).size).toBe(2);
    },
  );
});

describe('its sensors', () => {
  const withSensors = (sensors: RobotDefinition['sensors']): RobotDefinition => ({ ...ROBOT, sensors });

  it('tell distances by five.Proximity, and nothing beyond their range', async () => {
    vi.useFakeTimers();
    const io = new PluginIo();
    const boarding = boardOn(io);
    await vi.advanceTimersByTimeAsync(100);
    const board = await boarding;
    const proximity = new five.Proximity({ board, controller: 'GP2Y0A21YK', pin: 'A0' });
    const motor = (pwm: number, dir: number) => new five.Motor({ board, pins: { pwm, dir } });
    const driver = johnnyFiveRobot(ROBOT, {
      ...{ board, left: motor(9, 7), right: motor(10, 8), withoutDeadman: true },
      sensors: { front: proximity },
    });
    let distance: number | null | undefined;
    let count = 0;
    driver.readings$.subscribe((reading) => {
      count += 1;
      if (reading.kind === 'range') distance = reading.distances[0];
    });
    const told = async (value: number) => {
      io.say('A0', value);
      await vi.advanceTimersByTimeAsync(200);
      return distance;
    };
    const near = await told(500);
    expect(near).toBeGreaterThan(0.08);
    expect(near).toBeLessThan(0.2);
    expect(await told(250)).toBeGreaterThan(near as number);
    expect(await told(20)).toBeNull();
    expect(count).toBeGreaterThan(10);
    await driver.close();
    const before = count;
    await vi.advanceTimersByTimeAsync(200);
    expect(count).toBe(before);
  });

  it('tell by a switch, an analog value, and a gyroscope', async () => {
    const part = (facts: object) => ({ on: () => {}, removeListener: () => {}, ...facts });
    const heard = new Map<string, () => void>();
    const telling = (name: string, facts: object) => ({
      on: (event: string, listener: () => void) => event === 'data' && heard.set(name, listener),
      removeListener: () => heard.delete(name),
      ...facts,
    });
    const bumper = { id: 'left', type: 'bumper', at: [0.08, 0.03], facing: 0 } as never;
    const lamp = { id: 'lamp', type: 'light', at: [0.08, 0], facing: 0 } as never;
    const gyro = { id: 'gyro', type: 'mpu6050' } as never;
    const { readings, time } = await onMotors(
      {
        sensors: {
          left: part({ isDown: true }) as never,
          lamp: telling('lamp', { raw: 1023, resolution: 1023 }) as never,
          gyro: telling('gyro', { gyro: { rate: { z: 180 } } }) as never,
        },
      },
      withSensors([bumper, lamp, gyro]),
    );
    await time.run(0.12);
    for (const tell of heard.values()) tell();
    expect(readings).toContainEqual(
      expect.objectContaining({ kind: 'range', sensor: 'left', distances: [0] }),
    );
    expect(readings.filter(({ kind }) => kind === 'range').length).toBeGreaterThanOrEqual(2);
    expect(readings).toContainEqual(expect.objectContaining({ kind: 'level', sensor: 'lamp' }));
    expect(readings).toContainEqual(
      expect.objectContaining({ kind: 'turnRate', sensor: 'gyro', turnRate: Math.PI }),
    );
  });

  it('are named as in the robot’s file, and are of its type', async () => {
    const part = { on: () => {}, removeListener: () => {}, cm: 20 } as never;
    await expect(onMotors({ sensors: { frnot: part } })).rejects.toThrow(
      /no sensor 'frnot'; did you mean 'front'/,
    );
    await expect(onMotors({ sensors: { front: { on() {}, removeListener() {} } as never } })).rejects.toThrow(
      /sensors\.front is .*gp2y0a21 a five\.Proximity/,
    );
    await expect(onMotors({ left: part })).rejects.toThrow(
      /left is .*five\.Motor or a five\.Servo\.Continuous/,
    );
    await expect(onMotors({ encoders: { left: 3 } as never })).rejects.toThrow(
      /encoders is an object; \{ left, right \}/,
    );
  });
});
