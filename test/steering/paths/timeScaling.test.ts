import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveAlong } from '../../../src/steering/paths/curve.js';
import { Path } from '../../../src/steering/paths/path.js';
import { type DriveLimits, timesAlong } from '../../../src/steering/paths/timeScaling.js';
import { type WheelPath, wheelPathOf } from '../../../src/steering/paths/wheelPath.js';
import { COURSES, type CoursePoints, randomCourse } from '../../support/courses.js';

const LIMITS: DriveLimits = {
  track: 0.15,
  speed: 0.5,
  wheelSpeed: 0.5,
  acceleration: 0.97,
  turnRate: 6,
  lateral: 1,
};

function wheelsOf(points: CoursePoints, track = LIMITS.track, face?: number): WheelPath {
  const path = new Path(points.map(([x, y]) => ({ x, y })));
  return wheelPathOf(curveAlong(path, 0, path.length, 0), track, face);
}

const last = (values: Float64Array): number => values[values.length - 1] ?? Number.NaN;
const at = (values: Float64Array, i: number): number => values[i] ?? Number.NaN;

/** Largest speed and acceleration of either wheel, by differences. */
function mostOf(path: WheelPath, times: Float64Array) {
  let [speed, acceleration] = [0, 0];
  for (const way of [path.left, path.right]) {
    for (let i = 1; i < path.count - 1; i++) {
      const [before, after] = [at(times, i) - at(times, i - 1), at(times, i + 1) - at(times, i)];
      const slow = (at(way, i) - at(way, i - 1)) / before;
      const fast = (at(way, i + 1) - at(way, i)) / after;
      speed = Math.max(speed, Math.abs(fast));
      acceleration = Math.max(acceleration, Math.abs(fast - slow) / ((before + after) / 2));
    }
  }
  return { speed, acceleration };
}

describe('the times along a path', () => {
  it('are way by speed where it is straight', () => {
    const path = wheelsOf([[0, 0], [2, 0]]); // biome-ignore format: one line
    expect(last(timesAlong(path, LIMITS))).toBeCloseTo(4, 6);
    expect(last(timesAlong(path, { ...LIMITS, speed: 0.2 }))).toBeCloseTo(10, 6);
  });

  it('let no wheel exceed its speed, nor its acceleration, on any course', () => {
    const all = [...Object.values(COURSES), ...Array.from({ length: 12 }, (_, seed) => randomCourse(seed))];
    for (const course of all) {
      const path = wheelsOf(course);
      const { speed, acceleration } = mostOf(path, timesAlong(path, LIMITS));
      expect(speed).toBeLessThan(1.03 * LIMITS.wheelSpeed);
      // Where the body turns on the spot its wheels change within a step; `chooseWheels` limits that.
      const folds = course.some((_, i) => i > 1 && isSharp(course, i));
      if (!folds) expect(acceleration).toBeLessThan(1.25 * LIMITS.acceleration);
    }
  });

  it('grow as any limit gets smaller', () => {
    const path = wheelsOf([[0, 0], [0.6, 0], [0.6, 0.6], [0, 0.4]]); // biome-ignore format: one line
    const full = last(timesAlong(path, LIMITS));
    const key = fc.constantFrom('speed', 'wheelSpeed', 'acceleration', 'turnRate', 'lateral');
    fc.assert(
      fc.property(key, fc.double({ min: 0.2, max: 1, noNaN: true }), (limit, share) => {
        const slower = last(
          timesAlong(path, { ...LIMITS, [limit as 'speed']: LIMITS[limit as 'speed'] * share }),
        );
        expect(slower).toBeGreaterThanOrEqual(full - 1e-9);
      }),
      { numRuns: 25 },
    );
    expect(last(timesAlong(path, { ...LIMITS, acceleration: 0.3 }))).toBeGreaterThan(1.1 * full);
  });

  it('are the same for the mirrored path, with the wheels exchanged', () => {
    const course = randomCourse(5);
    const [plain, mirrored] = [wheelsOf(course), wheelsOf(course.map(([x, y]) => [x, -y] as const))];
    expect(last(mirrored.left)).toBeCloseTo(last(plain.right), 9);
    expect(last(timesAlong(mirrored, LIMITS))).toBeCloseTo(last(timesAlong(plain, LIMITS)), 6);
  });
});

/** Whether the course turns by more than a right angle at a point. */
function isSharp(course: CoursePoints, i: number): boolean {
  const [[ax, ay], [bx, by], [cx, cy]] = [course[i - 2], course[i - 1], course[i]] as [
    readonly [number, number],
    readonly [number, number],
    readonly [number, number],
  ];
  const turn = Math.atan2(cy - by, cx - bx) - Math.atan2(by - ay, bx - ax);
  return Math.cos(turn) < 0.2 || Math.hypot(cx - bx, cy - by) < 0.2 || Math.hypot(bx - ax, by - ay) < 0.2;
}

describe('the ways of the wheels', () => {
  it('are s ∓ bθ/2: on an arc of radius r each has its own radius', () => {
    const arc = Array.from({ length: 91 }, (_, i) => {
      const angle = (i * Math.PI) / 180;
      return [Math.sin(angle), 1 - Math.cos(angle)] as const;
    });
    const { left, right } = wheelsOf(arc);
    expect(last(left) / last(right)).toBeCloseTo((1 - 0.075) / (1 + 0.075), 2);
  });

  it('turn on the spot, to the left, where the path folds back', () => {
    const { x, heading, left, right, count } = wheelsOf([[0, 0], [1, 0], [0, 0]]); // biome-ignore format: one line
    const turning = Array.from({ length: count - 1 }, (_, i) => i).filter(
      (i) => Math.abs(at(heading, i + 1) - at(heading, i)) > 1e-6,
    );
    expect(at(heading, count - 1)).toBeCloseTo(Math.PI, 6);
    for (const i of turning.slice(1, -1)) {
      // Smoothing takes the tip.
      expect(at(x, i)).toBeGreaterThan(0.985);
      expect(at(left, i + 1) - at(left, i)).toBeCloseTo(-(at(right, i + 1) - at(right, i)), 6);
    }
    expect(turning.length).toBeGreaterThan(50);
  });

  it('end with the turn to a heading', () => {
    const { heading, x, y } = wheelsOf([[0, 0], [1, 0]], 0.15, -2); // biome-ignore format: one line
    expect(last(heading)).toBeCloseTo(-2, 9);
    expect([last(x), last(y)]).toEqual([expect.closeTo(1, 9), expect.closeTo(0, 9)]);
  });
});
