import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, dot, fromPolar, length, type Vec2 } from '../../../src/math/geometry.js';
import { bestVelocity, type Disc, type HalfPlane, reciprocal } from '../../../src/steering/crowds/orca.js';
import { timeOfContact } from '../../../src/steering/crowds/swirl.js';
import { near } from '../near.js';

const disc = (x: number, y: number, vx: number, vy: number): Disc => ({
  at: { x, y },
  velocity: { x: vx, y: vy },
  radius: 0.1,
});
const holds = ({ n, c }: HalfPlane, v: Vec2) => dot(n, v) >= c - 1e-6;
const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
const discs = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .map(([x, y, vx, vy]) => disc(x, y, vx / 4, vy / 4));

describe('the half-plane of two robots', () => {
  it('of two that come head-on takes half of what parts them from each', () => {
    // At 2 m with 1 m/s each, the cone ends 1 s ahead at a disc of 0.2 m round (2, 0) m/s: they just touch it.
    const { n, c } = reciprocal(disc(0, 0, 1, 0), disc(2, 0, -1, 0), 1, 0.1);
    expect(length(n)).toBeCloseTo(1, 12);
    // w = (2, 0) − (2, 0) = 0: at the middle of that disc, 0.2 m/s from its rim; half of it is 0.1.
    expect(c - dot(n, { x: 1, y: 0 })).toBeCloseTo(0.1, 9);
  });

  it('leaves two that part, or miss each other, as they are', () => {
    expect(holds(reciprocal(disc(0, 0, -1, 0), disc(1, 0, 1, 0), 1, 0.1), { x: -1, y: 0 })).toBe(true);
    expect(holds(reciprocal(disc(0, 0, 1, 0), disc(2, 1, -1, 0), 1, 0.1), { x: 1, y: 0 })).toBe(true);
  });

  it('of any two: if both keep theirs, they do not touch within the horizon', () => {
    fc.assert(
      fc.property(discs, discs, fc.double({ min: 0, max: 6.2, noNaN: true }), (one, two, turn) => {
        fc.pre(distance(one.at, two.at) > 0.201);
        const [mine, theirs] = [reciprocal(one, two, 1, 0.1), reciprocal(two, one, 1, 0.1)];
        const a = bestVelocity(fromPolar(0.5, turn), 9, [mine]);
        const b = bestVelocity(fromPolar(0.5, 2 * turn), 9, [theirs]);
        const p = { x: two.at.x - one.at.x, y: two.at.y - one.at.y };
        const v = { x: a.x - b.x, y: a.y - b.y };
        expect(timeOfContact(p, v, 0.2 - 1e-6)).toBeGreaterThan(1 - 1e-6);
      }),
    );
  });

  it('is the mirror image for the other: n and −n, and the same share', () => {
    fc.assert(
      fc.property(discs, discs, (one, two) => {
        fc.pre(distance(one.at, two.at) > 0.201);
        const [mine, theirs] = [reciprocal(one, two, 1, 0.1), reciprocal(two, one, 1, 0.1)];
        expect(dot(mine.n, theirs.n)).toBeCloseTo(-1, 6);
        expect(mine.c - dot(mine.n, one.velocity)).toBeCloseTo(theirs.c - dot(theirs.n, two.velocity), 6);
      }),
    );
  });

  it('of two that overlap parts them, also on the same spot', () => {
    const apart = reciprocal(disc(0, 0, 0, 0), disc(0.1, 0, 0, 0), 1, 0.1);
    expect(bestVelocity({ x: 0, y: 0 }, 9, [apart]).x).toBeLessThan(-0.4);
    const { n, c } = reciprocal(disc(0, 0, 0, 0), disc(0, 0, 0, 0), 1, 0.1);
    expect([n.x, n.y, c].every(Number.isFinite)).toBe(true);
  });
});

describe('the best velocity', () => {
  const plane = (angle: number, c: number): HalfPlane => ({ n: fromPolar(1, angle), c });
  const planes = fc.array(
    fc
      .tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: -0.6, max: 0.3, noNaN: true }))
      .map(([a, c]) => plane(a, c)),
    { maxLength: 6 },
  );
  /** All velocities of a fine grid within the speed. */
  const grid: Vec2[] = [];
  for (let x = -0.5; x <= 0.5; x += 0.02)
    for (let y = -0.5; y <= 0.5; y += 0.02) if (Math.hypot(x, y) <= 0.5) grid.push({ x, y });
  const missOf = (all: readonly HalfPlane[], v: Vec2) => Math.max(0, ...all.map(({ n, c }) => c - dot(n, v)));

  it('is the preferred one if that is allowed, cut to the speed', () => {
    expect(bestVelocity({ x: 0.3, y: 0 }, 0.5, [plane(0, 0.2)])).toEqual({ x: 0.3, y: 0 });
    expect(bestVelocity({ x: 3, y: 0 }, 0.5, [])).toEqual(near(0.5, 0));
  });

  it('is nearer to the preferred one than any other that is allowed, and misses no bound that can be kept', () => {
    fc.assert(
      fc.property(planes, coordinate, (all, angle) => {
        const preferred = fromPolar(0.5, angle);
        const best = bestVelocity(preferred, 0.5, all);
        expect(length(best)).toBeLessThanOrEqual(0.5 + 1e-9);
        const allowed = grid.filter((v) => all.every((one) => holds(one, v)));
        for (const v of allowed)
          expect(distance(best, preferred)).toBeLessThanOrEqual(distance(v, preferred) + 1e-6);
        const least = Math.min(...grid.map((v) => missOf(all, v)));
        expect(missOf(all, best)).toBeLessThanOrEqual(least + 1e-6);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps off walls even where robots press on', () => {
    // A wall at the right lets nothing go there; a robot at the left wants 1 m/s to the right.
    const best = bestVelocity({ x: 0, y: 0 }, 0.5, [plane(Math.PI, 0), plane(0, 1)], 1);
    expect(best.x).toBeLessThanOrEqual(1e-9);
  });
});
