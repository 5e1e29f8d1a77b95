import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { Neighbor, Saying } from '../../../src/signals/signals.js';
import { othersAtWorst, othersNear } from '../../../src/steering/crowds/others.js';
import { percept, SMALL } from '../../support/percept.js';
import { robot } from '../among.js';
import { near } from '../near.js';

const BODY = { ...SMALL, reaction: 0.1 };
const says = (said: Partial<Saying>): Neighbor =>
  robot(1, 0, {
    radius: 0.09,
    says: { at: 0, pose: { x: 1, y: 0, heading: Math.PI }, speed: 0.4, turnRate: 0, ...said },
  });
const at = (time: number, ...neighbors: Neighbor[]) => percept({ at: time, body: BODY, neighbors });

describe('for steering, another robot', () => {
  it('is where its own message puts it, moved on along its arc by the age of the message', () => {
    const [straight] = othersNear(at(0.1, says({})), 2);
    expect(straight?.at).toEqual(near(0.96, 0));
    const [arc] = othersNear(at(0.25, says({ turnRate: deg(360) })), 2);
    // A quarter turn to the left of radius 0.4/2π: 0.064 m on, and as far aside.
    expect(arc?.at).toEqual(near(1 - 0.0637, -0.0637, 3));
    expect(arc?.velocity).toEqual(near(0, -0.4, 6));
  });

  it('that is only seen goes on as it did, by its age and the own reaction time', () => {
    const [seen] = othersNear(at(0.1, robot(1, 0, { velocity: { x: 0, y: 0.5 } })), 2);
    expect(seen?.at).toEqual(near(1, 0.1));
    expect(seen?.wish).toEqual(near(0, 0.5));
  });

  it('comes in the order of the distance; farther ones not at all', () => {
    const [a, b, c] = [robot(1.5, 0, { id: 'a' }), robot(1, 0, { id: 'b' }), robot(3, 0, { id: 'c' })];
    expect(othersNear(at(0, a, b, c), 2).map(({ id }) => id)).toEqual(['b', 'a']);
  });
});

describe('at worst, another robot', () => {
  const growth = (age: number, said: Partial<Saying>) => {
    const [one] = othersAtWorst(at(age, says(said)), 2);
    expect(one?.position).toEqual({ x: 1, y: 0 });
    return (one?.radius ?? 0) - 0.09;
  };

  it('is where it spoke, larger by the way that it can have come nearer', () => {
    expect(growth(0, {})).toBeCloseTo(0, 12);
    // v τ + a τ²/2, or v_max τ if that is less.
    expect(growth(0.1, {})).toBeCloseTo(0.4 * 0.1 + 0.005, 9);
    expect(growth(0.3, {})).toBeCloseTo(0.5 * 0.3, 9);
  });

  it('that drives away has not come nearer, unless it can have turned', () => {
    const away = { pose: { x: 1, y: 0, heading: 0 } };
    expect(growth(0.1, away)).toBe(0);
    // At 6 rad/s it can be round after half a second.
    expect(growth(0.6, away)).toBeGreaterThan(0.05);
  });

  it('that backs comes nearer with its stern', () => {
    expect(growth(0.1, { pose: { x: 1, y: 0, heading: 0 }, speed: -0.4 })).toBeCloseTo(0.045, 9);
  });

  it('counts as near as its news leaves open: a fast robot comes from far since', () => {
    const fast = { ...BODY, maxSpeed: 2, maxAcceleration: 2 };
    const told = says({ pose: { x: 1.5, y: 0, heading: Math.PI }, speed: 2 });
    const neighbors = [{ ...told, position: { x: 1.5, y: 0 } }];
    const heard = (age: number) => othersAtWorst(percept({ at: age, body: fast, neighbors }), 0.5);
    expect(heard(0)).toEqual([]);
    // 1 m nearer after half a second.
    expect(heard(0.5)).toHaveLength(1);
  });

  it('is where it is seen if its own words put it elsewhere', () => {
    const [one] = othersAtWorst(at(0.02, { ...says({}), position: { x: 0.5, y: 0 } }), 2);
    expect(one?.position).toEqual({ x: 0.5, y: 0 });
    // The commands under way, and the age of its words, explain this much.
    const [two] = othersAtWorst(at(0.02, { ...says({}), position: { x: 1.06, y: 0 } }), 2);
    expect(two?.position).toEqual({ x: 1, y: 0 });
  });

  it('contains every place that a robot within the limits reaches since it spoke', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    // Full and half changes as well as any: the worst are full ones.
    const wheel = fc.oneof(fc.constantFrom(-1, -0.5, 0, 0.5, 1), number(-1, 1));
    fc.assert(
      fc.property(
        number(-3, 3),
        number(0, 0.5),
        number(-3, 3),
        fc.array(fc.tuple(wheel, wheel), { minLength: 1, maxLength: 10 }),
        (heading, speed, turnRate, changes) => {
          const dt = 0.002;
          let [x, y, h, v, w] = [1, 0, heading, speed, turnRate];
          for (const [left, right] of changes)
            for (let t = 0; t < 25; t++) {
              const v1 = v + ((left + right) / 2) * BODY.maxAcceleration * dt;
              const w1 = w + ((right - left) * BODY.maxAcceleration * dt) / BODY.track;
              v = Math.min(BODY.maxSpeed, Math.max(0, v1));
              w = Math.min(BODY.maxTurnRate, Math.max(-BODY.maxTurnRate, w1));
              h += w * dt;
              x += v * dt * Math.cos(h);
              y += v * dt * Math.sin(h);
            }
          const age = changes.length * 25 * dt;
          const [one] = othersAtWorst(at(age, says({ pose: { x: 1, y: 0, heading }, speed, turnRate })), 5);
          const nearest = distance({ x, y }, { x: 0, y: 0 });
          expect(1 - ((one?.radius ?? 0) - 0.09)).toBeLessThan(nearest + 0.001);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('that stands beside has hardly come nearer in 0.3 s: as it turns, it cannot drive', () => {
    const beside = { pose: { x: 1, y: 0, heading: Math.PI / 2 }, speed: 0 };
    expect(growth(0.3, beside)).toBeGreaterThan(0.005);
    expect(growth(0.3, beside)).toBeLessThan(0.018);
    // Full speed straight on would be 45 mm.
    expect(growth(0.3, { ...beside, pose: { x: 1, y: 0, heading: Math.PI } })).toBeCloseTo(0.045, 9);
  });
});

describe('of a crowd, the robots within reach', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const place = fc.record({ x: number(-4, 4), y: number(-4, 4) });
  const vector = fc.record({ x: number(-0.8, 0.8), y: number(-0.8, 0.8) });
  const told = fc.record({
    at: number(0.7, 1.1),
    heading: number(-3, 3),
    // Farther off than this it does not fit to where the robot is seen.
    slip: fc.record({ x: number(-0.2, 0.2), y: number(-0.2, 0.2) }),
    speed: number(-0.8, 0.8),
    turnRate: number(-6, 6),
  });
  const crowd = fc.array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      at: number(0.7, 1.1),
      place,
      vector,
      told: fc.option(told),
    }),
    { maxLength: 30 },
  );
  const heard = crowd.map((members) =>
    members.map(({ id, at, place: position, vector: velocity, told }): Neighbor => {
      const seen = robot(position.x, position.y, { id, at, velocity });
      if (!told) return seen;
      const { slip, heading, ...rest } = told;
      return {
        ...seen,
        says: { ...rest, pose: { x: position.x + slip.x, y: position.y + slip.y, heading } },
      };
    }),
  );

  it('contain one that is seen farther off than it says that it will be', () => {
    // It may be 0.5 m/s · (|−0.1 s| + 0.1 s) + 2 cm off the place where it is seen.
    const one = robot(2.11, 0, {
      at: 0.1,
      radius: 0,
      says: { at: 0, pose: { x: 2, y: 0, heading: 0 }, speed: 0, turnRate: 0 },
    });
    expect(othersNear(at(0, one), 2)).toHaveLength(1);
    expect(othersAtWorst(at(0, one), 2)).toHaveLength(1);
  });

  it('are exactly those of all robots whose distance at that instant is at most that', () => {
    fc.assert(
      fc.property(heard, number(0, 4), (neighbors, reach) => {
        const all = at(1, ...neighbors);
        const near = othersNear(all, Number.POSITIVE_INFINITY).filter(
          (other) => distance(other.at, all.pose) <= reach,
        );
        expect(othersNear(all, reach)).toEqual(near);
      }),
      { numRuns: 500 },
    );
  });

  it('are at worst exactly those of all robots whose rims may be that near', () => {
    fc.assert(
      fc.property(heard, number(0, 4), (neighbors, reach) => {
        const all = at(1, ...neighbors);
        const near = othersAtWorst(all, Number.POSITIVE_INFINITY).filter(
          ({ position, radius }) => distance(all.pose, position) - radius <= reach,
        );
        expect(othersAtWorst(all, reach)).toEqual(near);
      }),
      { numRuns: 500 },
    );
  });
});
