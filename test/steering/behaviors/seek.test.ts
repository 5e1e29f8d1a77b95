import { describe, expect, it } from 'vitest';
import { ZERO } from '../../../src/math/geometry.js';
import { type SeekInput, seek } from '../../../src/steering/behaviors/seek.js';
import { PLAIN, percept, SMALL } from '../../support/percept.js';
import { near } from '../near.js';
import { drivePoint } from '../pointMass.js';

const ask = (input: SeekInput, changes: Parameters<typeof percept>[0] = {}) =>
  seek(input).steer(percept(changes), null, ZERO);

describe('seek', () => {
  it('wants full speed to the target, and asks for k times what is missing', () => {
    const said = ask(
      { target: [1, 2] },
      { pose: { x: 1, y: 1, heading: 2 }, velocity: { x: 0.5, y: 0 }, body: SMALL },
    );
    expect(said.desiredVelocity).toEqual(near(0, 0.5));
    expect(said.force).toEqual(near(-2.25, 2.25));
    expect(said.memory).toBeNull();
  });

  it('slows beside a target that lies within its tightest circle, and for none that it faces', () => {
    const speedTo = (x: number, y: number, dt = 0.02) => {
      const { desiredVelocity = ZERO } = ask({ target: [x, y] }, { body: SMALL, dt, forwardSpeed: 0.5 });
      return Math.hypot(desiredVelocity.x, desiredVelocity.y);
    };
    // Abreast, 0.1 m off: R = (0.01 − 0.0001)/(2 · 0.09) = 0.055 m, v = √(0.055 · 1/√2) m/s.
    expect(speedTo(0, 0.1)).toBeCloseTo(Math.sqrt((0.0099 / 0.18) * Math.SQRT1_2), 9);
    expect(speedTo(0, -0.1)).toBeCloseTo(speedTo(0, 0.1), 12);
    // Behind it is the same; at 5 Hz the body may turn by 1/3 rad in 0.3 s: v = 0.055 m · 1.11 rad/s.
    expect(speedTo(-0.1, 0)).toBeCloseTo(speedTo(0, 0.1), 12);
    expect(speedTo(0, 0.1, 0.2)).toBeCloseTo((0.0099 / 0.18) * (1 / 0.9), 9);
    // Ahead, or to be passed near enough, or outside of the circles: full speed.
    expect(speedTo(0.05, 0)).toBeCloseTo(0.5, 9);
    expect(speedTo(0.05, 0.0099)).toBeCloseTo(0.5, 9);
    expect(speedTo(0, 0.8)).toBeCloseTo(0.5, 9);
  });

  it('asks for nothing when it already moves as it wants', () => {
    expect(ask({ target: [5, 0] }, { velocity: { x: 1, y: 0 } }).force).toEqual(near(0, 0));
  });

  it('has arrived when it passes within 10 mm, or as near as it is told', () => {
    const at = (x: number) => ({ pose: { x, y: 0, heading: 0 }, velocity: { x: 1, y: 0 }, forwardSpeed: 1 });
    expect([0.985, 0.991].map((x) => ask({ target: [1, 0] }, at(x)).arrived)).toEqual([false, true]);
    const wide = [0.94, 0.96].map((x) => ask({ target: [1, 0], within: '50 mm' }, at(x)).arrived);
    expect(wide).toEqual([false, true]);
  });

  it('looks ahead as far as the target, and shows it', () => {
    const said = ask({ target: [0, 3], within: 0.2 });
    expect(said.lookahead).toBe(3);
    expect(said.marks).toEqual([{ kind: 'circle', at: { x: 0, y: 3 }, radius: 0.2, label: 'target' }]);
  });

  it('is silent if its target was never seen', () => {
    expect(ask({ target: { mover: 'ball' } })).toEqual({ memory: null });
  });

  it('refuses parameters that make no sense', () => {
    for (const within of [0, -1, '1 s']) expect(() => seek({ target: [0, 0], within })).toThrow();
  });

  it('goes through its target and keeps coming back, for it never brakes', () => {
    const course = { body: { ...PLAIN, maxForce: 2 }, dt: 0.01, seconds: 20 };
    const states = drivePoint(seek({ target: [1, 0] }), course);
    const crossings = states.filter(({ pose }, i) => {
      const before = states[i - 1]?.pose.x ?? 0;
      return before < 1 !== pose.x < 1;
    });
    expect(crossings.length).toBeGreaterThan(4);
    expect(Math.max(...states.map(({ pose }) => pose.x))).toBeGreaterThan(1.2);
  });
});
