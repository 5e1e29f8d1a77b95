/** Follow path in a closed loop of steering alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, fromPolar, length, type Vec2, ZERO } from '../../../src/math/geometry.js';
import { followPath } from '../../../src/steering/behaviors/followPath.js';
import { Path } from '../../../src/steering/paths/path.js';
import { percept, SMALL } from '../../support/percept.js';
import { type Course, drivePoint, endOf, type PointMass } from '../pointMass.js';

type Corners = readonly (readonly [number, number])[];
const progressOf = (mass: PointMass) => (mass.memory as { progress: number }).progress;
const pathOf = (corners: Corners) => new Path(corners.map(([x, y]) => ({ x, y })));

const eight: Corners = Array.from({ length: 81 }, (_, i) => {
  const t = (i / 40) * Math.PI;
  return [Math.sin(t), Math.sin(t) * Math.cos(t)] as const;
});
const zigzag: Corners = [[0, 0], [1, 0], [1, 0.6], [0.3, 0.6], [0.3, 0.6], [1.5, 1.2]]; // biome-ignore format: one line
const square: Corners = [[0, 0], [1, 0], [1, 1], [0, 1]]; // biome-ignore format: one line

const run = (corners: Corners, rate: number, more: Partial<Course> & { radius?: number } = {}) => {
  const { radius = 0, ...course } = more;
  const behavior = followPath({ path: corners, radius });
  return drivePoint(behavior, { body: SMALL, dt: 1 / rate, seconds: 30, ...course });
};

describe.each([10, 50, 240])('a point mass at %i Hz', (rate) => {
  it.each([
    ['a figure eight', eight],
    ['a zigzag with a repeated point', zigzag],
  ])('drives %s once, progress never falling or jumping, and stops at its end', (_, corners) => {
    const states = run(corners, rate);
    const path = pathOf(corners);
    const progress = states.map(progressOf);
    progress.forEach((now, i) => {
      const before = progress[i - 1] ?? 0;
      expect(now).toBeGreaterThanOrEqual(before);
      // No more than it drives in a tick, but where it cuts a corner.
      expect(now - before).toBeLessThan(0.1);
    });
    const end = endOf(states);
    expect(progressOf(end)).toBeGreaterThan(path.length - 0.01);
    expect(distance(end.pose, path.at(path.length))).toBeLessThan(0.03);
    expect(end.said?.arrived).toBe(true);
  });

  it('keeps to the figure eight within 30 mm, to the zigzag within 80 mm', () => {
    const off = (corners: Corners) => {
      const path = pathOf(corners);
      return Math.max(
        ...run(corners, rate).map((mass) => {
          const here = progressOf(mass);
          return path.project(mass.pose, here - 0.2, here + 0.2).distance;
        }),
      );
    };
    expect(off(eight)).toBeLessThan(0.03);
    expect(off(zigzag)).toBeLessThan(0.08);
  });

  it.each([0, 0.01, 0.025, 0.05, 0.1, -0.1])('arrives though it comes to the end %f m beside it', (y) => {
    const line: Corners = [[0, 0], [1, 0]]; // biome-ignore format: one line
    const start = { from: { x: 0.9, y }, velocity: { x: 0.3, y: 0 }, seconds: 12 };
    const states = run(line, rate, start);
    expect(distance(endOf(states).pose, { x: 1, y: 0 })).toBeLessThan(0.03);
    expect(endOf(states).said?.arrived).toBe(true);
    expect(Math.max(...states.map(({ pose }) => pose.x))).toBeLessThan(1.003);
  });

  it('laps a loop for ever at the pace of its corners', () => {
    const behavior = followPath({ path: square, loop: true });
    const states = drivePoint(behavior, { body: SMALL, dt: 1 / rate, seconds: 40 });
    const laps = states.filter((mass, i) => progressOf(mass) < progressOf(states[i - 1] ?? mass) - 3).length;
    expect(laps).toBeGreaterThanOrEqual(3);
    expect(states.some(({ said }) => said?.arrived)).toBe(false);
    const late = states
      .slice(-rate * 10)
      .map(({ pose }) => new Path(pathOf(square).points, true).project(pose));
    expect(Math.max(...late.map((here) => here.distance))).toBeLessThan(0.08);
  });
});

describe('a point mass that starts in the band', () => {
  it('turns into its direction inside it, and never leaves it', () => {
    const line: Corners = [[0, 0], [6, 0]]; // biome-ignore format: one line
    const start = { from: { x: 0.2, y: 0 }, velocity: fromPolar(0.4, 0.3), seconds: 10, radius: 0.2 };
    const states = run(line, 50, start);
    const off = states.map(({ pose }) => Math.abs(pose.y));
    expect(Math.max(...off)).toBeGreaterThan(0.005);
    expect(Math.max(...off)).toBeLessThan(0.2);
    // It does not come back to the middle: inside the band there is nothing to correct.
    expect(off.at(-200)).toBeGreaterThan(0.005);
    expect(endOf(states).pose.x).toBeGreaterThan(4);
  });
});

describe('progress', () => {
  const coordinate = fc.double({ min: -0.5, max: 1.5, noNaN: true });
  const point = fc.record({ x: coordinate, y: coordinate });

  it('never falls while the body is anywhere at all, and gains more than two strides only where the body then is', () => {
    const motion = fc.array(fc.tuple(point, point), { maxLength: 30 });
    fc.assert(
      fc.property(motion, fc.constantFrom(eight, zigzag), (motions, corners) => {
        const behavior = followPath({ path: corners });
        const path = new Path(corners.map(([x, y]) => ({ x, y })));
        let memory = behavior.start();
        for (const [p, velocity] of motions) {
          const pose = { ...p, heading: 0 };
          const next = behavior.steer(percept({ pose, velocity, body: SMALL }), memory, ZERO).memory;
          const { progress } = next;
          const reach = Math.max(SMALL.track / 2, length(velocity as Vec2) * 0.25);
          expect(progress).toBeGreaterThanOrEqual(memory.progress);
          if (progress > memory.progress + 2 * reach + 1e-9)
            expect(distance(pose, path.at(progress))).toBeLessThan(reach);
          memory = { ...next, correcting: false };
        }
      }),
    );
  });
});
