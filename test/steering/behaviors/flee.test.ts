import { describe, expect, it } from 'vitest';
import { distance, ZERO } from '../../../src/math/geometry.js';
import { type FleeInput, flee } from '../../../src/steering/behaviors/flee.js';
import { PLAIN, percept, SMALL } from '../../support/percept.js';
import { near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';

const ask = (input: FleeInput, changes: Parameters<typeof percept>[0] = {}) =>
  flee(input).steer(percept(changes), null, ZERO);

describe('flee', () => {
  it('wants full speed away from the target', () => {
    const said = ask({ target: [3, 4] }, { velocity: { x: 0.5, y: 0 }, body: SMALL });
    expect(said.desiredVelocity).toEqual(near(-0.3, -0.4));
    expect(said.force).toEqual(near(-3.6, -1.8));
    expect(said.marks).toEqual([{ kind: 'point', at: { x: 3, y: 4 }, label: 'flees from' }]);
  });

  it('on the target itself goes straight ahead', () => {
    const said = ask({ target: [1, 1] }, { pose: { x: 1, y: 1, heading: Math.PI / 2 } });
    expect(said.desiredVelocity).toEqual(near(0, 1));
  });

  it('is silent beyond its panic distance, and shows it within', () => {
    const input = { target: [0, 0], panicDistance: '500 mm' } as const;
    const at = (x: number) => ask(input, { pose: { x, y: 0, heading: 0 } });
    expect(at(0.51)).toEqual({ memory: null });
    expect(at(0.49).force).toEqual(near(1, 0));
    expect(at(0.49).marks?.at(-1)).toMatchObject({ kind: 'circle', radius: 0.5, label: 'panic distance' });
  });

  it('is silent if its target was never seen', () => {
    expect(ask({ target: { robot: 'b' } })).toEqual({ memory: null });
  });

  it('has no goal and no point to arc to', () => {
    expect(ask({ target: [1, 0] }).arrived).toBeUndefined();
    expect(ask({ target: [1, 0] }).lookahead).toBeUndefined();
  });

  it('from rest gains speed as v(t) = vmax (1 − e^(−t/τ))', () => {
    const states = drivePoint(flee({ target: [-1, 0] }), { body: PLAIN, dt: 0.05, seconds: 2 });
    states.forEach(({ velocity }, i) => {
      expect(velocity).toEqual(near(-Math.expm1(-0.05 * i), 0));
    });
  });

  it('gets out of its panic distance and comes to rest there', () => {
    const away = flee({ target: [0, 0], panicDistance: 1 });
    const end = endOf(drivePoint(away, { body: SMALL, dt: 0.02, seconds: 8, from: { x: 0.2, y: 0.1 } }));
    expect(distance(end.pose, ZERO)).toBeGreaterThan(1);
    expect(distance(end.pose, ZERO)).toBeLessThan(1.3);
    expect(end.forwardSpeed).toBeLessThan(1e-6);
  });
});
