import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rotate, type Vec2 } from '../../../src/math/geometry.js';
import { type Fellow, swirl, timeOfContact } from '../../../src/steering/crowds/swirl.js';

const EAST = { x: 0.5, y: 0 };
const NEVER = Number.POSITIVE_INFINITY;
const fellow = (x: number, y: number, wish: Vec2, room = 0.32): Fellow => ({ offset: { x, y }, wish, room });

describe('the time of contact', () => {
  it('is that of two discs on straight ways', () => {
    expect(timeOfContact({ x: 2, y: 0 }, { x: 1, y: 0 }, 0.5)).toBeCloseTo(1.5, 12);
    // At 0.3 m aside of 0.5 m room they touch 0.4 m before they are level.
    expect(timeOfContact({ x: 2, y: 0.3 }, { x: 1, y: 0 }, 0.5)).toBeCloseTo(1.6, 12);
  });

  it('is never for two that part, stand, or miss; and now for two that are too near and approach', () => {
    expect(timeOfContact({ x: 2, y: 0 }, { x: -1, y: 0 }, 0.5)).toBe(NEVER);
    expect(timeOfContact({ x: 2, y: 0 }, { x: 0, y: 0 }, 0.5)).toBe(NEVER);
    expect(timeOfContact({ x: 2, y: 0.51 }, { x: 1, y: 0 }, 0.5)).toBe(NEVER);
    expect(timeOfContact({ x: 0.4, y: 0 }, { x: 1, y: 0 }, 0.5)).toBe(0);
  });
});

describe('the swirl', () => {
  it('turns nothing while no contact is near in time', () => {
    expect(swirl(EAST, [], 2, NEVER)).toBe(0);
    // Closing at 1 m/s from 2.32 m: 2 s.
    expect(swirl(EAST, [fellow(2.33, 0, { x: -0.5, y: 0 })], 2, NEVER)).toBe(0);
    expect(swirl(EAST, [fellow(2.3, 0, { x: -0.5, y: 0 })], 2, NEVER)).toBeGreaterThan(0);
  });

  it('turns two that come head-on by the least angle that is enough, and both by the same', () => {
    const turn = swirl(EAST, [fellow(1.5, 0, { x: -0.5, y: 0 })], 2, NEVER);
    // They miss each other by 0.32 m: sin b = 0.32/1.5.
    expect(turn).toBeGreaterThanOrEqual(Math.asin(0.32 / 1.5));
    expect(turn).toBeLessThan(Math.asin(0.32 / 1.5) + 0.1 / 32 + 1e-9);
    expect(swirl({ x: -0.5, y: 0 }, [fellow(-1.5, 0, EAST)], 2, NEVER)).toBe(turn);
  });

  it('of a ring that changes places is the same for all, and shrinks the rate of closing', () => {
    const turns = Array.from({ length: 9 }, (_, i) => {
      const place = (k: number) => rotate({ x: 0.9, y: 0 }, (2 * Math.PI * k) / 9);
      const wish = (k: number) => rotate({ x: -0.5, y: 0 }, (2 * Math.PI * k) / 9);
      const others = [1, 2, 3, 4, 5, 6, 7, 8].map((k) => {
        const [here, there] = [place(i), place(i + k)];
        return fellow(there.x - here.x, there.y - here.y, wish(i + k));
      });
      return swirl(wish(i), others, 2, NEVER);
    });
    for (const turn of turns) expect(turn).toBeCloseTo(turns[0] as number, 9);
    expect(turns[0]).toBeGreaterThan(0.3);
  });

  it('ignores contacts after the robot is at its goal', () => {
    const late = fellow(1.5, 0, { x: 0, y: 0 });
    expect(swirl(EAST, [late], 3, 2)).toBe(0);
    expect(swirl(EAST, [late], 3, 3)).toBeGreaterThan(0);
  });

  it('does not depend on the direction of the world’s axes, nor on the order of the others', () => {
    const number = fc.double({ min: -2, max: 2, noNaN: true });
    const point = fc.record({ x: number, y: number });
    fc.assert(
      fc.property(fc.array(fc.tuple(point, point), { maxLength: 5 }), number, (pairs, angle) => {
        const all = pairs.map(([offset, wish]) => fellow(offset.x, offset.y, wish));
        const turned = pairs.map(([offset, wish]) => {
          const { x, y } = rotate(offset, angle);
          return fellow(x, y, rotate(wish, angle));
        });
        const turn = swirl(EAST, all, 2, NEVER);
        expect(swirl(EAST, [...all].reverse(), 2, NEVER)).toBe(turn);
        expect(Math.abs(swirl(rotate(EAST, angle), turned, 2, NEVER) - turn)).toBeLessThan(0.11);
      }),
    );
  });
});
