import { describe, expect, it } from 'vitest';
import { fromPolar, length, type Vec2 } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { Percept } from '../../../src/steering/behavior.js';
import { keepApart, wishedVelocity } from '../../../src/steering/crowds/keepApart.js';
import { percept, SMALL } from '../../support/percept.js';
import { robot } from '../among.js';
import { near } from '../near.js';

const small = (changes: Partial<Percept> = {}) => percept({ body: SMALL, ...changes });
const other = (gap: number, bearing: number) => {
  const { x, y } = fromPolar(2 * SMALL.radius + gap, bearing);
  return robot(x, y, { radius: SMALL.radius });
};
const AHEAD: Vec2 = { x: 0.5, y: 0 };
const kept = (wish: Vec2, changes: Partial<Percept>, ...neighbors: ReturnType<typeof other>[]) =>
  keepApart(wish, small(changes), neighbors, { keep: 0.02, waits: false, turning: 0 });

describe('keeping apart', () => {
  it('is free without near neighbors', () => {
    expect(kept(AHEAD, {})).toEqual({ allowed: Number.POSITIVE_INFINITY });
  });

  it('leaves a wish as it is, at the speed that stops in time', () => {
    const said = kept(AHEAD, {}, other(0.2, 0));
    expect(said.instead).toBeUndefined();
    expect(said.allowed).toBeGreaterThan(0.2);
    expect(said.allowed).toBeLessThan(0.4);
  });

  it('brakes with all it has where it is too fast', () => {
    const said = kept(AHEAD, { forwardSpeed: 0.5 }, other(0.1, 0));
    expect(said).toMatchObject({ allowed: 0, brakes: true });
    expect(said.instead?.y).toBeCloseTo(0, 9);
  });

  it('goes along the side of one that is too near, and a little away', () => {
    const said = kept({ x: 0.3, y: 0.3 }, {}, other(0.015, deg(90)));
    expect(said.instead).toEqual(near(0.3, -0.042, 3));
  });

  it('turns on the spot away from one that it stands before', () => {
    const said = kept({ x: 0, y: 0.5 }, {}, other(0.015, 0));
    expect(said.allowed).toBe(0);
    expect(said.face).toBeGreaterThan(deg(85));
    expect(said.face).toBeLessThan(deg(105));
  });

  it('does not lead against a wall that it almost touches', () => {
    const wall = { from: { x: -1, y: 0.092 }, to: { x: 1, y: 0.092 }, radius: 0 };
    const said = kept({ x: 0.3, y: 0.3 }, { obstacles: [wall] }, other(0.5, deg(180)));
    expect(said.instead?.x).toBeCloseTo(0.3, 9);
    expect(said.instead?.y).toBeLessThan(0);
  });

  it('stands where it waits', () => {
    const waiting = { keep: 0.02, waits: true, turning: 0 };
    expect(keepApart(AHEAD, small(), [other(0.5, 0)], waiting).allowed).toBeLessThan(0.05);
  });
});

describe('the wished velocity', () => {
  const wishing = (velocity?: Vec2) =>
    wishedVelocity(small({ velocity: { x: 0.2, y: 0 }, wish: velocity && { velocity } }));

  it('is that of the other behaviors, at most full speed; without them the present one', () => {
    expect(wishing({ x: 0.3, y: 0.2 })).toEqual({ x: 0.3, y: 0.2 });
    expect(wishing()).toEqual({ x: 0.2, y: 0 });
    expect(length(wishing({ x: 9, y: 9 }))).toBeCloseTo(0.5, 9);
  });
});
