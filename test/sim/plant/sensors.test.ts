import { describe, expect, it } from 'vitest';
import { batterySense, Sensors, sensesOf } from '../../../sim/plant/sensors.js';
import type { WorldSpec } from '../../../sim/scenario/scenario.js';
import type { SimulatedWorld } from '../../../sim/world/simulatedWorld.js';
import type { SensorDefinition } from '../../../src/kit/sensors/index.js';
import { sensorsAt } from '../../support/sensors.js';
import { EMPTY, ORIGIN, ride, SCOUT, wallAt } from '../bodies.js';

const sensor = sensorsAt([0.08, 0]);
const sensorsOf = (definitions: SensorDefinition[], world: SimulatedWorld) =>
  new Sensors(sensesOf(definitions, { id: 'a', world }));

function look(spec: WorldSpec, definition: SensorDefinition, pose = ORIGIN) {
  const { world } = ride(spec, pose, { left: 0, right: 0 });
  const [reading] = sensorsOf([definition], world).due(0, pose);
  return reading?.kind === 'range' ? reading.distances : [];
}

describe('range sensors, by hand', () => {
  it('measure from the mount point, past the robot’s own body', () => {
    expect(look(wallAt(0.5), sensor('sonar'))[0]).toBeCloseTo(0.42, 9);
    expect(look(wallAt(0.3), sensor('sonar', { at: [-0.08, 0] }))[0]).toBeCloseTo(0.38, 9);
  });

  it('look where they face, on a robot that faces elsewhere', () => {
    const pose = { x: 0.2, y: 1, heading: Math.PI / 2 };
    const aside = sensor('sonar', { at: [0, 0.05], facing: -Math.PI / 2 });
    // Mounted 50 mm to the left, x = 0.15, and looking right: along +x.
    expect(look(wallAt(0.5), aside, pose)[0]).toBeCloseTo(0.35, 9);
  });

  it('see nothing beyond their range, and show too near things as the nearest', () => {
    const seen = (type: string, distance: number, ideal = true) =>
      look(wallAt(0.08 + distance), sensor(type, { ideal }))[0] ?? null;
    expect([seen('gp2y0a21', 0.098), seen('gp2y0a21', 0.801)]).toEqual([0.1, null]);
    expect(seen('gp2y0a21', 0.102)).toBeCloseTo(0.102, 9);
    expect([seen('gp2y0a41', 0.039), seen('gp2y0a41', 0.301)]).toEqual([0.04, null]);
    expect(seen('gp2y0a41', 0.041)).toBeCloseTo(0.041, 9);
    expect([seen('maxsonar', 0.149), seen('maxsonar', 6.46)]).toEqual([0.15, null]);
    expect(seen('maxsonar', 6.4)).toBeCloseTo(6.4, 9);
    expect(look(wallAt(2.1), sensor('sonar', { range: 2 }))).toEqual([null]);
    expect(look(wallAt(2.1), sensor('sonar', { range: 3 }))[0]).toBeCloseTo(2.02, 9);
  });

  it('are nearly as good if they are named and not ideal', () => {
    const seen = (type: string, distance: number) => look(wallAt(0.08 + distance), sensor(type))[0] ?? null;
    // A count is 0.5 mm at 10 cm and 12 mm at 80 cm; there are two of noise, and some millimetres of mounting.
    expect([seen('gp2y0a21', 0.093), seen('gp2y0a21', 0.83)]).toEqual([0.1, null]);
    expect(Math.abs((seen('gp2y0a21', 0.11) ?? 0) - 0.11)).toBeLessThan(0.008);
    expect(Math.abs((seen('gp2y0a21', 0.7) ?? 0) - 0.7)).toBeLessThan(0.03);
    expect(Math.abs((seen('gp2y0a41', 0.1) ?? 0) - 0.1)).toBeLessThan(0.008);
    expect(Math.abs((seen('maxsonar', 0.149) ?? 0) - 0.15)).toBeLessThan(0.03);
    expect(Math.abs((seen('maxsonar', 3) ?? 0) - 3)).toBeLessThan(0.1);
    // Beyond the fold of its curve: 3 cm look as 22.
    expect(Math.abs((seen('gp2y0a21', 0.03) ?? 0) - 0.186)).toBeLessThan(0.04);
  });

  it('a sonar’s cone reaches 7.5 degrees to either side, an infrared ray does not', () => {
    const post = (angle: number): WorldSpec => ({
      ...EMPTY,
      circles: [{ at: { x: 0.08 + 0.5 * Math.cos(angle), y: 0.5 * Math.sin(angle) }, radius: 0.02 }],
    });
    const degrees = Math.PI / 180;
    for (const side of [1, -1]) {
      expect(look(post(side * 7.4 * degrees), sensor('sonar'))[0]).toBeCloseTo(0.48, 3);
      expect(look(post(side * 10 * degrees), sensor('sonar'))).toEqual([null]);
      expect(look(post(side * 7.4 * degrees), sensor('gp2y0a21'))).toEqual([null]);
    }
  });

  it('a sonar hears the nearest thing in its cone', () => {
    const near = { at: { x: 0.58, y: 0.03 }, radius: 0.05 };
    const spec = { ...wallAt(1), circles: [near] };
    expect(look(spec, sensor('sonar'))[0]).toBeLessThan(0.47);
  });

  it('a lidar spreads its rays over the field of view, both ends included, from right to left', () => {
    const spec: WorldSpec = {
      ...EMPTY,
      walls: [
        [
          { x: -5, y: -1 },
          { x: 5, y: -1 },
        ],
        [
          { x: 2, y: -5 },
          { x: 2, y: 5 },
        ],
      ],
    };
    const lidar = sensor('lidar', { at: [0, 0], fieldOfView: Math.PI, rays: 5, range: 5 });
    const [right, slant, ahead, leftSlant, left] = look(spec, lidar);
    expect(right).toBeCloseTo(1, 9);
    expect(slant).toBeCloseTo(Math.SQRT2, 9);
    expect(ahead).toBeCloseTo(2, 9);
    expect(leftSlant).toBeCloseTo(2 * Math.SQRT2, 9);
    expect(left).toBeNull();
  });
});

describe('sensors, edges', () => {
  it('report at their own rate: at the first tick at or after each is due', () => {
    const { world } = ride(wallAt(0.5), ORIGIN, { left: 0, right: 0 });
    const times = (definition: SensorDefinition, tickRate: number) => {
      const sensors = sensorsOf([definition], world);
      const ticks = Array.from({ length: tickRate }, (_, i) => i / tickRate);
      return ticks.filter((at) => sensors.due(at, ORIGIN).length > 0);
    };
    expect(times(sensor('gp2y0a21'), 50)).toHaveLength(25);
    expect(times(sensor('sonar'), 50)).toHaveLength(20);
    // Due at 0, 50, 100, 150 ms; ticks come every 20 ms.
    expect(times(sensor('sonar'), 50).slice(0, 4)).toEqual([0, 0.06, 0.1, 0.16]);
    expect(times(sensor('lidar', { rays: 3 }), 240)).toHaveLength(10);
    expect(times(sensor('sonar', { rate: 5 }), 50)).toHaveLength(5);
    // 0.29 · 100 is 28.999…96, and due all the same.
    expect(times(sensor('sonar', { rate: 100 }), 100)).toHaveLength(100);
    // A control clock slower than the sensor gets one reading a tick.
    expect(times(sensor('gp2y0a21'), 10)).toHaveLength(10);
  });

  it('see other robots', () => {
    const { world } = ride(EMPTY, ORIGIN, { left: 0, right: 0 });
    const other = ride(EMPTY, ORIGIN, { left: 0, right: 0 });
    world.addRobot('b', SCOUT, { x: 0.6, y: 0, heading: 0 }, other.drivetrain);
    const [reading] = sensorsOf([sensor('sonar')], world).due(0, ORIGIN);
    expect(reading).toMatchObject({ distances: [expect.closeTo(0.6 - 0.09 - 0.08, 9)] });
  });
});

describe('a bumper', () => {
  const front = sensor('bumper');
  const pressed = (spec: WorldSpec, definition = front, pose = ORIGIN) =>
    look(spec, definition, pose)[0] === 0;
  const postAt = (angle: number): WorldSpec => ({
    ...EMPTY,
    circles: [{ at: { x: 0.192 * Math.cos(angle), y: 0.192 * Math.sin(angle) }, radius: 0.1 }],
  });

  it('is pressed by things within 5 mm of the rim', () => {
    expect(look(wallAt(0.094), front)).toEqual([0]);
    expect(look(wallAt(0.096), front)).toEqual([null]);
  });

  it('feels 30 degrees to either side of where it faces', () => {
    const degrees = Math.PI / 180;
    for (const side of [1, -1]) {
      expect(pressed(postAt(side * 30 * degrees))).toBe(true);
      expect(pressed(postAt(side * 60 * degrees))).toBe(false);
      expect(pressed(postAt(side * 60 * degrees), { ...front, facing: side * 45 * degrees })).toBe(true);
    }
  });

  it('turns with its robot', () => {
    expect(pressed(wallAt(0.094), front, { ...ORIGIN, heading: Math.PI })).toBe(false);
  });
});

describe('sensors of turning', () => {
  const turning = (heading: number) => ride(EMPTY, { x: 0, y: 0, heading }, { left: -0.2, right: 0.2 }).world;
  const read = (type: string, world: SimulatedWorld, heading: number, gyroBias = 0) =>
    new Sensors(sensesOf([sensor(type)], { id: 'a', world, gyroBias })).due(0, { ...ORIGIN, heading })[0];

  it('a gyroscope reports the turn rate with its bias', () => {
    const world = turning(0);
    world.advance(0, 0.005);
    const { angular } = world.velocityOf('a');
    expect(angular).toBeGreaterThan(0);
    for (const type of ['mpu6050', 'qmi8658', 'lsm6ds3'])
      expect(read(type, world, 0)).toMatchObject({ kind: 'turnRate', turnRate: angular });
    expect(read('mpu6050', world, 0, 0.2)).toMatchObject({ turnRate: angular + 0.2 });
  });

  it('a gyroscope with an error of scale tells the true rate through the factor that corrects it', () => {
    const world = turning(0);
    world.advance(0, 0.005);
    const { angular } = world.velocityOf('a');
    const told = (scale: number) => {
      const senses = sensesOf([sensor('mpu6050', { scale })], { id: 'a', world, gyroScaleError: 0.02 });
      return new Sensors(senses).due(0, ORIGIN)[0];
    };
    expect(told(1)).toMatchObject({ turnRate: expect.closeTo(1.02 * angular, 9) });
    expect(told(1 / 1.02)).toMatchObject({ turnRate: expect.closeTo(angular, 9) });
  });

  it('a compass reports the heading, an orientation sensor the turn since the start', () => {
    for (const type of ['hmc5883l', 'qmc5883l'])
      expect(read(type, turning(0), 2)).toMatchObject({ kind: 'heading', heading: 2 });
    const sensors = new Sensors(sensesOf([sensor('bno055')], { id: 'a', world: turning(0) }));
    const told = [3, -3].map((heading, i) => sensors.due(i, { ...ORIGIN, heading })[0]);
    expect(told).toMatchObject([{ heading: 0 }, { heading: expect.closeTo(2 * Math.PI - 6, 12) }]);
  });
});

describe('sensors of turning with typical noise', () => {
  const still = () => ride(EMPTY, ORIGIN, { left: 0, right: 0 }).world;
  /** What it tells in 1000 readings at rest. */
  function toldAtRest(type: string, seed: number, noise: 'none' | 'typical' = 'typical'): number[] {
    const sensors = new Sensors(sensesOf([sensor(type, { noise })], { id: 'a', world: still(), seed }));
    return Array.from({ length: 1000 }, (_, i) => sensors.due(i, ORIGIN)[0]).map((reading) =>
      reading?.kind === 'turnRate'
        ? reading.turnRate
        : reading?.kind === 'heading'
          ? reading.heading
          : Number.NaN,
    );
  }
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const deviation = (values: readonly number[]) =>
    Math.sqrt(mean(values.map((each) => (each - mean(values)) ** 2)));
  const degrees = Math.PI / 180;

  it.each([
    ['mpu6050', 0.041],
    ['qmi8658', 0.105],
    ['lsm6ds3', 0.072],
    ['hmc5883l', 1],
    ['qmc5883l', 1],
  ])('%s deviates by %d degrees, each seed in its own way, and not at all without', (type, expected) => {
    const told = toldAtRest(type, 1);
    expect(deviation(told) / degrees).toBeGreaterThan(0.93 * expected);
    expect(deviation(told) / degrees).toBeLessThan(1.07 * expected);
    expect(toldAtRest(type, 1)).toEqual(told);
    expect(toldAtRest(type, 2)).not.toEqual(told);
    expect(new Set(toldAtRest(type, 1, 'none'))).toEqual(new Set([0]));
  });
});

describe('a battery', () => {
  it('is a tenth above its low voltage, and reported five times a second', () => {
    const battery = { pin: 'A3', divider: 2, low: 6 };
    const sensors = new Sensors(batterySense({ ...SCOUT, battery }));
    const told = [0, 0.02, 0.19, 0.2, 0.4].flatMap((at) => sensors.due(at, ORIGIN));
    expect(told).toEqual([0, 0.2, 0.4].map((at) => ({ kind: 'battery', at, volts: expect.closeTo(6.6, 9) })));
    expect(batterySense(SCOUT)).toEqual([]);
  });
});
