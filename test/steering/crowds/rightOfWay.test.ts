import { describe, expect, it } from 'vitest';
import { deg } from '../../../src/math/units.js';
import {
  goesFirst,
  leaderOf,
  type QueueMember,
  waitingRing,
} from '../../../src/steering/crowds/rightOfWay.js';

const party = (id: string, x: number, y: number, heading = 0): QueueMember => ({
  id,
  position: { x, y },
  heading,
});
const WHERE = { ahead: 0.3, radius: 0.3 };

describe('of two robots', () => {
  it('the one that is farther along their common direction goes first, and both see it alike', () => {
    const [left, right] = [party('z', 0, 0.1, deg(-30)), party('a', -0.05, -0.1, deg(30))];
    expect(goesFirst(left, right)).toBe(true);
    expect(goesFirst(right, left)).toBe(false);
  });

  it('level or face to face, the one whose id comes first does', () => {
    for (const [one, other] of [
      [party('a', 0, 0.1), party('b', 0, -0.1)],
      [party('a', 0, 0), party('b', 0.3, 0, deg(180))],
      [party('a', 0, 0), party('b', 0, 0)],
    ] as const) {
      expect(goesFirst(one, other)).toBe(true);
      expect(goesFirst(other, one)).toBe(false);
    }
  });
});

describe('a leader', () => {
  it('is the nearest to the point ahead of those within its radius, never oneself', () => {
    const me = party('me', 0, 0);
    const all = [me, party('far', 0.55, 0), party('near', 0.35, 0.1), party('behind', -0.2, 0)];
    expect(leaderOf(me, all, WHERE)?.id).toBe('near');
    expect(leaderOf(me, all.slice(0, 2), WHERE)?.id).toBe('far');
    expect(leaderOf(me, [me, party('beyond', 0.61, 0)], WHERE)).toBeUndefined();
    expect(leaderOf(me, [], WHERE)).toBeUndefined();
  });

  it('is only one of two that are ahead of each other', () => {
    const [a, b] = [party('a', 0, 0), party('b', 0.25, 0, deg(180))];
    expect(leaderOf(a, [b], WHERE)).toBeUndefined();
    expect(leaderOf(b, [a], WHERE)).toBe(a);
  });

  it('is not followed by the robot with the first id of a ring that waits for each other', () => {
    // Three on a circle, each facing the next.
    const ring = ['c', 'a', 'b'].map((id, i) =>
      party(id, 0.25 * Math.cos(deg(120 * i)), 0.25 * Math.sin(deg(120 * i)), deg(120 * i + 150)),
    );
    const opens = ring.map((one) => {
      const leader = leaderOf(one, ring, WHERE);
      return leader && waitingRing(one, leader, ring, WHERE)?.opens;
    });
    expect(opens).toEqual([false, true, false]);
  });

  it('at the end of a row is no ring', () => {
    const row = ['a', 'b', 'c'].map((id, i) => party(id, 0.3 * i, 0));
    const [last, middle] = row as [QueueMember, QueueMember];
    expect(waitingRing(last, middle, row, WHERE)).toBeUndefined();
  });
});
