import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { angleOf, cross, distance, length, scale, sub, truncate, ZERO } from '../../src/math/geometry.js';
import type { Steering } from '../../src/steering/behavior.js';
import { isFiniteSteering, steer, steerDirectly } from '../../src/steering/steer.js';
import { PLAIN, SMALL } from '../support/percept.js';
import { near } from './near.js';

const speed = fc.double({ min: -3, max: 3, noNaN: true });
const vector = fc.record({ x: speed, y: speed });
const dts = fc.double({ min: 0.004, max: 0.2, noNaN: true });

/** An answer that wants this velocity. */
const wanting = (x: number, y: number, velocity = ZERO, body = PLAIN): Steering => ({
  memory: null,
  desiredVelocity: { x, y },
  force: scale(sub({ x, y }, velocity), body.steeringGain),
});

describe('one tick of steering', () => {
  it('takes the share 1 − e^(−dt/τ) of the way to the desired velocity', () => {
    const { reference, mean, force, desiredVelocity } = steer(wanting(1, 0), ZERO, PLAIN, Math.log(2));
    expect(reference).toEqual(near(0.5, 0));
    expect(mean).toEqual(near(0.25, 0));
    expect(force).toEqual(near(0.5 / Math.log(2), 0));
    expect(desiredVelocity).toEqual({ x: 1, y: 0 });
  });

  it('clamps the change to maxForce/mass · dt and shows that force', () => {
    const { reference, force } = steer(wanting(0.3, 0.4, ZERO, SMALL), ZERO, SMALL, 0.02);
    expect(reference).toEqual(near(0.012, 0.016));
    expect(force).toEqual(near(0.27, 0.36));
  });

  it('adds how the desired velocity itself changes, inside the clamp', () => {
    const said = { ...wanting(0.5, 0, { x: 0.5, y: 0 }), acceleration: { x: -0.5, y: 0 } };
    expect(steer(said, { x: 0.5, y: 0 }, PLAIN, 0.1).reference).toEqual(near(0.45, 0));
    const hard = { ...said, acceleration: { x: -50, y: 0 } };
    const braked = steer(hard, { x: 0.5, y: 0 }, SMALL, 0.1);
    expect(braked.reference).toEqual(near(0.4, 0));
    expect(braked.force).toEqual(near(-0.45, 0));
  });

  it('is Reynolds’ rule per frame where dt ≫ τ: add the truncated force, divided by the mass', () => {
    const quick = { ...PLAIN, mass: 2, steeringGain: 2000, maxSpeed: 10, maxForce: 3 };
    fc.assert(
      fc.property(vector, vector, (desired, velocity) => {
        const { reference } = steer(wanting(desired.x, desired.y, velocity, quick), velocity, quick, 1);
        const change = truncate(sub(desired, velocity), 3 / 2);
        expect(reference).toEqual(near(velocity.x + change.x, velocity.y + change.y));
      }),
    );
  });

  it('brakes with all its force when the mission is silent', () => {
    const weak = { ...PLAIN, maxForce: 0.5 };
    const braking = steer({ memory: null }, { x: 0.4, y: 0 }, weak, 0.02);
    // 0.5 N on 1 kg for 20 ms.
    expect(braking.reference).toEqual(near(0.39, 0));

    const silent = steer({ memory: null }, { x: 0.4, y: -0.2 }, PLAIN, Math.log(2));
    expect(silent.reference).toEqual(near(0, 0));
    expect(silent.desiredVelocity).toEqual(near(0, 0));
    expect(steer({ memory: null }, ZERO, PLAIN, 0.02)).toMatchObject({
      reference: near(0, 0),
      force: near(0, 0),
    });
  });

  it('shows v + F/k as the desired velocity of a force that names none', () => {
    const { desiredVelocity } = steer(
      { memory: null, force: { x: 9, y: 0 } },
      { x: 0.1, y: 0.2 },
      SMALL,
      0.02,
    );
    expect(desiredVelocity).toEqual(near(2.1, 0.2));
  });

  it('scales the velocity for a hard stop', () => {
    const free = steer(wanting(1, 1), { x: 0.5, y: 0 }, PLAIN, 0.1);
    const held = steer({ ...wanting(1, 1), velocityScale: 0.3 }, { x: 0.5, y: 0 }, PLAIN, 0.1);
    expect(held.reference).toEqual(near(0.3 * free.reference.x, 0.3 * free.reference.y));
    expect(held.mean).toEqual(near(0.3 * free.mean.x, 0.3 * free.mean.y));
    const stopped = steer({ ...wanting(1, 1), velocityScale: 0 }, { x: 0.5, y: 0 }, PLAIN, 0.1);
    expect([stopped.reference, stopped.mean]).toEqual([near(0, 0), near(0, 0)]);
    const scaled = (velocityScale: number) =>
      steer({ ...wanting(1, 1), velocityScale }, { x: 0.5, y: 0 }, PLAIN, 0.1).reference;
    expect([scaled(2), scaled(-1)]).toEqual([free.reference, near(0, 0)]);
  });

  it('gives a push, which does not depend on the velocity, F/m·dt: ten short ticks are one long one', () => {
    const push: Steering = { memory: null, force: { x: 0.3, y: 0.09 }, gain: 0 };
    const long = steer(push, { x: 0.1, y: 0 }, SMALL, 0.1);
    expect(long.reference).toEqual(near(0.1 + 0.2 / 3, 0.02));
    expect(long.force).toEqual(near(0.3, 0.09));
    expect(long.desiredVelocity).toEqual(near(0.1 + 0.2 / 3, 0.02));
    let short = { x: 0.1, y: 0 };
    for (let i = 0; i < 10; i++) short = steer(push, short, SMALL, 0.01).reference;
    expect(short).toEqual(near(long.reference.x, long.reference.y));
  });

  it('turns a heavier body of the same gain more slowly', () => {
    const turned = (mass: number) => {
      const said = wanting(0, 0.5, { x: 0.5, y: 0 });
      return angleOf(steer(said, { x: 0.5, y: 0 }, { ...PLAIN, mass }, 0.1).reference);
    };
    expect(turned(1)).toBeGreaterThan(1.8 * turned(2));
    expect(turned(2)).toBeGreaterThan(1.8 * turned(4));
  });
});

describe('steering of every force', () => {
  const force = fc.record({ x: fc.double({ min: -9, max: 9, noNaN: true }), y: speed });

  it('stays below maxForce and maxSpeed', () => {
    fc.assert(
      fc.property(force, vector, vector, dts, (asked, acceleration, any, dt) => {
        const velocity = truncate(any, SMALL.maxSpeed);
        const steered = steer({ memory: null, force: asked, acceleration }, velocity, SMALL, dt);
        expect(length(steered.force)).toBeLessThanOrEqual(SMALL.maxForce * (1 + 1e-12));
        expect(length(steered.reference)).toBeLessThanOrEqual(SMALL.maxSpeed * (1 + 1e-12));
        expect(length(steered.mean)).toBeLessThanOrEqual(SMALL.maxSpeed * (1 + 1e-12));
        const change = distance(steered.reference, velocity);
        expect(change).toBeLessThanOrEqual((SMALL.maxForce / SMALL.mass) * dt * (1 + 1e-9));
      }),
    );
  });

  it('keeps its direction when it is clamped', () => {
    fc.assert(
      fc.property(force, dts, (asked, dt) => {
        const shown = steer({ memory: null, force: asked }, ZERO, SMALL, dt).force;
        expect(cross(shown, asked)).toBeCloseTo(0, 9);
        expect(shown.x * asked.x + shown.y * asked.y).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('moves by the mean of the velocities before and after', () => {
    fc.assert(
      fc.property(force, vector, dts, (asked, any, dt) => {
        const velocity = truncate(any, SMALL.maxSpeed);
        const { mean, reference } = steer({ memory: null, force: asked }, velocity, SMALL, dt);
        expect(mean).toEqual(near((velocity.x + reference.x) / 2, (velocity.y + reference.y) / 2));
      }),
    );
  });
});

describe('direct steering', () => {
  it('drives the desired velocity at once, truncated, without a force', () => {
    const direct = steerDirectly(wanting(3, 4), PLAIN);
    expect(direct).toMatchObject({ reference: near(0.6, 0.8), mean: near(0.6, 0.8), force: ZERO });
    expect(direct.desiredVelocity).toEqual({ x: 3, y: 4 });
    expect(steerDirectly(wanting(0.1, 0), PLAIN).reference).toEqual({ x: 0.1, y: 0 });
  });

  it('is slowed by what slows a body: a queue’s hard stop, an avoiding behavior', () => {
    const slowed = { ...wanting(3, 4), velocityScale: 0.3 };
    expect(steerDirectly(slowed, PLAIN)).toMatchObject({
      reference: near(0.18, 0.24),
      mean: near(0.18, 0.24),
    });
    const scaled = (velocityScale: number) => steerDirectly({ ...slowed, velocityScale }, PLAIN).mean;
    expect([scaled(0), scaled(-1), scaled(2)]).toEqual([near(0, 0), near(0, 0), near(0.6, 0.8)]);
  });

  it('stands still when the mission is silent', () => {
    expect(steerDirectly({ memory: null }, PLAIN)).toMatchObject({ reference: ZERO, mean: ZERO });
  });
});

describe('an answer is finite', () => {
  const good: Steering = { memory: null, force: { x: 1, y: 2 }, acceleration: ZERO, lookahead: 1 };

  it('when each of its numbers is, and when it is silent', () => {
    expect([good, { memory: null }].map(isFiniteSteering)).toEqual([true, true]);
  });

  it.each<[string, Partial<Steering>]>([
    ['a force', { force: { x: Number.NaN, y: 0 } }],
    ['an acceleration', { acceleration: { x: 0, y: Infinity } }],
    ['a desired velocity', { desiredVelocity: { x: 0, y: Number.NaN } }],
    ['a velocity scale', { velocityScale: Number.NaN }],
    ['a gain', { gain: Number.NaN }],
    ['a gain below nothing, which', { gain: -0.1 }],
    ['a look-ahead', { lookahead: -Infinity }],
    ['a force without a length', { force: { x: 1.7e308, y: 1.7e308 } }],
  ])('not with %s that is not a number', (_, bad) => {
    expect(isFiniteSteering({ ...good, ...bad })).toBe(false);
  });
});
