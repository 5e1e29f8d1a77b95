import { describe, expect, it } from 'vitest';
import type { MoverSpec, WorldSpec } from '../../../sim/scenario/scenario.js';
import { gapToBox, gapToThing, roomIn } from '../../../sim/world/solidThings.js';
import { fromPolar } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import { EMPTY } from '../bodies.js';

const point = (x: number, y: number) => ({ x, y });
const room = (spec: Partial<WorldSpec>, x: number, y: number, radius: number): boolean =>
  roomIn({ ...EMPTY, ...spec })(point(x, y), radius);
const cart: MoverSpec = {
  id: 'cart',
  waypoints: [point(0, 0), point(4, 0)],
  speed: 0.5,
  radius: 0.25,
  solid: true,
};

describe('the gap to a box', () => {
  const size = [0.4, 0.2] as const;

  it('is that to its side, to its corner, and none inside', () => {
    const gap = (x: number, y: number) => gapToBox(point(x, y), point(0, 0), 0, size);
    expect(gap(0.5, 0.05)).toBeCloseTo(0.3, 12);
    expect(gap(-0.1, -0.4)).toBeCloseTo(0.3, 12);
    expect(gap(0.5, 0.5)).toBeCloseTo(0.5, 12);
    expect(gap(0.19, 0.09)).toBe(0);
  });

  it('turns with it, counter-clockwise', () => {
    const gap = (p: { x: number; y: number }) => gapToBox(p, point(0, 0), deg(30), size);
    expect(gap(fromPolar(0.5, deg(30)))).toBeCloseTo(0.3, 12);
    expect(gap(fromPolar(0.5, deg(120)))).toBeCloseTo(0.4, 12);
    expect(gap(fromPolar(0.5, deg(-30)))).toBeGreaterThan(0.33);
  });
});

describe('a round thing', () => {
  it('has room where it touches nothing, and none where it does', () => {
    const circles = [{ at: point(1, 0), radius: 0.5 }];
    expect([room({ circles }, 0, 0, 0.499), room({ circles }, 0, 0, 0.5)]).toEqual([true, false]);
    expect(room({}, 0, 0, 1e6)).toBe(true);
  });

  it('has room beside a box as it is turned', () => {
    const boxes = [{ at: point(2, 1), size: [0.4, 0.2], heading: deg(90), movable: true }] as const;
    expect([room({ boxes }, 2.35, 1, 0.24), room({ boxes }, 2.35, 1, 0.26)]).toEqual([true, false]);
    expect([room({ boxes }, 2, 1.45, 0.24), room({ boxes }, 2, 1.45, 0.26)]).toEqual([true, false]);
  });

  it('has none where a solid mover starts, and room at a mover that is not solid', () => {
    const at = (solid: boolean, x: number) => room({ movers: [{ ...cart, solid }] }, x, 0, 0.1);
    expect([at(true, 0.3), at(true, 0.4), at(false, 0.3)]).toEqual([false, true, true]);
  });
});

describe('the gap to one thing', () => {
  const spec = { ...EMPTY, movers: [cart], circles: [{ at: point(1, 1), radius: 0.3 }] };

  it('is to it alone, where it is at that time', () => {
    const to = (list: 'movers' | 'circles', now: number) =>
      gapToThing(spec, { list, index: 0 }, point(1, 0), now);
    expect(to('circles', 0)).toBeCloseTo(0.7, 12);
    expect(to('movers', 0)).toBeCloseTo(0.75, 12);
    // After a second it is half a metre on.
    expect(to('movers', 1)).toBeCloseTo(0.25, 12);
  });
});
