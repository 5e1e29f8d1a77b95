import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, fromPolar, rotate, type Vec2, vec } from '../../../src/math/geometry.js';
import type { BodyLimits } from '../../../src/robot/limits.js';
import { plannedDeceleration } from '../../../src/steering/braking.js';
import { Path } from '../../../src/steering/paths/path.js';
import { SpeedProfile, speedProfiles } from '../../../src/steering/paths/speedProfile.js';
import { drawn } from '../../support/effort.js';
import { SMALL } from '../../support/percept.js';

const profile = (points: readonly Vec2[], body: BodyLimits = SMALL, loop = false) => {
  const path = new Path(points, loop);
  return { path, limits: new SpeedProfile(path, body, loop) };
};
const speedAt = (points: readonly Vec2[], s: number, body = SMALL, loop = false) =>
  profile(points, body, loop).limits.at(s).speed;

const straight = [vec(0, 0), vec(2, 0)];
const corner = [vec(0, 0), vec(2, 0), vec(2, 2)];
/** A circle of radius 0.3 m, closely sampled. */
const circle = Array.from({ length: 720 }, (_, i) => fromPolar(0.3, (i * Math.PI) / 360));

describe('the speed limit along a path', () => {
  it('is full speed where it is straight, for the behavior itself stops at the end', () => {
    for (const s of [0, 1, 2]) expect(speedAt(straight, s)).toBeCloseTo(0.5, 9);
    expect(profile(straight).limits.at(1).slope).toBeCloseTo(0, 9);
  });

  it('in a circle is bound by the outer wheel, the force or the turn rate', () => {
    const round = (body: BodyLimits) => speedAt(circle, 0.9, body, true);
    const quick = {
      ...SMALL,
      maxSpeed: 9,
      maxWheelSpeed: 9,
      maxForce: 900,
      maxAcceleration: 900,
      maxTurnRate: 900,
    };
    expect(round({ ...quick, maxWheelSpeed: 0.6 })).toBeCloseTo(0.6 / (1 + 0.141 / 0.6), 3);
    expect(round({ ...quick, maxAcceleration: 0.3 })).toBeCloseTo(Math.sqrt(0.27 * 0.3), 3);
    expect(round({ ...quick, maxForce: 0.09 })).toBeCloseTo(Math.sqrt(0.18 * 0.3), 3);
    expect(round({ ...quick, maxTurnRate: 0.5 })).toBeCloseTo(0.15, 3);
    expect(round({ ...quick, maxSpeed: 0.1 })).toBeCloseTo(0.1, 9);
  });

  it('at a right angle is that of a bend of 0.6 track: 0.217 m/s for the small robot', () => {
    const curvature = Math.PI / 2 / (0.6 * 0.141);
    const wheel = 0.6 / (1 + (curvature * 0.141) / 2);
    const force = Math.sqrt(0.9 / curvature);
    expect(Math.min(wheel, force)).toBeCloseTo(0.22, 2);
    expect(speedAt(corner, 2)).toBeCloseTo(Math.min(wheel, force, 6 / curvature), 2);
  });

  it('is lower the sharper the corner', () => {
    const at = (angle: number) => {
      const end = fromPolar(2, angle);
      return speedAt([vec(0, 0), vec(2, 0), vec(2 + end.x, end.y)], 2);
    };
    const limits = [0, 0.5, 1, 2, 3].map(at);
    expect(limits).toEqual(limits.toSorted((a, b) => b - a));
    expect(new Set(limits).size).toBe(5);
    expect(at(-1)).toBeCloseTo(at(1), 9);
  });

  it('begins a corner’s limit early and lets v² grow by 2 a each metre before it', () => {
    const { limits } = profile(corner);
    const slow = limits.at(2).speed;
    expect(limits.at(2 - 0.3 * 0.141).speed).toBeCloseTo(slow, 2);
    const [near, far] = [limits.at(1.92), limits.at(1.88)];
    expect(far.speed ** 2 - near.speed ** 2).toBeCloseTo(2 * 0.9 * 0.04, 6);
    expect(limits.at(1.88).slope).toBeCloseTo(0.9 / far.speed, 3);
    expect(limits.at(1).speed).toBeCloseTo(0.5, 9);
  });

  it('of a loop slows before the seam, too', () => {
    const square = [vec(0, 0), vec(2, 0), vec(2, 2), vec(0, 2)];
    const { limits } = profile(square, SMALL, true);
    expect(limits.at(7.9).speed).toBeCloseTo(limits.at(1.9).speed, 3);
    expect(limits.at(8).speed).toBeCloseTo(limits.at(0).speed, 6);
    expect(limits.at(7.9).speed).toBeLessThan(0.4);
    expect(limits.at(7).speed).toBeCloseTo(0.5, 9);
  });

  it('falls by at most 2 a ds in v², stays positive, and its slope is its derivative', () => {
    const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const polyline = fc
      .array(fc.record({ x: coordinate, y: coordinate }), { minLength: 2, maxLength: 8 })
      .filter((p) => p.some((a) => distance(a, p[0] ?? a) > 0.1));
    fc.assert(
      fc.property(polyline, fc.boolean(), share, share, (points, loop, a, b) => {
        const { path, limits } = profile(points, SMALL, loop);
        const [from, to] = [a * path.length, (a + (1 - a) * b) * path.length];
        const [before, after] = [limits.at(from).speed, limits.at(to).speed];
        expect(before ** 2).toBeLessThanOrEqual(
          after ** 2 + 2 * plannedDeceleration(SMALL) * (to - from) + 1e-9,
        );
        expect(before).toBeGreaterThan(0);
        expect(before).toBeLessThanOrEqual(0.5);
        expect(limits.at(from).slope * before).toBeLessThanOrEqual(plannedDeceleration(SMALL) * (1 + 1e-6));
        if (loop) {
          expect(limits.at(path.length).speed).toBeLessThanOrEqual(limits.at(0).speed + 1e-9);
        }
      }),
      { numRuns: drawn(200) },
    );
  });

  it('is the same on a path that is turned, though its length then differs by rounding', () => {
    const limitAt = (turn: number, s: number) =>
      speedAt(
        [vec(0, 0), vec(0.3, 0), vec(0.3, 0.4)].map((p) => rotate(p, turn)),
        s,
      );
    for (let turn = 0.1; turn < 6; turn += 0.1) {
      for (const s of [0.2, 0.26, 0.3, 0.34]) expect(limitAt(turn, s)).toBeCloseTo(limitAt(0, s), 9);
    }
  });

  it('has a limit everywhere on a path of many kilometres', () => {
    const { limits, path } = profile([vec(0, 0), vec(20_000, 0), vec(20_000, 30_000)]);
    for (const share of [0, 0.3, 0.4, 1]) expect(limits.at(share * path.length).speed).toBeGreaterThan(0);
  });

  it('is worked out once for each body', () => {
    const profileFor = speedProfiles(new Path(corner), false);
    expect(profileFor(SMALL)).toBe(profileFor(SMALL));
    expect(profileFor({ ...SMALL, maxSpeed: 0.1 })).not.toBe(profileFor(SMALL));
  });
});
