import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Pose, type Vec2, vec, ZERO } from '../../../src/math/geometry.js';
import type { Neighbor, Obstacle } from '../../../src/signals/signals.js';
import type { Percept } from '../../../src/steering/behavior.js';
import { queue } from '../../../src/steering/behaviors/queue.js';
import { chooseLane, lanesOf, pointAhead, wayToMouth } from '../../../src/steering/crowds/lanes.js';
import { orderIn } from '../../../src/steering/crowds/zipperOrder.js';
import { percept, SMALL } from '../../support/percept.js';
import { robot } from '../among.js';
import { desiredOf } from '../near.js';

const door = (width: number, depth = 0) => ({ at: ZERO, along: vec(1, 0), width, depth });
const wall = (from: Vec2, to: Vec2): Obstacle => ({ from, to, radius: 0 });
const walls = (width: number) => [wall(vec(0, width / 2), vec(0, 5)), wall(vec(0, -5), vec(0, -width / 2))];

describe('lanes through a door', () => {
  const count = (width: number) => lanesOf(door(width), 0.1).length;

  it('are as many as fit with 25 mm between bodies and 3 cm beside the posts', () => {
    expect([0.3, 0.48, 0.49, 0.7, 0.72, 0.8].map(count)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(lanesOf(door(0.8), 0.1).map(({ across }) => across)).toEqual([
      expect.closeTo(-0.27, 9),
      0,
      expect.closeTo(0.27, 9),
    ]);
  });

  it('lead straight to the mouth, two radii before the door, then through it', () => {
    const [lane] = lanesOf(door(0.3, 0.2), 0.1);
    if (!lane) throw new Error('no lane');
    const at = door(0.3, 0.2);
    expect(wayToMouth(at, lane, vec(-0.6, 0.4))).toBeCloseTo(0.5, 9);
    expect(wayToMouth(at, lane, vec(0.1, 0.02))).toBeCloseTo(-0.4, 9);
    // Beside the wall it is not in the door.
    expect(wayToMouth(at, lane, vec(-0.2, 2))).toBeGreaterThan(1.9);
    expect(pointAhead(at, lane, vec(-1.3, 0), 0.2)).toEqual({ x: expect.closeTo(-1.1, 9), y: 0 });
    expect(pointAhead(at, lane, vec(-0.3, 0.05), 0.2).y).toBeCloseTo(0, 9);
  });

  it('change the way to the mouth by no more than the body moves', () => {
    const [lane] = lanesOf(door(0.3), 0.1);
    const place = () =>
      fc.record({
        x: fc.double({ min: -3, max: -0.21, noNaN: true }),
        y: fc.double({ min: -2, max: 2, noNaN: true }),
      });
    fc.assert(
      fc.property(place(), place(), (a, b) => {
        if (!lane) throw new Error('no lane');
        const change = Math.abs(wayToMouth(door(0.3), lane, a) - wayToMouth(door(0.3), lane, b));
        expect(change).toBeLessThanOrEqual(Math.hypot(a.x - b.x, a.y - b.y) + 1e-9);
      }),
    );
  });

  const lanes = lanesOf(door(0.8), 0.1);
  const chosen = (at: Vec2, before: number | null, others: readonly (readonly Vec2[])[] = []) =>
    chooseLane(door(0.8), lanes, { at, radius: 0.1, before }, others);
  const five = [1, 2, 3, 4, 5].map((k) => vec(-0.2 - 0.25 * k, 0.27));

  it('are taken by the nearest mouth, or a shorter queue beside it', () => {
    expect(chosen(vec(-2, -1), null)).toBe(0);
    expect(chosen(vec(-2, 0.02), null)).toBe(1);
    expect(chosen(vec(-1.6, 0.5), 2)).toBe(2);
    expect(chosen(vec(-1.2, 0.2), 2, [[], [], [...five, ...five]])).toBe(1);
  });

  it('are kept near the mouth, and where another robot of the lane is between', () => {
    const full = [...five, ...five];
    expect(chosen(vec(-0.3, 0.2), 2, [[], [], full])).toBe(2);
    expect(chosen(vec(-1.2, 0.2), 2, [[], [], [...full, vec(-1.3, 0.1)]])).toBe(2);
  });
});

describe('the order in a lane', () => {
  const wayOf = ({ x }: Vec2) => -x;
  const member = (id: string, x: number, follows?: string) => ({
    id,
    says: { at: 1, pose: { x, y: 0, heading: 0 }, speed: 0, turnRate: 0, ...(follows && { follows }) },
    radius: 0.1,
    lane: 0,
  });
  const asked = (members: ReturnType<typeof member>[], changes = {}) =>
    orderIn({ id: 'm', before: {}, trail: [[1, -1, 0]], ...changes }, wayOf, members);

  it('is by the way to the mouth; it follows the last of those before it', () => {
    const { leader, before } = asked([member('a', -0.3), member('b', -0.8), member('c', -1.2)]);
    expect(leader?.id).toBe('b');
    expect(before).toEqual({ a: true, b: true, c: false });
  });

  it('is by the id if both are equally near', () => {
    expect(asked([member('a', -1)]).leader?.id).toBe('a');
    expect(asked([member('z', -1)]).leader).toBeUndefined();
  });

  it('compares both at the instant of the message, not with where it is now', () => {
    // It is at −0.8 now; the other was at −0.9 when this one was at −1.
    const trail = [
      [1, -1, 0],
      [1.3, -0.8, 0],
    ] as const;
    expect(asked([member('z', -0.9)], { trail }).leader?.id).toBe('z');
  });

  it('is kept until the other is 5 cm nearer', () => {
    expect(asked([member('z', -1.04)], { before: { z: true } }).leader?.id).toBe('z');
    expect(asked([member('z', -1.06)], { before: { z: true } }).leader).toBeUndefined();
    expect(asked([member('z', -0.96, 'm')], { before: { z: false } }).leader).toBeUndefined();
    expect(asked([member('a', -0.96, 'm')], { before: { a: false } }).leader).toBeUndefined();
    expect(asked([member('a', -0.94, 'm')], { before: { a: false } }).leader?.id).toBe('a');
  });

  it('is compared anew by two of which each found itself first', () => {
    const before = { z: false, l: true };
    const first = member('l', -0.5);
    // Both follow the same one, or none: the nearer goes first, and of two equally near the lower id.
    expect(asked([member('z', -0.96, 'l'), first], { before }).leader?.id).toBe('z');
    expect(asked([member('z', -0.96)], { before }).leader?.id).toBe('z');
    expect(asked([member('a', -1, 'l'), first], { before: { a: false, l: true } }).leader?.id).toBe('a');
    expect(asked([member('z', -1, 'l'), first], { before }).leader?.id).toBe('l');
    // One that follows a robot behind this one knows its place.
    const between = member('y', -1.1, 'm');
    expect(
      asked([member('z', -0.96, 'y'), between], { before: { z: false, y: false } }).leader,
    ).toBeUndefined();
  });

  it('a ring is opened by its lowest id', () => {
    const ring = (other: string) => asked([member(other, -0.98, 'm')]).leader?.id;
    expect(ring('z')).toBeUndefined();
    expect(ring('a')).toBe('a');
    expect(asked([member('p', -0.9, 'm'), member('z', -0.8, 'p')]).leader).toBeUndefined();
  });
});

describe('queue in the mode zipper', () => {
  const BODY = { ...SMALL, radius: 0.1, maxSpeed: 0.4, reaction: 0 };
  const wish = { velocity: vec(0.4, 0), goal: { at: vec(3, 0), remaining: 4 } };
  const ask = (changes: Partial<Percept> = {}, input = {}) => {
    const behavior = queue({ mode: 'zipper', ...input });
    const mapped = walls(0.4);
    const given = { body: BODY, mapped, obstacles: mapped, wish, pose: { x: -1, y: 0, heading: 0 } };
    return behavior.steer(
      percept({ velocity: vec(0.4, 0), forwardSpeed: 0.4, ...given, ...changes }),
      behavior.start(),
      ZERO,
    );
  };
  const files = (x: number, speed: number, changes: Partial<Neighbor> = {}): Neighbor => {
    const pose: Pose = { x, y: 0, heading: 0 };
    const says = { at: 0, pose, speed, turnRate: 0, wish: vec(0.4, 0), lane: 0 };
    return robot(x, 0, { velocity: vec(speed, 0), says, ...changes });
  };

  it('leads to the mouth, and says its lane', () => {
    const said = ask({ pose: { x: -1, y: 0.6, heading: -0.6 } });
    // The mouth is at (−0.2, 0).
    expect(Math.atan2(desiredOf(said).y, desiredOf(said).x)).toBeCloseTo(Math.atan2(-0.6, 0.8), 6);
    expect(said.says).toMatchObject({ lane: 0 });
  });

  it('follows closely one that drives, and stops behind one that stands', () => {
    const fast = ask({ neighbors: [files(-0.74, 0.4)] });
    expect(fast.velocityScale ?? 1).toBeGreaterThan(0.95);
    expect(fast.says?.follows).toBe('other');
    const slow = ask({ neighbors: [files(-0.74, 0)] });
    // v²/1.8 + 0.03 v ≤ 260 − 215 mm.
    expect(0.4 * (slow.velocityScale ?? 1)).toBeCloseTo(0.259, 2);
    expect(ask({ neighbors: [files(-0.785, 0)] }).velocityScale).toBeLessThan(0.01);
  });

  it('counts the way in which one before it that goes the other way comes to a stand', () => {
    const away = (heading: number) => {
      const pose = { x: -0.68, y: 0, heading };
      return ask({ neighbors: [files(-0.68, 0.4, { says: { ...files(-0.68, 0.4).says, pose } as never })] });
    };
    // v²/1.8 + 0.03 v ≤ 320 − 215 mm; 80 mm less for one that comes.
    const [aside, coming] = [away(Math.PI / 2), away(Math.PI)].map((said) => 0.4 * (said.velocityScale ?? 1));
    expect(aside).toBe(0.4);
    // Backwards towards it is the same as head-on.
    const backing = ask({
      neighbors: [files(-0.68, 0, { says: { ...files(-0.68, 0.4).says, speed: -0.4 } as never })],
    });
    expect(0.4 * (backing.velocityScale ?? 1)).toBeCloseTo(coming as number, 6);
    expect(coming).toBeCloseTo(0.187, 2);
  });

  it('keeps apart from one that does not file in', () => {
    const stands = robot(-0.7, 0.02);
    expect(ask({ neighbors: [stands] }).velocityScale).toBeLessThan(0.9);
  });

  it('turns on the spot where the mouth lies aside', () => {
    const said = ask({ pose: { x: -0.5, y: 1, heading: 1 }, velocity: ZERO, forwardSpeed: 0 });
    expect(said.face).toBeCloseTo(Math.atan2(-1, 0.3), 6);
    expect(desiredOf(said)).toEqual(ZERO);
  });

  it('is silent without a goal, without a door, behind the door, and with a thing before the mouth', () => {
    const post = { from: vec(-0.6, 0), to: vec(-0.6, 0), radius: 0.05 };
    for (const changes of [
      { wish: undefined },
      { mapped: [] },
      { pose: { x: 1, y: 0, heading: 0 } },
      { mapped: [...walls(0.4), post] },
    ])
      expect(ask(changes).force).toBeUndefined();
  });

  it('finds a door that no map shows by its posts', () => {
    expect(
      ask(
        { mapped: [] },
        {
          door: [
            ['0 m', '200 mm'],
            [0, -0.2],
          ],
        },
      ).force,
    ).toBeDefined();
  });

  it('stops before a wall in its way, whatever the order says', () => {
    const near = { from: vec(-0.85, -1), to: vec(-0.85, 1), radius: 0 };
    // v²/1.8 + 0.03 v ≤ 50 − 3 mm.
    expect(0.4 * (ask({ obstacles: [...walls(0.4), near] }).velocityScale ?? 1)).toBeCloseTo(0.265, 2);
  });
});
