import { describe, expect, it } from 'vitest';
import { distance, type Vec2, ZERO } from '../../../src/math/geometry.js';
import type { Percept } from '../../../src/steering/behavior.js';
import { type PursueInput, pursue } from '../../../src/steering/behaviors/pursue.js';
import { isFiniteSteering } from '../../../src/steering/steer.js';
import { PLAIN, percept } from '../../support/percept.js';
import { desiredOf, near } from '../near.js';

const FAST = { ...PLAIN, maxSpeed: 2 };
const target = { mover: 'ball' };

/** Its answer to a ball with a given place and velocity. */
function ask(
  position: Vec2,
  velocity: Vec2,
  input: Partial<PursueInput> = {},
  changes: Partial<Percept> = {},
) {
  const targets = { ball: { id: 'ball', at: 0, position, velocity } };
  return pursue({ target, ...input }).steer(percept({ body: FAST, targets, ...changes }), null, ZERO);
}
const expectedPlace = (said: ReturnType<typeof ask>) =>
  said.marks?.find(({ label }) => label === 'predicted');
const point = (x: number, y: number) => ({ kind: 'point', at: near(x, y), label: 'predicted' });

describe('pursue', () => {
  it('goes at full speed to where it will meet what crosses: (10, 0) at (0, 1) m/s is met at (10, 10/√3)', () => {
    const said = ask({ x: 10, y: 0 }, { x: 0, y: 1 });
    expect(expectedPlace(said)).toEqual(point(10, 10 / Math.sqrt(3)));
    // At 30°: tan 30° = 1/√3.
    expect(said.desiredVelocity).toEqual(near(2 * Math.cos(Math.PI / 6), 1));
    expect(said.force).toEqual(near(2 * Math.cos(Math.PI / 6), 1));
    expect(said.lookahead).toBeCloseTo(20 / Math.sqrt(3), 9);
    expect(said.arrived).toBeUndefined();
  });

  it('goes to what stands, and runs after what runs away, be it faster', () => {
    expect(ask({ x: 3, y: 4 }, ZERO).desiredVelocity).toEqual(near(1.2, 1.6));
    for (const v of [1, 1.9, 2, 2.1, 50])
      expect(ask({ x: 3, y: 0 }, { x: v, y: 0 }).desiredVelocity).toEqual(near(2, 0));
  });

  it('aims ahead of what is too fast for it, where it comes nearest', () => {
    const said = ask({ x: 0, y: 5 }, { x: 3, y: 0 }, { turnTime: 0 });
    expect(expectedPlace(said)).toEqual(point(10 / Math.sqrt(5), 5));
  });

  it('looks as far ahead as it is told: the place is p + v·N', () => {
    const said = ask({ x: 10, y: 1 }, { x: 0, y: 2 }, { lookAhead: '500 ms' });
    expect(expectedPlace(said)).toEqual(point(10, 2));
    expect(expectedPlace(ask({ x: 10, y: 1 }, { x: 0, y: 2 }, { lookAhead: 0 }))).toEqual(point(10, 1));
  });

  it('brings what it heard to the instant that its own pose is predicted for', () => {
    const late = { at: 0.3, body: { ...FAST, reaction: 0.2 } };
    const said = ask({ x: 10, y: 0 }, { x: 0, y: 1 }, { lookAhead: 0 }, late);
    expect(expectedPlace(said)).toEqual(point(10, 0.5));
  });

  it('is silent if its target was never seen', () => {
    expect(pursue({ target }).steer(percept(), null, ZERO)).toEqual({ memory: null });
  });

  it('in the same place, at rest, as fast or without any speed, is finite', () => {
    for (const body of [FAST, { ...PLAIN, maxSpeed: 0 }])
      for (const v of [ZERO, { x: 2, y: 0 }, { x: 0, y: -0.5 }])
        for (const heading of [0, 2, Math.PI]) {
          const said = ask({ x: 1, y: 1 }, v, {}, { body, pose: { x: 1, y: 1, heading } });
          expect(isFiniteSteering(said)).toBe(true);
        }
    expect(ask({ x: 1, y: 1 }, ZERO, {}, { pose: { x: 1, y: 1, heading: 0 } }).force).toEqual(near(0, 0));
  });

  it('refuses parameters that make no sense', () => {
    for (const lookAhead of [-1, 'soon', '1 m', ''])
      expect(() => pursue({ target, lookAhead })).toThrow(/time|exact|at least/);
    expect(() => pursue({ target, turnTime: -1 })).toThrow();
  });
});

describe('pursue, turning', () => {
  const ball = [
    { x: 0, y: 10 },
    { x: 1, y: 0 },
  ] as const;

  it('waits for itself to turn: by 60° costs a quarter of turning right round', () => {
    // It faces +x: 90° off the ball, 60° off the place where they would meet, of which the less counts: 0.5 s. By
    // then the ball is at (0.5, 10), and 2 m/s meet it after t more: (0.5 + t)² + 100 = 4 t².
    const t = (1 + Math.sqrt(1204)) / 6;
    expect(expectedPlace(ask(...ball, { turnTime: 2 }))).toEqual(point(0.5 + t, 10));
  });

  it('loses nothing by it while it faces the target or the place where they meet', () => {
    for (const heading of [Math.PI / 2, Math.PI / 3]) {
      const said = ask(...ball, { turnTime: 2 }, { pose: { ...ZERO, heading } });
      expect(expectedPlace(said)).toEqual(point(10 / Math.sqrt(3), 10));
    }
  });

  it('by itself takes as long as the body: 2 v/a + π/ω to turn right round', () => {
    const behind = (changes: Partial<Percept>) =>
      ask({ x: -10, y: 0 }, { x: 0, y: 0.001 }, {}, changes).marks?.find(
        ({ label }) => label === 'predicted',
      );
    const y = (turning: number) => 0.001 * (5 + turning);
    const place = (mark: ReturnType<typeof behind>) => (mark && 'at' in mark ? mark.at.y : Number.NaN);
    expect(place(behind({}))).toBeCloseTo(y(Math.PI / 6), 6);
    expect(place(behind({ velocity: { x: 2, y: 0 } }))).toBeCloseTo(y(4 + Math.PI / 6), 6);
    const weak = { body: { ...FAST, maxForce: 0.5 }, velocity: { x: 1, y: 0 } };
    expect(place(behind(weak))).toBeCloseTo(y(4 + Math.PI / 6), 6);
  });
});

describe('pursue, head-on', () => {
  const facing = (heading: number, y = 1) => {
    const b = { id: 'b', at: 0, position: { x: 5, y }, velocity: { x: -0.4, y: 0.1 }, heading, radius: 0.1 };
    return pursue({ target: { robot: 'b' } }).steer(percept({ body: FAST, neighbors: [b] }), null, ZERO);
  };

  it('goes straight at what faces it', () => {
    expect(expectedPlace(facing(Math.PI))).toEqual(point(5, 1));
    // acos(−0.95) is 161.8°.
    expect(expectedPlace(facing((162 * Math.PI) / 180))).toEqual(point(5, 1));
  });

  it('not at what faces elsewhere, and not at what is behind it', () => {
    expect(expectedPlace(facing((161 * Math.PI) / 180))).not.toEqual(point(5, 1));
    const b = { id: 'b', at: 0, position: { x: -5, y: 1 }, velocity: { x: -0.4, y: 0.1 }, radius: 0.1 };
    const given = percept({ body: FAST, neighbors: [{ ...b, heading: Math.PI }] });
    const said = pursue({ target: { robot: 'b' } }).steer(given, null, ZERO);
    expect(expectedPlace(said)).not.toEqual(point(-5, 1));
  });

  it('takes the way a ball rolls for the way it faces; one that stands faces nowhere', () => {
    expect(expectedPlace(ask({ x: 5, y: 1 }, { x: -1, y: 0 }))).toEqual(point(5, 1));
    expect(distance(ZERO, desiredOf(ask({ x: 5, y: 1 }, ZERO)))).toBeCloseTo(2, 9);
  });

  it('marks a target that comes head-on, one behind the robot, and no other', () => {
    const marked = (said: ReturnType<typeof ask>) =>
      (said.marks ?? []).flatMap(({ label }) => (/head-on|around/.test(label) ? [label] : []));
    expect(marked(ask({ x: 5, y: 1 }, { x: -1, y: 0 }))).toEqual(['head-on']);
    expect(marked(ask({ x: -5, y: 1 }, { x: 0, y: 1 }))).toEqual(['turn around']);
    expect(marked(ask({ x: 5, y: 1 }, { x: 0, y: 1 }))).toEqual([]);
    expect(marked(ask({ x: -5, y: 1 }, { x: 0, y: 1 }, { lookAhead: '1 s' }))).toEqual([]);
  });
});
