/** The last stage of a tick: what each of its parts adds, by hand, and what bounds all of them together. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimate } from '../../src/control/perceive.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { type LoopState, startLoop } from '../../src/control/state.js';
import { toMotors } from '../../src/control/toMotors.js';
import { MOST_ADDED, MOST_MORE } from '../../src/locomotion/motor.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { BARE } from './guardedLoop.js';

const both = (speed: number): WheelSpeeds => ({ left: speed, right: speed });
/** v₀ = 0.5 m/s, kS = 0.2: u = 0.2 + 0.8·|v|/0.5. */
const FIGURES = { noLoadSpeed: 0.5, deadband: 0.2, breakaway: 0.1 };

/** A tick of 20 ms: the wheels roll at `moving`, and were granted `before`. */
function driven(
  granted: WheelSpeeds,
  {
    moving = granted,
    before = granted,
    isHolding = false,
    motors = {},
    change = (state: LoopState) => state,
  },
) {
  const robot: RobotDefinition = { ...BARE, motors: { ...BARE.motors, ...FIGURES, ...motors } };
  const model = prepareModel(robot, seek({ target: [9, 0] }));
  const begun = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
  const state = change({ ...begun, at: 0, granted: before });
  const now = { ...estimate(model, state, 0.02), moving };
  return toMotors({ granted, isHolding }, model, state, now);
}

const charged =
  (level: number) =>
  (state: LoopState): LoopState => ({
    ...state,
    guards: { ...state.guards, supply: { ...state.guards.supply, level } },
  });

describe('a wheel that rolls as it is told', () => {
  it('gets u = kS + kV·v, and a motor as in the file would turn it so', () => {
    const { sent, duties, commanded } = driven({ left: 0.25, right: -0.1 }, {});
    expect(sent).toEqual({ left: 0.25, right: -0.1 });
    expect(duties).toEqual({ left: expect.closeTo(0.6, 12), right: expect.closeTo(-0.36, 12) });
    expect(commanded).toEqual({ left: expect.closeTo(0.25, 12), right: expect.closeTo(-0.1, 12) });
  });

  it('is told more while it speeds up: v + T·v̇, which is 0.2 + 0.1·0.01/0.02', () => {
    const { sent } = driven(both(0.2), { before: both(0.19), motors: { lead: 0.1 } });
    expect(sent).toEqual(both(expect.closeTo(0.25, 12) as unknown as number));
  });

  it('gets V₀/V of the duty where the battery is lower than the figures hold for', () => {
    const { duties, commanded } = driven(both(0.25), { motors: { voltage: 8 }, change: charged(7.5) });
    expect(duties.left).toBeCloseTo((0.6 * 8) / 7.5, 12);
    expect(commanded.left).toBeCloseTo(0.25, 12);
  });

  it('gets more where it was learned to roll less than told: v/g', () => {
    const weaker = (state: LoopState): LoopState => {
      const { motors } = state.estimator;
      const wheelGains = { ...motors.wheelGains, gains: { left: 0.8, right: 1 } };
      return { ...state, estimator: { ...state.estimator, motors: { ...motors, wheelGains } } };
    };
    const { duties } = driven(both(0.2), { change: weaker });
    expect(duties.left).toBeCloseTo(0.2 + (0.8 * 0.25) / 0.5, 12);
    expect(duties.right).toBeCloseTo(0.2 + (0.8 * 0.2) / 0.5, 12);
  });
});

describe('a wheel that stands', () => {
  const standing = both(0);

  it('is told a tenth more than what starts it; inside its goal’s hold band it is not started', () => {
    expect(driven(both(0.05), { moving: standing }).sent.left).toBeCloseTo(0.11, 12);
    expect(driven(both(0.05), { moving: standing, isHolding: true }).duties).toEqual(standing);
  });

  it('gets no duty where it is told to stand, whatever was learned, and however low the battery is', () => {
    const { duties } = driven(standing, { motors: { voltage: 8, lead: 0.1 }, change: charged(6) });
    expect(duties).toEqual(standing);
  });
});

it('never turns a wheel the other way, nor faster than told by more than a quarter and 20 mm/s', () => {
  const speed = fc.double({ min: -0.4, max: 0.4, noNaN: true });
  fc.assert(
    fc.property(speed, fc.double({ min: 4, max: 12, noNaN: true }), (told, level) => {
      fc.pre(Math.abs(told) >= 0.001);
      const { duties, sent } = driven(both(told), { motors: { voltage: 8 }, change: charged(level) });
      expect(Math.abs(duties.left)).toBeLessThanOrEqual(1);
      expect(Math.sign(duties.left)).toBe(Math.sign(sent.left));
      // What the motor does at this voltage, where the divider tells the truth within its bounds.
      const boost = Math.min(1.25, Math.max(0.8, 8 / level));
      const does = ((Math.abs(duties.left) / boost - 0.2) / 0.8) * 0.5;
      expect(does).toBeLessThanOrEqual(Math.abs(sent.left) * (1 + MOST_MORE) + MOST_ADDED + 1e-9);
    }),
  );
});
