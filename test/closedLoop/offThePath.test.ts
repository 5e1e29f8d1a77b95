import { describe, expect, it } from 'vitest';
import { benchmarkBody, drive, missionOf, sceneOf } from '../support/runs.js';

const robot = benchmarkBody('b');
const follow = (path: readonly (readonly [number, number])[], at: object, more: object = {}) =>
  drive(sceneOf({ robot, mission: missionOf({ followPath: { path, ...more } }), at, duration: 30 }));

describe('a robot off its path', () => {
  it('drives back to the start of a path that it stands beside, and then all of it', async () => {
    const { robot: end, instants } = await follow([[-1, 1], [1, 1]], { x: 0, y: 0 }); // biome-ignore format: one line
    expect(end.outcome).toBe('arrived');
    expect(end.distanceTravelled).toBeGreaterThan(3);
    const nearest = instants.map(({ pose }) => Math.hypot(pose.x + 1, pose.y - 1));
    // A body at most one and a half tracks aside of its path, 0.22 m, is on it.
    expect(Math.min(...nearest)).toBeLessThan(0.22);
  });

  it('has not driven a path if it starts at its far end', async () => {
    const { robot: end } = await follow([[-1, 0], [0, 0]], { x: 0.3, y: 0 }); // biome-ignore format: one line
    expect(end.distanceTravelled).toBeGreaterThan(1.8);
    expect(end.outcome).toBe('arrived');
  });

  it.each([0.02, 0.05, 0.1])('drives a path of %d m to its end', async (length) => {
    const { robot: end } = await follow([[0, 0], [length, 0]], { heading: 1 }); // biome-ignore format: one line
    expect(end.outcome).toBe('arrived');
  });

  it('does not bounce in a wide band', async () => {
    const { instants, robot: end } = await follow([[0, 0], [4, 0]], { y: 0.08, heading: 0.3 }, { radius: 0.1 }); // biome-ignore format: one line
    expect(end.outcome).toBe('arrived');
    const sides = instants.filter(({ pose }) => Math.abs(pose.y) > 0.05).map(({ pose }) => Math.sign(pose.y));
    expect(new Set(sides).size).toBe(1);
  });

  it('does not overshoot the end of a lap that is all bend', async () => {
    const ring = Array.from({ length: 61 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 60;
      return [0.3 * Math.sin(angle), 0.3 - 0.3 * Math.cos(angle)] as const;
    });
    const { robot: end } = await follow(ring, { heading: 0.05 });
    expect(end.outcome).toBe('arrived');
    expect(end.overshoot).toBeLessThan(0.002);
  });
});
