import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vec2 } from '../../src/math/geometry.js';
import { limitToSight, MARGIN, PUSH_SPEED, type SeenPoint } from '../../src/safety/collisionMonitor.js';

const STRIP = { radius: 0.09, acceleration: 1 };
const REACH = STRIP.radius + MARGIN;
const point = (x: number, y: number): Vec2 => ({ x, y });
const ask = (linear: number, angular: number, ...seen: Vec2[]) =>
  limitToSight({ linear, angular }, seen, STRIP, { reaction: 0.03, turning: angular });

describe('the collision monitor', () => {
  it('lets pass what can be stopped in time, and no more', () => {
    expect(ask(0.5, 0, point(1, 0))).toEqual({ linear: 0.5, angular: 0 });
    const slowed = ask(0.5, 0, point(0.2, 0));
    expect(slowed.linear).toBeLessThan(0.4);
    // It stops within what is left, 0.09 m: v²/2a + v T.
    expect(slowed.linear ** 2 / (2 * 0.85) + slowed.linear * 0.03).toBeCloseTo(0.09, 9);
  });

  it('meets the nearest of the points, on a straight line and on an arc', () => {
    expect(ask(2, 0, point(1.62, 0), point(1, 0)).linear).toBeLessThan(1.3);
    expect(ask(0.9, 0, point(0.3, 0.05), point(0.3, 0.111)).linear).toBe(
      ask(0.9, 0, point(0.3, 0.05)).linear,
    );
    // The arc of 0.9235 m leads through (0.5, 1.7).
    expect(ask(3, 3 / 0.9235, point(0.5, 1.7)).linear).toBeLessThan(3);
  });

  it('keeps the arc while half of the speed is left, and else turns first as fast as that allows', () => {
    // 0.0225 m are left: v = 0.85 (√(0.03² + 2 · 0.0225 / 0.85) − 0.03).
    const allowed = 0.85 * (Math.sqrt(0.03 ** 2 + (2 * 0.0225) / 0.85) - 0.03);
    const near = point(REACH + 0.0225, 0);
    const turning = (speed: number) =>
      limitToSight({ linear: speed, angular: 0 }, [near], STRIP, { reaction: 0.03, turning: 2 });
    expect(turning(allowed)).toEqual({ linear: allowed, angular: 0 });
    for (const times of [1.01, 1.99, 2])
      expect(turning(allowed * times)).toEqual({ linear: expect.closeTo(allowed, 9), angular: 0 });
    const below = turning(allowed * 2.01);
    // 10 mm are left. Of 1/8 m/s the share is exact.
    const nearer = (speed: number) =>
      limitToSight({ linear: speed, angular: 0 }, [point(REACH + 0.01, 0)], STRIP, {
        reaction: 0.03,
        turning: 2,
      });
    const { linear } = nearer(0.125);
    expect(nearer(2 * linear)).toEqual({ linear, angular: 0 });
    expect(below.angular).toBe(2);
    expect(below.linear).toBeGreaterThan(0.001);
    expect(below.linear).toBeLessThanOrEqual(allowed + 1e-9);
    expect([1, 0.5, 0.25, 0.1].some((share) => Math.abs(below.linear - share * allowed) < 1e-9)).toBe(true);
  });

  it.each([
    // Straight ahead something stands 1 m before it; the thing on the left leaves less of the turn.
    [1, 0.5, 0.5],
    [0.5, 0.25, 0.15],
    [0.25, 0.09, 0.15],
    [0.1, 0.08, 0.14],
    [0, 0.01, 0.11],
  ])(
    'during such a turn drives at %d of the speed, the greatest part that the new arc allows',
    (part, x, y) => {
      const turning = 6;
      const allowed = 0.85 * (Math.sqrt(0.03 ** 2 + 2 / 0.85) - 0.03);
      const things = [point(REACH + 1, 0), point(x, y)];
      const turn = limitToSight({ linear: 4, angular: 0 }, things, STRIP, { reaction: 0.03, turning });
      expect(turn.angular).toBe(turning);
      expect(turn.linear).toBeCloseTo(part * allowed, 9);
      // Moved along that arc until it touches, it goes as far as it needs to stop; with the next greater part it does not.
      const gone = (speed: number) => {
        const radius = speed / turning;
        for (let angle = 0; angle < 2 * Math.PI; angle += 0.0005) {
          const [px, py] = [radius * Math.sin(angle), radius * (1 - Math.cos(angle))];
          if (things.some(({ x, y }) => Math.hypot(x - px, y - py) < REACH)) return radius * angle;
        }
        return Number.POSITIVE_INFINITY;
      };
      const stops = (speed: number) => speed ** 2 / (2 * 0.85) + speed * 0.03 <= gone(speed);
      const parts = [1, 0.5, 0.25, 0.1];
      expect(parts.find((share) => stops(share * allowed)) ?? 0).toBe(part);
    },
  );

  it('gives the wanted twist itself where nothing limits it: so the loop knows that nothing is in the way', () => {
    const asked = (linear: number) => {
      const wanted = { linear, angular: 0 };
      const given = limitToSight(wanted, [point(REACH + 0.01, 0)], STRIP, { reaction: 0.03, turning: 2 });
      return { given, wanted };
    };
    const allowed = asked(0.125).given.linear;
    for (const linear of [-0.3, 0, 0.05, allowed]) {
      const { given, wanted } = asked(linear);
      expect(given).toBe(wanted);
    }
  });

  it('creeps during such a turn only above 1 mm/s', () => {
    const turn = (allowed: number) => {
      const way = allowed ** 2 / (2 * 0.85) + allowed * 0.03;
      const near = [point(REACH + way, 0)];
      return limitToSight({ linear: 0.4, angular: 0 }, near, STRIP, { reaction: 0.03, turning: 2 });
    };
    expect(turn(0.0015)).toEqual({ linear: expect.closeTo(0.0015, 6), angular: 2 });
    expect(turn(0.0009)).toEqual({ linear: 0, angular: 2 });
  });

  it('goes on slowly where it has nowhere to turn', () => {
    const allowed = 0.85 * (Math.sqrt(0.03 ** 2 + (2 * 0.0225) / 0.85) - 0.03);
    const near = [point(REACH + 0.0225, 0)];
    expect(
      limitToSight({ linear: 0.5, angular: 0 }, near, STRIP, { reaction: 0.03, turning: 0 }).linear,
    ).toBeCloseTo(allowed, 9);
  });

  it('lets a robot that stands stand, and one that sees nothing drive', () => {
    expect(ask(0, 1, point(0.105, 0))).toEqual({ linear: 0, angular: 1 });
    expect(ask(0.5, 1)).toEqual({ linear: 0.5, angular: 1 });
    const near = [point(0.105, 0)];
    const standing = { linear: 0, angular: 0.5 };
    expect(limitToSight(standing, near, STRIP, { reaction: 0.03, turning: 2 })).toEqual(standing);
    for (const linear of [1, 2]) expect(ask(linear, 0, ...near).linear).toBe(0);
  });

  it('looks along the strip, not into the cone beside it', () => {
    expect(ask(0.5, 0, point(0.2, 0.12))).toEqual({ linear: 0.5, angular: 0 });
    expect(ask(0.5, 0, point(0.2, 0.1)).linear).toBeLessThan(0.5);
  });

  it('turns on the spot where it may not go on', () => {
    expect(ask(0.3, 1, point(0.105, 0))).toEqual({ linear: 0, angular: 1 });
    expect(ask(0.3, 0, point(0.105, 0))).toEqual({ linear: 0, angular: 0 });
  });

  it('lets it drive along what is nearer than the margin, and not nearer still', () => {
    expect(ask(0.3, 0, point(0, 0.1))).toEqual({ linear: 0.3, angular: 0 });
    expect(ask(0.3, 0, point(0.05, 0.087)).linear).toBe(0);
    expect(ask(-0.3, 0, point(0.05, 0.087)).linear).toBe(-0.3);
    const wall = Array.from({ length: 41 }, (_, i) => point(-0.4 + 0.02 * i, 0.105));
    expect(ask(0.8, 0, ...wall)).toEqual({ linear: 0.8, angular: 0 });
    expect(ask(0.8, 0, ...wall, point(0.3, 0.1)).linear).toBeLessThan(0.8);
  });

  it('gives the mirrored answer for the mirrored world, and never more speed', () => {
    const x = fc.double({ min: -0.6, max: 0.6, noNaN: true });
    fc.assert(
      fc.property(x, x, x, x, (px, py, v, w) => {
        const one = ask(v, 4 * w, point(px, py));
        const other = ask(v, -4 * w, point(px, -py));
        expect(other.linear).toBeCloseTo(one.linear, 9);
        expect(other.angular).toBeCloseTo(-one.angular, 9);
        expect(Math.abs(one.linear)).toBeLessThanOrEqual(Math.abs(v));
        expect(one.linear * v).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('what may have gone', () => {
  const doubtful = (x: number, y: number): SeenPoint => ({ x, y, isDoubtful: true });
  const driving = (linear: number, seen: readonly SeenPoint[], reaction: number) =>
    limitToSight({ linear, angular: 0 }, seen, STRIP, { reaction, turning: 0 }).linear;

  it.each([0.01, 0.03, 0.15])(
    'is met at the speed of a push, and before it as slowly as needed: T = %d s',
    (T) => {
      for (const way of [1, -1]) {
        const at = (gap: number) => driving(0.6 * way, [doubtful(way * (REACH + gap), 0)], T) * way;
        expect(at(0)).toBeCloseTo(PUSH_SPEED, 9);
        // v²/2a + v T is what it needs to be as slow: u²/2a + u T less than to stop.
        for (const gap of [0.01, 0.05, 0.1]) {
          const needs = (v: number) => v ** 2 / (2 * 0.85) + v * T;
          expect(needs(at(gap)) - needs(PUSH_SPEED)).toBeCloseTo(gap, 9);
        }
      }
    },
  );

  it('also where the body is already, and hides nothing that is sure', () => {
    expect(driving(0.6, [doubtful(0.05, 0)], 0.03)).toBeCloseTo(PUSH_SPEED, 9);
    const sure = { x: 0.2, y: 0.05 };
    const alone = driving(0.6, [sure], 0.03);
    expect(alone).toBeLessThan(0.6);
    expect(driving(0.6, [sure, doubtful(0.03, 0.01)], 0.03)).toBeCloseTo(Math.min(alone, PUSH_SPEED), 9);
    expect(driving(0.6, [sure, doubtful(-0.02, 0)], 0.03)).toBe(alone);
  });
});
