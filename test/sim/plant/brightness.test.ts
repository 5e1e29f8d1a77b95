import { describe, expect, it } from 'vitest';
import { floorAt, lightAt } from '../../../sim/plant/brightness.js';
import { sensesOf } from '../../../sim/plant/sensors.js';
import { World } from '../../../sim/world/world.js';
import type { SensorDefinition } from '../../../src/kit/sensors/index.js';
import { EMPTY, ORIGIN } from '../bodies.js';

const sensor: SensorDefinition = { id: 's', type: 'light', at: [0.1, 0], facing: 0 };
const lamp = (x: number, y: number, brightness = 1) => ({ at: { x, y }, brightness });

describe('a light sensor', () => {
  it('reports brightness · cos α/d² of a lamp', () => {
    expect(lightAt([lamp(1.1, 0, 0.5)], sensor, ORIGIN)).toBeCloseTo(0.5, 12);
    expect(lightAt([lamp(2.1, 0, 0.8)], sensor, ORIGIN)).toBeCloseTo(0.2, 12);
    // 60° aside, 2 m off: cos 60°/4 = 1/8.
    expect(lightAt([lamp(0.1 + 1, Math.sqrt(3))], sensor, ORIGIN)).toBeCloseTo(1 / 8, 12);
  });

  it('sees where it faces, on a robot that faces elsewhere', () => {
    const aside = { ...sensor, at: [0, 0.1], facing: -Math.PI / 2 } as const;
    const pose = { x: 0.1, y: 0, heading: Math.PI / 2 };
    // Mounted at (0, 0), looking along +x.
    expect(lightAt([lamp(2, 0)], aside, pose)).toBeCloseTo(0.25, 12);
  });

  it('adds lamps up to at most 1; a lamp behind it adds nothing', () => {
    expect(lightAt([lamp(2.1, 0), lamp(2.1, 0)], sensor, ORIGIN)).toBeCloseTo(0.5, 12);
    expect(lightAt([lamp(0.2, 0)], sensor, ORIGIN)).toBe(1);
    expect(lightAt([lamp(0.1, 0)], sensor, ORIGIN)).toBe(0);
    expect(lightAt([lamp(-1, 0)], sensor, ORIGIN)).toBe(0);
    expect(lightAt(undefined, sensor, ORIGIN)).toBe(0);
  });
});

describe('a reflectance sensor', () => {
  const line = {
    points: [
      { x: 0, y: 0 },
      { x: 0, y: 1 },
      { x: 1, y: 1 },
    ],
    width: 0.02,
  };
  const at = (x: number, y: number) => floorAt([line], { ...sensor, at: [0, 0] }, { x, y, heading: 1 });

  it('is dark on tape, to its edge and round its corner, and bright beside it', () => {
    expect([at(0, 0.5), at(0.0099, 0.5), at(-0.0099, 0.5), at(0.5, 1)]).toEqual([0.1, 0.1, 0.1, 0.1]);
    expect([at(0.0101, 0.5), at(0, -0.011), at(0.5, 0.98)]).toEqual([0.9, 0.9, 0.9]);
    expect([at(-0.007, 1.006), at(-0.009, 1.009)]).toEqual([0.1, 0.9]);
  });

  it('looks at the floor under its own place on the body', () => {
    const pose = { x: 0, y: 0.5, heading: 0 };
    expect(floorAt([line], sensor, pose)).toBe(0.9);
    expect(floorAt([line], sensor, { ...pose, x: -0.1 })).toBe(0.1);
    expect(floorAt(undefined, sensor, pose)).toBe(0.9);
  });
});

describe('a brightness sensor with typical noise', () => {
  const line = {
    points: [
      { x: 0, y: -1 },
      { x: 0, y: 1 },
    ],
    width: 0.02,
  };
  const world = new World({ ...EMPTY, lines: [line], lights: [lamp(1, 5, 10)] });
  const noisy: SensorDefinition = { id: 's', type: 'reflectance', at: [0, 0], facing: 0, noise: 'typical' };
  const told = (definition: SensorDefinition, x: number, seed: number, count: number) => {
    const [sense] = sensesOf([definition], { id: 'a', world, seed });
    return Array.from({ length: count }, () => {
      const reading = sense?.read(0, { x, y: 0, heading: 0 });
      return reading?.kind === 'level' ? reading.level : Number.NaN;
    });
  };
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('errs by 2 % of the level, in counts of the converter, with a gain and light of the room of its own', () => {
    const means = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const levels = told(noisy, 0.5, seed, 500);
      const middle = mean(levels);
      const sigma = Math.sqrt(mean(levels.map((level) => (level - middle) ** 2)));
      expect(sigma / middle).toBeGreaterThan(0.015);
      expect(sigma / middle).toBeLessThan(0.025);
      for (const level of levels) expect(level * 1023).toBeCloseTo(Math.round(level * 1023), 9);
      return middle;
    });
    for (const middle of means) expect(Math.abs(middle - 0.905)).toBeLessThan(0.055);
    expect(Math.max(...means) - Math.min(...means)).toBeGreaterThan(0.02);
  });

  it('is the same in every run with the same seed', () => {
    expect(told(noisy, 0.5, 3, 20)).toEqual(told(noisy, 0.5, 3, 20));
    expect(told(noisy, 0.5, 3, 20)).not.toEqual(told(noisy, 0.5, 4, 20));
  });

  it('sees a spot: at the tape’s edge it tells a level between tape and floor', () => {
    expect(mean(told(noisy, 0.0101, 1, 200))).toBeGreaterThan(0.15);
    expect(mean(told(noisy, 0.0101, 1, 200))).toBeLessThan(0.85);
    expect(mean(told(noisy, 0, 1, 200))).toBeLessThan(0.15);
  });

  it('stays between dark and bright', () => {
    const bright = told({ ...noisy, type: 'light', facing: Math.PI / 2 }, 1, 1, 200);
    for (const level of bright) {
      expect(level).toBeGreaterThanOrEqual(0);
      expect(level).toBeLessThanOrEqual(1);
    }
  });

  it('is ideal without it', () => {
    const { noise: _, ...ideal } = noisy;
    expect(told(ideal, 0.5, 1, 3)).toEqual([0.9, 0.9, 0.9]);
    expect(told(ideal, 0.0099, 1, 1)).toEqual([0.1]);
  });
});
