import { describe, expect, it } from 'vitest';
import type { WorldSpec } from '../../sim/scenario.js';
import { RangeSensors } from '../../sim/sensors.js';
import type { SensorDefinition } from '../../src/robot.js';
import { EMPTY, ORIGIN, ride, SCOUT, wallAt } from './bodies.js';

const sensor = (type: string, more: Partial<SensorDefinition> = {}): SensorDefinition => ({
  id: type,
  type,
  at: [0.08, 0],
  facing: 0,
  ...more,
});
function look(spec: WorldSpec, definition: SensorDefinition, pose = ORIGIN) {
  const { world } = ride(spec, pose, { left: 0, right: 0 });
  return new RangeSensors('a', [definition], world).due(0, pose)[0]?.distances ?? [];
}

describe('RangeSensors, by hand', () => {
  it('measure from the mount point, past the robot’s own body', () => {
    expect(look(wallAt(0.5), sensor('gp2y0a21'))[0]).toBeCloseTo(0.42, 9);
    expect(look(wallAt(0.3), sensor('gp2y0a21', { at: [-0.08, 0] }))[0]).toBeCloseTo(0.38, 9);
  });

  it('look where they face, on a robot that faces elsewhere', () => {
    const pose = { x: 0.2, y: 1, heading: Math.PI / 2 };
    const aside = sensor('gp2y0a21', { at: [0, 0.05], facing: -Math.PI / 2 });
    // Mounted 50 mm to the left, x = 0.15, and looking right: along +x.
    expect(look(wallAt(0.5), aside, pose)[0]).toBeCloseTo(0.35, 9);
  });

  it('see nothing nearer or farther than their kind can', () => {
    const seen = (type: string, distance: number) => look(wallAt(0.08 + distance), sensor(type))[0] ?? null;
    expect([seen('gp2y0a21', 0.099), seen('gp2y0a21', 0.801)]).toEqual([null, null]);
    expect(seen('gp2y0a21', 0.101)).toBeCloseTo(0.101, 9);
    expect(seen('gp2y0a21', 0.799)).toBeCloseTo(0.799, 9);
    expect([seen('gp2y0a41', 0.039), seen('gp2y0a41', 0.301)]).toEqual([null, null]);
    expect(seen('gp2y0a41', 0.041)).toBeCloseTo(0.041, 9);
    expect([seen('maxsonar', 0.149), seen('maxsonar', 6.46)]).toEqual([null, null]);
    expect(seen('maxsonar', 6.44)).toBeCloseTo(6.44, 9);
    expect(look(wallAt(2.1), sensor('sonar', { range: 2 }))).toEqual([null]);
    expect(look(wallAt(2.1), sensor('sonar', { range: 3 }))[0]).toBeCloseTo(2.02, 9);
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

describe('RangeSensors, edges', () => {
  it('speak at their own rate: at the first tick at or after each is due', () => {
    const { world } = ride(wallAt(0.5), ORIGIN, { left: 0, right: 0 });
    const times = (definition: SensorDefinition, tickRate: number) => {
      const sensors = new RangeSensors('a', [definition], world);
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

  it('stay silent where they measure no distance', () => {
    const { world } = ride(wallAt(0.5), ORIGIN, { left: 0, right: 0 });
    const silent = [sensor('mpu6050'), sensor('bumper'), sensor('light')];
    expect(new RangeSensors('a', silent, world).due(0, ORIGIN)).toEqual([]);
  });

  it('see other robots', () => {
    const { world } = ride(EMPTY, ORIGIN, { left: 0, right: 0 });
    const other = ride(EMPTY, ORIGIN, { left: 0, right: 0 });
    world.addRobot('b', SCOUT, { x: 0.6, y: 0, heading: 0 }, other.drivetrain);
    const [reading] = new RangeSensors('a', [sensor('gp2y0a21')], world).due(0, ORIGIN);
    expect(reading?.distances[0]).toBeCloseTo(0.6 - 0.09 - 0.08, 9);
  });
});
