import { describe, expect, it } from 'vitest';
import { ZERO } from '../../../src/geometry.js';
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

  it('says nothing while its target was never seen', () => {
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
