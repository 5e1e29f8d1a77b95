import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PathJudge } from '../../../sim/referee/crossTrack.js';
import { rotate, type Vec2 } from '../../../src/math/geometry.js';
import { drawn } from '../../support/effort.js';

const p = (x: number, y: number): Vec2 => ({ x, y });
const STRAIGHT = [p(0, 0), p(1, 0)];
const SQUARE = [p(0, 0), p(1, 0), p(1, 1), p(0, 1), p(0, 0)];

/** Drives a line in steps of 1 mm and tells the course of each. */
function drive(course: PathJudge, line: readonly Vec2[]): PathJudge {
  line.forEach((to, i) => {
    const from = line[i - 1] ?? to;
    const steps = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / 0.001));
    for (let k = 1; k <= steps; k++) {
      course.observe(p(from.x + ((to.x - from.x) * k) / steps, from.y + ((to.y - from.y) * k) / steps));
    }
  });
  return course;
}

describe('Course, by hand', () => {
  it('is complete and without error on the path itself', () => {
    for (const path of [STRAIGHT, SQUARE]) {
      const course = drive(new PathJudge(path), path);
      expect(course.progress).toBeCloseTo(course.path.length, 6);
      expect(course.crossTrack?.max).toBeLessThan(1e-9);
      expect(course.crossTrack?.missed).toBeLessThan(1e-9);
    }
  });

  it('measures a constant offset as rms, as max and as missed', () => {
    const course = drive(new PathJudge(STRAIGHT), [p(0, 0.02), p(1, 0.02)]);
    expect(course.crossTrack?.rms).toBeCloseTo(0.02, 9);
    expect(course.crossTrack?.max).toBeCloseTo(0.02, 9);
    expect(course.crossTrack?.missed).toBeCloseTo(0.02, 9);
  });

  it('takes the root of the mean square: half at 30 mm, half at 40 mm', () => {
    const course = drive(new PathJudge(STRAIGHT), [p(0, 0.03), p(0.5, 0.03)]);
    drive(course, [p(0.5, 0.04), p(1, 0.04)]);
    expect(course.crossTrack?.rms).toBeCloseTo(Math.sqrt((0.03 ** 2 + 0.04 ** 2) / 2), 4);
    expect(course.crossTrack?.max).toBeCloseTo(0.04, 9);
  });

  it('leaves out the time before the first motion', () => {
    const course = new PathJudge(STRAIGHT);
    for (let i = 0; i < 1000; i++) course.observe(p(0, 0.1));
    expect(course.crossTrack).toBeNull();
    drive(course, [p(0, 0.1), p(0, 0), p(1, 0)]);
    expect(course.crossTrack?.rms).toBeLessThan(0.1 * Math.sqrt(0.1));
  });

  it('notices a cut corner: max is on the body’s line, missed is the corner', () => {
    const corner = [p(0, 0), p(1, 0), p(1, 1)];
    const course = drive(new PathJudge(corner), [p(0, 0), p(0.95, 0), p(1, 0.05), p(1, 1)]);
    expect(course.crossTrack?.max).toBeCloseTo(0.025, 3);
    expect(course.crossTrack?.missed).toBeCloseTo(0.05 / Math.SQRT2, 6);
  });

  it('misses the part that was never driven', () => {
    const course = drive(new PathJudge(STRAIGHT), [p(0, 0), p(0.4, 0)]);
    expect(course.progress).toBeCloseTo(0.4, 9);
    expect(course.crossTrack?.missed).toBeCloseTo(0.6, 9);
  });
});

describe('Course, edges', () => {
  it('does not take the start of a lap for its end', () => {
    const course = drive(new PathJudge(SQUARE), [p(0, 0), p(0, 0.3), p(0, 0)]);
    expect(course.progress).toBeLessThan(0.01);
  });

  it('does not take the other branch of a path that crosses itself', () => {
    // Along x, round, and back down across the first leg at (0.5, 0).
    const eight = [p(0, 0), p(1, 0), p(1, 1), p(0.5, 1), p(0.5, -1)];
    const course = drive(new PathJudge(eight), [p(0, 0), p(0.5, 0), p(0.5, -1)]);
    expect(course.progress).toBeLessThan(0.7);
    expect(course.crossTrack?.max).toBeGreaterThan(0.9);
    // The last meter was driven, but not as part of this path.
    expect(course.crossTrack?.missed).toBeGreaterThan(0.9);
    expect(drive(new PathJudge(eight), eight).crossTrack?.missed).toBeLessThan(1e-9);
  });

  it('misses a stretch that was driven as another part of the path only', () => {
    // A lap, and then half of its first leg again.
    const again = [p(0, 0), p(1, 0), p(1, 0.5), p(0, 0.5), p(0, 0), p(0.5, 0)];
    expect(drive(new PathJudge(again), again.slice(0, -1)).crossTrack?.missed).toBeCloseTo(0.5, 6);
    expect(drive(new PathJudge(again), again.slice(1)).crossTrack?.missed).toBeGreaterThan(0.7);
  });

  it('misses the middle of a leg whose ends were driven', () => {
    const bow = [p(0, 0), p(0.25, 0.1), p(0.75, 0.1), p(1, 0)];
    expect(drive(new PathJudge(STRAIGHT), bow).crossTrack?.missed).toBeCloseTo(0.1, 3);
  });

  it('never goes back', () => {
    const course = drive(new PathJudge(STRAIGHT), [p(0, 0), p(0.5, 0), p(0.2, 0)]);
    expect(course.progress).toBeCloseTo(0.5, 9);
    expect(course.crossTrack?.max).toBeCloseTo(0.3, 9);
  });

  it('standing on the start of a small lap does not drive it', () => {
    const small = SQUARE.map(({ x, y }) => p(x * 0.05, y * 0.05));
    const course = new PathJudge(small);
    // 2 mm beside the last leg, 10 mm from the first.
    for (let i = 0; i < 100; i++) course.observe(p(-0.002, 0.01));
    expect(course.progress).toBeLessThan(0.06);
    expect(drive(new PathJudge(small), small).progress).toBeCloseTo(0.2, 6);
  });
});

describe('Course, laws', () => {
  it('does not change when the world turns, nor when it is mirrored', () => {
    const wobble = Array.from({ length: 41 }, (_, i) => p(i / 20, 0.05 * Math.sin(i)));
    const path = [p(0, 0), p(1, 0), p(2, 0.1)];
    const figures = (turn: (v: Vec2) => Vec2) =>
      drive(new PathJudge(path.map(turn)), wobble.map(turn)).crossTrack;
    const plain = figures((v) => v);
    const near = (other: typeof plain) => {
      expect(other?.rms).toBeCloseTo(plain?.rms ?? Number.NaN, 9);
      expect(other?.max).toBeCloseTo(plain?.max ?? Number.NaN, 9);
      expect(other?.missed).toBeCloseTo(plain?.missed ?? Number.NaN, 9);
    };
    near(figures(({ x, y }) => p(x, -y)));
    fc.assert(
      fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (angle) =>
        near(figures((v) => rotate(v, angle))),
      ),
      { numRuns: drawn(10) },
    );
  });
});
