/** Laws of locomotion for every velocity, pose and history. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LocomotionState, locomote, startLocomotion } from '../../src/locomotion/unicycle.js';
import { fromPolar, moveAlongArc, rotate, type Vec2, wrapAngle } from '../../src/math/geometry.js';
import { deg } from '../../src/math/units.js';
import { SMALL } from '../support/percept.js';

const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
const speeds = fc.double({ min: 0.001, max: 0.5, noNaN: true });
const lookaheads = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
const histories: fc.Arbitrary<LocomotionState> = fc.record({
  mode: fc.constantFrom('arc', 'turn'),
  side: fc.constantFrom(1, -1),
  backwards: fc.boolean(),
});
/** Clear of the bearings where the mode, the side or the direction changes. */
const bearings = angle.filter((bearing) =>
  [0, 35, 65, 90, 115, 145, 170, 180].every((edge) => Math.abs(Math.abs(bearing) - deg(edge)) > 1e-5),
);

describe('locomotion', () => {
  it('stands still for a zero vector, and remembers what it did', () => {
    const before: LocomotionState = { mode: 'turn', side: -1, backwards: true };
    const answer = locomote(
      { velocity: { x: 0, y: 0 }, lookahead: 0.1, mayReverse: true },
      { x: 1, y: 2, heading: 3 },
      before,
      SMALL,
    );
    expect(answer).toEqual({ twist: { linear: 0, angular: 0 }, state: before });
  });

  it('turns with the world', () => {
    fc.assert(
      fc.property(bearings, speeds, angle, angle, lookaheads, histories, fc.boolean(), (...given) => {
        const [bearing, speed, heading, turn, lookahead, before, mayReverse] = given;
        const velocity = fromPolar(speed, heading + bearing);
        const here = { x: 1, y: -2, heading };
        const there = { x: -7, y: 3, heading: wrapAngle(heading + turn) };
        const one = locomote({ velocity, lookahead, mayReverse }, here, before, SMALL);
        const other = locomote(
          { velocity: rotate(velocity, turn), lookahead, mayReverse },
          there,
          before,
          SMALL,
        );
        expect(other.state).toEqual(one.state);
        expect(other.twist.linear).toBeCloseTo(one.twist.linear, 9);
        expect(other.twist.angular).toBeCloseTo(one.twist.angular, 6);
      }),
    );
  });

  it('swaps left and right in a mirror', () => {
    fc.assert(
      fc.property(bearings, speeds, lookaheads, histories, fc.boolean(), (...given) => {
        const [bearing, speed, lookahead, before, mayReverse] = given;
        const pose = { x: 0, y: 0, heading: 0 };
        const flipped: LocomotionState = { ...before, side: before.side === 1 ? -1 : 1 };
        const one = locomote(
          { velocity: fromPolar(speed, bearing), lookahead, mayReverse },
          pose,
          before,
          SMALL,
        );
        const other = locomote(
          { velocity: fromPolar(speed, -bearing), lookahead, mayReverse },
          pose,
          flipped,
          SMALL,
        );
        expect(other.state).toEqual({ ...one.state, side: -one.state.side });
        expect(other.twist.linear).toBeCloseTo(one.twist.linear, 9);
        expect(other.twist.angular).toBeCloseTo(-one.twist.angular, 9);
      }),
    );
  });

  it('never drives faster than the vector, nor backwards unless it may', () => {
    fc.assert(
      fc.property(angle, speeds, lookaheads, histories, fc.boolean(), (...given) => {
        const [bearing, speed, lookahead, before, mayReverse] = given;
        const velocity: Vec2 = fromPolar(speed, bearing);
        const pose = { x: 0, y: 0, heading: 0 };
        const { twist, state } = locomote({ velocity, lookahead, mayReverse }, pose, before, SMALL);
        expect(Math.abs(twist.linear)).toBeLessThanOrEqual(speed * (1 + 1e-12));
        expect(twist.linear * (state.backwards ? -1 : 1)).toBeGreaterThanOrEqual(0);
        if (!mayReverse) expect(state.backwards).toBe(false);
        expect(Number.isFinite(twist.angular)).toBe(true);
      }),
    );
  });

  it('faces a steady vector from every heading, without turning to and fro', () => {
    fc.assert(
      fc.property(angle, lookaheads, (heading, lookahead) => {
        let pose = { x: 0, y: 0, heading };
        let state = startLocomotion;
        const signs = new Set<number>();
        for (let i = 0; i < 300; i++) {
          const answer = locomote(
            { velocity: { x: 0.4, y: 0 }, lookahead, mayReverse: false, dt: 0.01 },
            pose,
            state,
            SMALL,
          );
          const { linear, angular } = answer.twist;
          if (Math.abs(pose.heading) > 0.01) signs.add(Math.sign(angular));
          state = answer.state;
          pose = moveAlongArc(pose, linear * 0.01, Math.max(-6, Math.min(6, angular)) * 0.01);
        }
        expect(Math.abs(pose.heading)).toBeLessThan(0.01);
        expect(signs.size).toBeLessThanOrEqual(1);
      }),
    );
  });
});
