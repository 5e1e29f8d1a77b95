import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, dot, length, sub, type Vec2, ZERO } from '../../../src/math/geometry.js';
import type { Percept } from '../../../src/steering/behavior.js';
import { type EvadeInput, evade } from '../../../src/steering/behaviors/evade.js';
import { drawn } from '../../support/effort.js';
import { PLAIN, percept } from '../../support/percept.js';
import { desiredOf, near } from '../near.js';

const FAST = { ...PLAIN, maxSpeed: 2 };
const target = { mover: 'wolf' };

function ask(
  position: Vec2,
  velocity: Vec2,
  input: Partial<EvadeInput> = {},
  changes: Partial<Percept> = {},
) {
  const targets = { wolf: { id: 'wolf', at: 0, position, velocity } };
  return evade({ target, ...input }).steer(percept({ body: FAST, targets, ...changes }), null, ZERO);
}
const point = (x: number, y: number) => ({ kind: 'point', at: near(x, y), label: 'predicted' });

describe('evade', () => {
  it('flees from where the two would meet: (10, 0) at (0, 1) m/s is (10, 10/√3)', () => {
    const said = ask({ x: 10, y: 0 }, { x: 0, y: 1 });
    expect(said.marks?.[1]).toEqual(point(10, 10 / Math.sqrt(3)));
    expect(said.desiredVelocity).toEqual(near(-2 * Math.cos(Math.PI / 6), -1));
    expect(said.force).toEqual(said.desiredVelocity);
  });

  it('does not turn to one that comes head-on', () => {
    const wolf = {
      id: 'w',
      at: 0,
      position: { x: 5, y: 0 },
      velocity: { x: -1, y: 0 },
      heading: Math.PI,
      radius: 0.1,
    };
    const given = percept({ body: FAST, neighbors: [wolf] });
    const said = evade({ target: { robot: 'w' } }).steer(given, null, ZERO);
    expect(said.desiredVelocity).toEqual(near(-2, 0));
  });

  it('looks no farther ahead than its parameter, nor than to where they would meet', () => {
    const wolf = [
      { x: 6, y: 0 },
      { x: -1, y: 0 },
    ] as const;
    expect(ask(...wolf, { lookAhead: 0.5 }).marks?.[1]).toEqual(point(5.5, 0));
    // 10 s on it would be behind, at (−4, 0); they would meet after 2 s.
    const said = ask(...wolf, { lookAhead: '10 s' });
    expect(said.marks?.[1]).toEqual(point(4, 0));
    expect(said.desiredVelocity).toEqual(near(-2, 0));
  });

  it('never seeks: no wish leads nearer to where the pursuer is', () => {
    const number = fc.double({ min: -5, max: 5, noNaN: true });
    const vector = fc.record({ x: number, y: number });
    const lookAhead = fc.oneof(fc.constant('exact' as const), fc.double({ min: 0, max: 20, noNaN: true }));
    fc.assert(
      fc.property(vector, vector, number, lookAhead, (position, velocity, heading, ahead) => {
        fc.pre(length(position) > 1e-3);
        const said = ask(position, velocity, { lookAhead: ahead }, { pose: { ...ZERO, heading } });
        const wish = desiredOf(said);
        expect(length(wish)).toBeCloseTo(2, 9);
        expect(dot(wish, position)).toBeLessThanOrEqual(1e-6);
      }),
      { numRuns: drawn(1000) },
    );
  });

  it('in the very same place flees straight ahead', () => {
    const said = ask({ x: 1, y: 1 }, { x: 0.3, y: 0 }, {}, { pose: { x: 1, y: 1, heading: Math.PI / 2 } });
    expect(said.desiredVelocity).toEqual(near(0, 2));
  });

  it('is silent beyond its panic distance, and shows it within', () => {
    const at = (x: number) => ask({ x, y: 0 }, { x: -1, y: 0 }, { panicDistance: '500 mm' });
    expect(at(0.51)).toEqual({ memory: null });
    expect(at(0.49).desiredVelocity).toEqual(near(-2, 0));
    expect(at(0.49).marks?.at(-1)).toMatchObject({ kind: 'circle', radius: 0.5, label: 'panic distance' });
  });

  it('is silent if its pursuer was never seen', () => {
    expect(evade({ target }).steer(percept(), null, ZERO)).toEqual({ memory: null });
  });

  it('goes off the line of one that will pass, not along it as one that only flees', () => {
    // It comes along y = 0.5 and will have passed (0, 0.5).
    const from = { x: -2, y: 0.5 };
    const wish = desiredOf(ask(from, { x: 3, y: 0 }));
    const fled = sub(ZERO, from);
    expect(wish.y / length(wish)).toBeLessThan(fled.y / distance(ZERO, from));
  });
});
