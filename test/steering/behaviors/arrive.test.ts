import { describe, expect, it } from 'vitest';
import { angleOf, ZERO } from '../../../src/math/geometry.js';
import type { Percept } from '../../../src/steering/behavior.js';
import { type ArriveInput, arrive } from '../../../src/steering/behaviors/arrive.js';
import { PLAIN, percept, SMALL } from '../../support/percept.js';
import { desiredOf, near } from '../near.js';

const ON_ITS_WAY = { there: null };
const ask = (input: Omit<ArriveInput, 'target'>, d: number, changes: Partial<Percept> = {}) =>
  arrive({ target: [d, 0], ...input }).steer(percept(changes), ON_ITS_WAY, ZERO);
const speedAt = (input: Omit<ArriveInput, 'target'>, d: number, changes: Partial<Percept> = {}) =>
  desiredOf(ask(input, d, changes)).x;

/** 0.9 of 1 m/s², and 1.5 × 20 ms. */
const planned = (d: number, a = 0.9) => a * (Math.sqrt(0.03 ** 2 + (2 * d) / a) - 0.03);

describe('arrive, braking', () => {
  it('far off is seek', () => {
    const said = ask({}, 9);
    expect(said.desiredVelocity).toEqual(near(1, 0));
    expect(said.acceleration).toEqual(near(0, 0));
  });

  it('follows its braking curve when it moves along it', () => {
    const speed = planned(0.2);
    const said = ask({}, 0.203, { velocity: { x: speed, y: 0 } });
    expect(said.desiredVelocity).toEqual(near(speed, 0));
    expect(said.force).toEqual(near(0, 0));
    // v̇_d = −v'(d)·v, v' = 1/√(T² + 2d/a).
    expect(said.acceleration).toEqual(near(-speed / Math.sqrt(0.03 ** 2 + 0.4 / 0.9), 0));
  });

  it('asks twice for what a slower body lacks, and never for more than full speed', () => {
    const speed = planned(0.1);
    expect(speedAt({}, 0.103, { velocity: { x: speed - 0.1, y: 0 } })).toBeCloseTo(speed + 0.1, 9);
    expect(speedAt({}, 0.103, { velocity: { x: speed + 0.1, y: 0 } })).toBeCloseTo(speed, 9);
    expect(speedAt({}, 0.45)).toBeCloseTo(1, 9);
  });

  it('closes on a target that moves by the speed between them', () => {
    const chase = arrive({ target: { mover: 'ball' } });
    const ball = { id: 'ball', at: 0, position: { x: 0.203, y: 0 }, velocity: { x: 0.3, y: 0 } };
    const speed = planned(0.2);
    const given = percept({ targets: { ball }, velocity: { x: speed, y: 0 } });
    expect(chase.steer(given, ON_ITS_WAY, ZERO).desiredVelocity).toEqual(near(Math.min(1, speed + 0.3), 0));
    expect(chase.steer(percept(), ON_ITS_WAY, ZERO)).toEqual({ memory: ON_ITS_WAY });
  });

  it('slows no harder than it is told, and never harder than 0.9 of what the body can', () => {
    const moving = { velocity: { x: 1, y: 0 } };
    expect(speedAt({ deceleration: 0.2 }, 0.503, moving)).toBeCloseTo(planned(0.5, 0.2), 9);
    expect(speedAt({ deceleration: '20 cm/s²' }, 0.503, moving)).toBeCloseTo(planned(0.5, 0.2), 9);
    expect(speedAt({ deceleration: 100 }, 0.203, moving)).toBeCloseTo(planned(0.2), 9);
    expect(speedAt({}, 0.203, { ...moving, body: { ...PLAIN, maxForce: 0.5 } })).toBeCloseTo(
      planned(0.2, 0.45),
      9,
    );
  });

  it('begins to slow at its slowing radius', () => {
    const moving = { velocity: { x: 1, y: 0 } };
    // 1 m/s within 2 m is 0.25 m/s²; the settling time makes it begin a little earlier.
    expect(speedAt({ slowingRadius: 2 }, 1.003, moving)).toBeCloseTo(planned(1, 0.25), 9);
    expect(speedAt({ slowingRadius: 2 }, 1.9, moving)).toBeLessThan(1);
    expect(speedAt({ slowingRadius: 2 }, 2.1, moving)).toBe(1);
    expect(speedAt({ slowingRadius: 0.01 }, 0.203, moving)).toBeCloseTo(planned(0.2), 9);
    expect(speedAt({ slowingRadius: 2, deceleration: 0.1 }, 1.003, moving)).toBeCloseTo(planned(1, 0.1), 9);
  });

  it('within its hold band wants to stand still', () => {
    for (const d of [0, 0.001, 0.0029]) {
      const said = ask({}, d, { velocity: { x: 0.1, y: 0 } });
      expect(said.desiredVelocity).toEqual(near(0, 0));
      expect(said.force).toEqual(near(-0.1, 0));
    }
    expect(speedAt({}, 0.004, { forwardSpeed: 0.01 })).toBeGreaterThan(0);
    expect(speedAt({ within: 0.001 }, 0.001)).toBeGreaterThan(0);
  });

  it('wants to go straight to its target from every side', () => {
    for (const angle of [-3, -1, 0.5, 2, 3]) {
      const target = [2 * Math.cos(angle), 2 * Math.sin(angle)] as const;
      const said = arrive({ target }).steer(percept(), ON_ITS_WAY, ZERO);
      expect(angleOf(desiredOf(said))).toBeCloseTo(angle, 9);
    }
  });
});

describe('arrive’s profiles of the articles', () => {
  it('linear: maxSpeed · d / slowing radius', () => {
    const input = { profile: 'linear', within: 1e-12, slowingRadius: 0.8 } as const;
    expect([0.2, 0.4, 0.8, 5].map((d) => speedAt(input, d))).toEqual(
      [0.25, 0.5, 1, 1].map((speed) => expect.closeTo(speed, 9)),
    );
    expect(ask(input, 0.2, { velocity: { x: 1, y: 0 } }).acceleration).toEqual(near(0, 0));
  });

  it('linear: the slowing radius is maxSpeed²/(0.9 a) unless it is given', () => {
    const input = { profile: 'linear', within: 1e-12 } as const;
    expect(speedAt(input, 0.05, { body: SMALL })).toBeCloseTo((0.5 * 0.05) / (0.25 / 0.9), 9);
  });

  it('buckland: d / (0.3 · deceleration), truncated to the maximum', () => {
    const speeds = (deceleration: number) =>
      [0.03, 0.15, 9].map((d) => speedAt({ profile: 'buckland', within: 1e-12, deceleration }, d));
    expect(speeds(1)).toEqual([0.1, 0.5, 1].map((speed) => expect.closeTo(speed, 9)));
    expect(speeds(3)).toEqual([0.03 / 0.9, 0.15 / 0.9, 1].map((speed) => expect.closeTo(speed, 9)));
    expect(speedAt({ profile: 'buckland', within: 1e-12 }, 0.15)).toBeCloseTo(0.5, 9);
  });
});

describe('arrive has arrived', () => {
  it.each([
    [0.009, 0, true],
    [0.011, 0, false],
    [0.009, 0.1, false],
    [0.009, -0.1, false],
    [0.009, 0.004, true],
  ])('%f m away at %f m/s: %s', (d, forwardSpeed, arrived) => {
    expect(ask({}, d, { forwardSpeed }).arrived).toBe(arrived);
  });

  it('as near as it is told', () => {
    expect([0.04, 0.06].map((d) => ask({ within: '50 mm' }, d).arrived)).toEqual([true, false]);
  });

  it('and shows its target, and its slowing radius where it has one', () => {
    expect(ask({}, 1).marks).toEqual([{ kind: 'circle', at: { x: 1, y: 0 }, radius: 0.01, label: 'target' }]);
    expect(ask({ slowingRadius: 0.4 }, 1).marks?.[1]).toMatchObject({ radius: 0.4, label: 'slowing radius' });
    expect(ask({}, 1).lookahead).toBe(1);
  });
});
