/** Laws of the choice of wheel speeds, for all wanted and all present speeds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseWheels, toWheels } from '../../src/locomotion/differentialDrive.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { BodyLimits } from '../../src/robot/limits.js';
import type { Twist, WheelSpeeds } from '../../src/signals/signals.js';
import { drawn } from '../support/effort.js';
import { SMALL } from '../support/percept.js';
import { alternatingWishes, brokenLaws, choicesOf, randomSetting } from './wheelLaws.js';

/** The turn rate has its own tests. */
const BODY: BodyLimits = { ...SMALL, maxTurnRate: 1e3 };
const { maxWheelSpeed: V, maxAcceleration: a, track } = BODY;
const SAME = 1e-9;

const rim = fc.double({ min: -V, max: V, noNaN: true });
const lasts = fc.record({ left: rim, right: rim });
const dts = fc.double({ min: 0.004, max: 0.2, noNaN: true });
const twists: fc.Arbitrary<Twist> = fc.record({
  linear: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
  angular: fc.double({ min: -8, max: 8, noNaN: true }),
});
const moving = twists.filter(({ linear, angular }) => Math.abs(linear) + Math.abs(angular) > 0.01);

const inWindow = ({ left, right }: WheelSpeeds, last: WheelSpeeds, dt: number, slack: number) =>
  Math.abs(left - last.left) <= a * dt + slack &&
  Math.abs(right - last.right) <= a * dt + slack &&
  Math.abs(left) <= V + slack &&
  Math.abs(right) <= V + slack;

/** Off the line of the wanted curvature, signed: positive turns more to the left than wanted. */
const offLine = (wheels: WheelSpeeds, aim: WheelSpeeds) => aim.left * wheels.right - aim.right * wheels.left;
/** How many times the wanted speeds, for wheels on that line. */
const shareOf = (wheels: WheelSpeeds, aim: WheelSpeeds) =>
  (wheels.left * aim.left + wheels.right * aim.right) / (aim.left ** 2 + aim.right ** 2);
const times = ({ left, right }: WheelSpeeds, share: number) => ({ left: left * share, right: right * share });

describe('the chosen wheel speeds', () => {
  it('are always within reach', () => {
    fc.assert(
      fc.property(twists, lasts, dts, (wanted, last, dt) => {
        expect(inWindow(chooseWheels(wanted, last, BODY, dt), last, dt, SAME)).toBe(true);
      }),
      { numRuns: drawn(500) },
    );
  });

  it('are the wanted ones, if these are within reach', () => {
    const near = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(lasts, near, near, dts, (last, l, r, dt) => {
        const left = Math.max(-V, Math.min(V, last.left + l * a * dt));
        const right = Math.max(-V, Math.min(V, last.right + r * a * dt));
        const wanted = { linear: (left + right) / 2, angular: (right - left) / track };
        fc.pre(Math.max(Math.abs(left), Math.abs(right)) > 1e-6);
        const chosen = chooseWheels(wanted, last, BODY, dt);
        expect(chosen.left).toBeCloseTo(left, 9);
        expect(chosen.right).toBeCloseTo(right, 9);
      }),
      { numRuns: drawn(500) },
    );
  });

  it('are as near to the wanted curvature as slowing down leaves room for', () => {
    fc.assert(
      fc.property(moving, lasts, dts, (wanted, last, dt) => {
        const aim = toWheels(wanted, track);
        fc.pre(Math.max(Math.abs(aim.left), Math.abs(aim.right)) <= V);
        const off = offLine(chooseWheels(wanted, last, BODY, dt), aim);
        // Every other choice lies on the same side of the line, and is not nearer to it.
        const side = Math.sign(off) || 1;
        for (const other of choicesOf(aim, last, BODY, dt)) {
          if (Math.abs(off) < 1e-6) break;
          expect(offLine(other, aim) * side).toBeGreaterThanOrEqual(Math.abs(off) - 2e-6);
        }
      }),
      { numRuns: drawn(500) },
    );
  });

  it('obey every law for any body, any wish and any rate', () => {
    const random = resumeRandom(seedRandom(7));
    for (let i = 0; i < 3000; i++) {
      const { wanted, last, body, dt } = randomSetting(() => random.uniform());
      expect({ i, broken: brokenLaws(wanted, last, body, dt) }).toEqual({ i, broken: [] });
    }
  });

  it('slow a body down whose wanted turn changes sides in every tick', () => {
    for (const { dt, wish, tooFast } of alternatingWishes()) {
      expect({ dt, wish, tooFast: tooFast > 0.01 }).toEqual({ dt, wish, tooFast: false });
    }
  });

  it('on the wanted curvature are as fast as wanted, or as near to it as they can be', () => {
    fc.assert(
      fc.property(moving, lasts, dts, (wanted, last, dt) => {
        const aim = toWheels(wanted, track);
        const chosen = chooseWheels(wanted, last, BODY, dt);
        const share = shareOf(chosen, aim);
        fc.pre(Math.abs(offLine(chosen, aim)) < 1e-12);
        // Slower than wanted: a little faster is out of reach. Faster than wanted: it cannot brake to less.
        if (share < 1 - 1e-6) expect(inWindow(times(aim, share + 1e-5), last, dt, 0)).toBe(false);
        if (share > 1 + 1e-6) expect(inWindow(times(aim, share - 1e-5), last, dt, 0)).toBe(false);
      }),
      { numRuns: drawn(1000) },
    );
  });

  it('swap in a mirror', () => {
    fc.assert(
      fc.property(twists, lasts, dts, ({ linear, angular }, last, dt) => {
        const one = chooseWheels({ linear, angular }, last, BODY, dt);
        const flipped = { left: last.right, right: last.left };
        const other = chooseWheels({ linear, angular: -angular }, flipped, BODY, dt);
        expect(other.left).toBeCloseTo(one.right, 9);
        expect(other.right).toBeCloseTo(one.left, 9);
      }),
      { numRuns: drawn(500) },
    );
  });

  it('to stop keep the curvature they have, never speed up, and are at rest when the faster one can be', () => {
    fc.assert(
      fc.property(lasts, dts, (start, dt) => {
        let last = start;
        const fastest = Math.max(Math.abs(start.left), Math.abs(start.right));
        for (let i = 0; i < Math.ceil(fastest / (a * dt) - 1e-6); i++) {
          const next = chooseWheels({ linear: 0, angular: 0 }, last, BODY, dt);
          expect(offLine(next, start)).toBeCloseTo(0, 9);
          expect(Math.abs(next.left)).toBeLessThanOrEqual(Math.abs(last.left));
          expect(Math.abs(next.right)).toBeLessThanOrEqual(Math.abs(last.right));
          last = next;
        }
        expect(last.left).toBeCloseTo(0, 6);
        expect(last.right).toBeCloseTo(0, 6);
      }),
    );
  });

  it('get to what is steadily wanted', () => {
    fc.assert(
      fc.property(rim, rim, lasts, (left, right, start) => {
        const wanted = { linear: (left + right) / 2, angular: (right - left) / track };
        let last = start;
        for (let i = 0; i < 400; i++) last = chooseWheels(wanted, last, BODY, 0.02);
        expect(last.left).toBeCloseTo(left, 6);
        expect(last.right).toBeCloseTo(right, 6);
      }),
    );
  });

  it('never turn faster than the turn rate for what is wanted, and keep its curvature', () => {
    const capped = { ...BODY, maxTurnRate: 3, maxAcceleration: 1e6 };
    fc.assert(
      fc.property(moving, (wanted) => {
        const chosen = chooseWheels(wanted, { left: 0, right: 0 }, capped, 0.02);
        expect(Math.abs(chosen.right - chosen.left) / track).toBeLessThanOrEqual(3 + SAME);
        expect(offLine(chosen, toWheels(wanted, track))).toBeCloseTo(0, 9);
      }),
    );
  });
});
