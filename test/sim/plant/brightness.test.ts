import { describe, expect, it } from 'vitest';
import { floorAt, lightAt } from '../../../sim/plant/brightness.js';
import type { SensorDefinition } from '../../../src/robot/robot.js';
import { ORIGIN } from '../bodies.js';

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
