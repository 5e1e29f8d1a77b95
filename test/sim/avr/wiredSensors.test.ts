import { describe, expect, it } from 'vitest';
import { SENSOR_TYPES, sensorTypeOf } from '../../../src/kit/sensors/index.js';
import { deg } from '../../../src/math/units.js';
import { EMPTY, ORIGIN, wallAt } from '../bodies.js';
import { sensor, wiredRobot } from './wiredRobot.js';

/** Long enough for a device on the bus to be found, set up and read. */
const FOUND = 0.6;

describe('range sensors of an emulated board', () => {
  const withCurve = SENSOR_TYPES.flatMap((type): [string, number[]][] => {
    const { nearest = 0, farthest = 0 } = sensorTypeOf(type)?.curve ?? {};
    return farthest > 0 ? [[type, [1.25 * nearest, Math.sqrt(nearest * farthest), 0.9 * farthest]]] : [];
  });
  it.each(withCurve)(
    '%s tells distances to a hundredth or so, and none of what is out of its range',
    async (type, distances) => {
      const { run, world, last } = await wiredRobot([sensor(type, { pin: 'A0' })], wallAt(0.08));
      const seenFrom = (distance: number) => {
        world.place('a', { ...ORIGIN, x: -distance });
        run(0.15);
        return last(type);
      };
      for (const distance of distances) {
        const reading = seenFrom(distance);
        const [seen] = reading?.kind === 'range' ? reading.distances : [];
        // A count of a MaxSonar is 12.7 mm.
        const counts = type === 'maxsonar' ? 0.02 : 0;
        expect(Math.abs((seen ?? Number.NaN) - distance)).toBeLessThan(0.007 + 0.02 * distance + counts);
      }
      expect(seenFrom(10)).toMatchObject({ kind: 'range', distances: [null] });
    },
  );

  it('a thing within an infrared sensor’s fold looks far away, as it does on a real one', async () => {
    const { run, world, last } = await wiredRobot([sensor('gp2y0a21', { pin: 'A0' })], wallAt(0.18));
    world.place('a', { ...ORIGIN, x: 0.02 });
    run(0.1);
    // 80 mm: between its nearest distance and the peak of its voltage.
    expect(last('gp2y0a21')).toMatchObject({ distances: [0.1] });
    world.place('a', { ...ORIGIN, x: 0.07 });
    run(0.1);
    const reading = last('gp2y0a21');
    const [seen] = reading?.kind === 'range' ? reading.distances : [];
    expect(seen).toBeGreaterThan(0.15);
  });
});

describe('an HC-SR04 of an emulated board', () => {
  const SPEED = 1;

  it('tells where the thing is when it is pinged, while the robot drives up to it', async () => {
    const sonar = sensor('hc-sr04', { trigger: 12, echo: 13, rate: 20, ideal: true });
    const { run, world, readings } = await wiredRobot([sonar], wallAt(0.08));
    for (let ms = 0; ms < 1000; ms++) {
      world.place('a', { ...ORIGIN, x: (SPEED * ms) / 1000 - 2 });
      run(0.001);
    }
    const told = readings.flatMap((reading) => (reading.kind === 'range' ? [reading] : []));
    expect(told.length).toBeGreaterThanOrEqual(18);
    for (const { at, distances } of told.slice(1))
      expect(Math.abs((distances[0] ?? Number.NaN) - (2 - SPEED * at))).toBeLessThan(0.015);
  });
});

describe('a bumper of an emulated board', () => {
  it('is pressed while something is at the rim before it, and repeats that', async () => {
    const bumper = sensor('bumper', { pin: 12 });
    const { run, world, last, readings } = await wiredRobot([bumper], wallAt(0.2));
    run(0.1);
    expect(last('bumper')).toMatchObject({ kind: 'range', distances: [null] });
    world.place('a', { ...ORIGIN, x: 0.107 });
    const before = readings.length;
    run(0.5);
    expect(last('bumper')).toMatchObject({ distances: [0] });
    const ages = readings.slice(before).filter(({ kind }) => kind === 'range');
    expect(ages.length).toBeGreaterThanOrEqual(9);
    world.place('a', { x: 0.107, y: 0, heading: Math.PI });
    run(0.1);
    expect(last('bumper')).toMatchObject({ distances: [null] });
  });

  it('without a wire is free: the board holds its pin high', async () => {
    const { board, run, readings } = await wiredRobot([sensor('bumper', { pin: 12 })]);
    run(0.05);
    expect(readings.some(({ kind }) => kind === 'range')).toBe(true);
    // Pull-up of PB4: an input whose output is high.
    expect(board.hasPullUp(12)).toBe(true);
  });
});

describe('brightness sensors of an emulated board', () => {
  it('distinguish tape from floor, at an analog and at a digital pin', async () => {
    const line = {
      points: [
        { x: 0.08, y: -1 },
        { x: 0.08, y: 1 },
      ],
      width: 0.02,
    };
    const sensors = [
      sensor('reflectance', { id: 'line', pin: 'A1' }),
      sensor('reflectance', { id: 'edge', pin: 12 }),
    ];
    const { run, world, last } = await wiredRobot(sensors, { ...EMPTY, lines: [line] });
    run(0.1);
    expect(last('line')).toMatchObject({ kind: 'level', level: expect.closeTo(0.1, 2) });
    expect(last('edge')).toMatchObject({ level: 0 });
    world.place('a', { ...ORIGIN, x: 0.011 });
    run(0.1);
    expect(last('line')).toMatchObject({ level: expect.closeTo(0.9, 2) });
    expect(last('edge')).toMatchObject({ level: 1 });
  });

  it('see a lamp by its distance and its direction', async () => {
    const lamp = { at: { x: 1.08, y: 0 }, brightness: 0.8 };
    const { run, world, last } = await wiredRobot([sensor('light', { pin: 'A2' })], {
      ...EMPTY,
      lights: [lamp],
    });
    const from = (x: number, heading = 0) => {
      world.place('a', { x, y: 0, heading });
      run(0.1);
      const reading = last('light');
      return reading?.kind === 'level' ? reading.level : undefined;
    };
    expect(from(0)).toBeCloseTo(0.8, 2);
    expect(from(-1)).toBeCloseTo(0.2, 2);
    expect(from(0.7)).toBeCloseTo(1, 2);
    expect(from(0, Math.PI)).toBeCloseTo(0, 2);
  });
});

describe('a Pololu beacon transceiver at an emulated board', () => {
  it('pulls low the output of the side that hears the beacon; without a wire no side hears it', async () => {
    const side = (id: string, pin: number | string, facing: number) =>
      sensor('pololu-beacon', { id, pin, at: [0, 0], facing: deg(facing) });
    const sensors = [
      side('north', 6, 0),
      side('west', 11, 90),
      side('south', 12, 180),
      side('east', 'A1', -90),
    ];
    const { board, run, world, last } = await wiredRobot(sensors, {
      ...EMPTY,
      beacons: [{ at: { x: 1, y: 0 } }],
    });
    const heardAt = (heading: number) => {
      world.place('a', { ...ORIGIN, heading: deg(heading) });
      run(0.3);
      return sensors.flatMap(({ id }) => {
        const reading = last(id);
        return reading?.kind === 'bearing' && reading.bearing === 0 ? [id] : [];
      });
    };
    expect(heardAt(0)).toEqual(['north']);
    expect(heardAt(80)).toEqual(['east']);
    expect(heardAt(-80)).toEqual(['west']);
    expect(heardAt(170)).toEqual(['south']);
    world.place('a', { x: 9, y: 0, heading: 0 });
    run(0.3);
    expect(last('north')).toMatchObject({ kind: 'bearing', bearing: null });
    expect(board.hasPullUp(12)).toBe(true);
  });
});

describe('devices on the bus of an emulated board', () => {
  it.each(['mpu6050', 'qmi8658', 'lsm6ds3'])(
    '%s tells how fast the body turns, left positive',
    async (type) => {
      const { arm, run, last, world } = await wiredRobot([sensor(type)]);
      await arm();
      run(FOUND, { left: 0, right: 0 });
      expect(last(type)).toMatchObject({ kind: 'turnRate', turnRate: 0 });
      run(1, { left: -0.3, right: 0.3 });
      const { angular } = world.velocityOf('a');
      expect(angular).toBeGreaterThan(1);
      expect(last(type)).toMatchObject({ turnRate: expect.closeTo(angular, 2) });
      run(1, { left: 0.3, right: -0.3 });
      expect(last(type)).toMatchObject({ turnRate: expect.closeTo(-angular, 2) });
    },
  );

  it.each([
    ['hmc5883l', deg(0.5)],
    ['qmc5883l', deg(0.1)],
    ['bno055', deg(0.1)],
  ])('%s tells the heading, counter-clockwise', async (type, within) => {
    const { run, last, world } = await wiredRobot([sensor(type)]);
    run(FOUND);
    for (const heading of [0, 0.5, 2, -2, -0.1]) {
      world.place('a', { ...ORIGIN, heading });
      run(0.1);
      const reading = last(type);
      const told = reading?.kind === 'heading' ? reading.heading : Number.NaN;
      expect(Math.abs(told - heading)).toBeLessThan(within);
    }
  });

  it('are all read, and odometry keeps its rate', async () => {
    const sensors = [
      sensor('mpu6050'),
      sensor('bno055'),
      sensor('hmc5883l'),
      ...['A0', 'A1', 'A2'].map((pin) => sensor('gp2y0a21', { id: pin, pin })),
    ];
    const { run, readings } = await wiredRobot(sensors, EMPTY, {
      battery: { pin: 'A3', divider: 2, low: 6 },
    });
    run(FOUND);
    const from = readings.length;
    run(1);
    const count = (test: (reading: (typeof readings)[number]) => boolean) =>
      readings.slice(from).filter(test).length;
    expect(count(({ kind }) => kind === 'encoders')).toBeGreaterThanOrEqual(98);
    // 12 + 41 bytes a sample are more than the line has left at 50 Hz.
    for (const { id } of sensors) {
      const samples = count((reading) => 'sensor' in reading && reading.sensor === id);
      expect(samples).toBeGreaterThanOrEqual(43);
      expect(samples).toBeLessThanOrEqual(48);
    }
    expect(readings.findLast(({ kind }) => kind === 'battery')).toMatchObject({
      volts: expect.closeTo(6.6, 1),
    });
  });

  it('a missing one costs only its readings', async () => {
    const { arm, board, run, readings, end } = await wiredRobot([sensor('mpu6050'), sensor('bno055')]);
    board.i2c.detach(0x68);
    await arm();
    run(FOUND, { left: 0.3, right: 0.3 });
    const kinds = new Set(readings.map(({ kind }) => kind));
    expect(kinds.has('turnRate')).toBe(false);
    expect(kinds.has('heading')).toBe(true);
    expect(end.error).toBeUndefined();
  });

  it('one that fell asleep unnoticed is woken within two seconds', async () => {
    const { arm, board, run, readings } = await wiredRobot([sensor('mpu6050')]);
    await arm();
    run(FOUND, { left: -0.3, right: 0.3 });
    board.i2c.deviceAt(0x68)?.begin('write');
    for (const byte of [0x6b, 0x40]) board.i2c.deviceAt(0x68)?.write(byte);
    run(0.1, { left: -0.3, right: 0.3 });
    const rates = () =>
      readings.filter((reading) => reading.kind === 'turnRate').map(({ turnRate }) => turnRate);
    expect(rates().at(-1)).toBe(0);
    run(1.9, { left: -0.3, right: 0.3 });
    expect(rates().at(-1)).toBeGreaterThan(1);
  });

  it('a stuck bus delays no stop, and its devices are read again when it is free', async () => {
    const { arm, board, run, drivetrain, driver, readings, end } = await wiredRobot([sensor('mpu6050')]);
    await arm();
    run(FOUND, { left: 0.5, right: 0.5 });
    board.i2c.hold();
    run(0.3, { left: 0.5, right: 0.5 });
    expect(board.outputs.all[9]).toBeGreaterThan(0);
    driver.stop();
    run(0.02);
    expect([board.outputs.all[9], board.outputs.all[10]]).toEqual([0, 0]);
    expect(drivetrain.wheelSpeeds.left).toBeGreaterThan(0);
    board.i2c.release();
    const from = readings.length;
    run(1.5);
    expect(readings.slice(from).some(({ kind }) => kind === 'turnRate')).toBe(true);
    expect(end.error).toBeUndefined();
  });
});
