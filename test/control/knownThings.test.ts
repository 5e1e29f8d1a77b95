/** What a robot knows of the solid things around it, and how old that is. */
import { describe, expect, it } from 'vitest';
import { knownThings, mapAt, sightAge } from '../../src/control/surroundings.js';
import { startRangeHealths } from '../../src/safety/rangeHealth.js';
import { rangersOf } from '../../src/sensors/beam.js';
import type { Obstacle } from '../../src/signals/signals.js';

/** A map that came as those of a scan do. */
const scan = (at: number, obstacles: readonly Obstacle[]) => ({
  at,
  obstacles,
  neighbors: [],
  heardAt: at,
  often: 3,
});
const NO_MAP = { ...scan(0, []), heardAt: null, often: 0 };
const rangers = rangersOf([
  { id: 'front', type: 'lidar', at: [0.1, 0], facing: 0 },
  { id: 'rear', type: 'sonar', at: [-0.1, 0], facing: Math.PI },
]);
const heard = (front: number, rear: number) => {
  const health = startRangeHealths(rangers, 0);
  const at = (id: string, heardAt: number) => ({ ...(health[id] as (typeof health)[string]), heardAt });
  return { front: at('front', front), rear: at('rear', rear) };
};
const post = { from: { x: 0, y: 0 }, to: { x: 0, y: 0 }, radius: 0.1 };

describe('the solid things that are known', () => {
  it('are those of the map, and the hits that are sure', () => {
    const hits = { x: [1, 2], y: [3, 4], at: [0, 0], sure: [1, 0] as const, heard: [null, null] };
    expect(knownThings([post], hits)).toEqual([
      post,
      { from: { x: 1, y: 3 }, to: { x: 1, y: 3 }, radius: 0 },
    ]);
  });

  it('move on with the time since the map', () => {
    const ball = { ...post, velocity: { x: 0.4, y: 0 } };
    expect(mapAt(2.5, { at: 2.5, obstacles: [ball] })).toEqual([ball]);
    expect(mapAt(3, { at: 2.5, obstacles: [ball] })[0]?.from).toEqual({
      x: 0.2,
      y: 0,
    });
  });
});

describe('the age of sight', () => {
  it('is that of the sensor that has been silent for the longest, since the start if it never sent', () => {
    expect(sightAge(1.4, NO_MAP, heard(1, 1.1))).toBeCloseTo(0.4, 9);
    expect(sightAge(3, NO_MAP, startRangeHealths(rangers, 1))).toBe(2);
  });

  it('is nothing without sensors, and that of the map where there is one', () => {
    expect(sightAge(3, NO_MAP, {})).toBe(0);
    expect(sightAge(3, scan(2.5, [post]), {})).toBe(0.5);
  });
});
