import { describe, expect, it } from 'vitest';
import { ZERO } from '../../../src/math/geometry.js';
import type { Target } from '../../../src/signals/signals.js';
import type { Percept } from '../../../src/steering/behavior.js';
import { type InterposeInput, interpose } from '../../../src/steering/behaviors/interpose.js';
import { percept, SMALL } from '../../support/percept.js';
import { near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';

const between = [{ mover: 'a' }, { mover: 'b' }] as const;
const ball = (id: string, x: number, y: number, vx = 0, vy = 0): Target => ({
  id,
  at: 0,
  position: { x, y },
  velocity: { x: vx, y: vy },
});
const ask = (a: Target, b: Target, input: Partial<InterposeInput> = {}, changes: Partial<Percept> = {}) =>
  interpose({ between, ...input }).steer(percept({ targets: { a, b }, ...changes }), null, ZERO);

describe('interpose', () => {
  it('goes at full speed to the middle of where the two will be: T = |middle − p|/maxSpeed', () => {
    // The middle (10, 0) is 10 s off, and moves at (0, 0.3): (10, 3) by then.
    const said = ask(ball('a', 10, 2, 0, 0.5), ball('b', 10, -2, 0, 0.1));
    expect(said.marks).toContainEqual({ kind: 'point', at: near(10, 3), label: 'predicted' });
    const { x, y } = said.desiredVelocity ?? ZERO;
    expect(y / x).toBeCloseTo(3 / 10, 9);
    expect(Math.hypot(x, y)).toBeCloseTo(1, 9);
  });

  it('in the middle moves as the middle does, and asks for nothing more', () => {
    const said = ask(
      ball('a', 1, 0, 0.4, 0.2),
      ball('b', -1, 0, 0, 0.2),
      {},
      { velocity: { x: 0.2, y: 0.2 } },
    );
    expect(said.desiredVelocity).toEqual(near(0.2, 0.2));
    expect(said.force).toEqual(near(0, 0));
    expect(said.acceleration).toEqual(near(0, 0));
  });

  it('brakes along its curve, and hands on how', () => {
    // 0.9 m/s² and T = 4τ = 0.4 s; 3 mm off the middle it holds.
    const root = Math.sqrt(0.4 ** 2 + (2 * 0.2) / 0.9);
    const speed = 0.9 * (root - 0.4);
    const said = ask(
      ball('a', 0.203, 1),
      ball('b', 0.203, -1),
      {},
      { body: SMALL, velocity: { x: speed, y: 0 } },
    );
    expect(said.force).toEqual(near(0, 0));
    expect(said.acceleration).toEqual(near(-speed / root, 0));
  });

  it('stands nearer to one of them where it is told', () => {
    for (const [ratio, x] of [
      [0, 0],
      [0.25, 1],
      [1, 4],
    ] as const) {
      const said = ask(ball('a', 0, 0), ball('b', 4, 0), { ratio });
      expect(said.marks).toContainEqual({ kind: 'point', at: near(x, 0), label: 'middle' });
    }
    expect(() => interpose({ between, ratio: 1.1 })).toThrow();
    expect(() => interpose({ between: [[0, 0]] as never })).toThrow('two targets');
  });

  it('is silent if one of them was never seen', () => {
    expect(interpose({ between }).steer(percept({ targets: { a: ball('a', 1, 1) } }), null, ZERO)).toEqual({
      memory: null,
    });
  });

  it('comes to rest in the middle of two that stand, without going beyond', () => {
    const states = drivePoint(
      interpose({
        between: [
          [1, 1],
          [3, -1],
        ],
      }),
      { body: SMALL, dt: 0.02, seconds: 12 },
    );
    expect(endOf(states).pose).toMatchObject(near(2, 0, 2));
    expect(Math.abs(endOf(states).pose.x - 2)).toBeLessThan(0.004);
    expect(Math.max(...states.map(({ pose }) => pose.x))).toBeLessThan(2);
    expect(endOf(states).forwardSpeed).toBeLessThan(1e-3);
  });
});
