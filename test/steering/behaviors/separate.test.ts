import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { distance, fromPolar, length, type Vec2, ZERO } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { Neighbor } from '../../../src/signals/signals.js';
import { type SeparateInput, separate, separation } from '../../../src/steering/behaviors/separate.js';
import { NearbyColumns } from '../../../src/steering/neighbors.js';
import { steer } from '../../../src/steering/steer.js';
import { drawn, itOnce as it, itInBoth } from '../../support/effort.js';
import { percept, SMALL, unlimited } from '../../support/percept.js';
import { among, robot } from '../among.js';
import { desiredOf, forceOf, near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';
import { vector } from '../worlds.js';

const ask = (input: SeparateInput, changes: Parameters<typeof percept>[0] = {}) =>
  separate(input).steer(percept(changes), null, ZERO);

/** Contact is at 0.2 m, the edge at 1 m: u(d) = 0.2 (1 − d)/(0.8 d). */
const push = (...neighbors: Neighbor[]): Vec2 => separation(percept(), NearbyColumns.of(neighbors), 1);

describe('separation', () => {
  it('is 1 in contact, 1/4 at 1/2 m, 1/16 at 0.8 m and 0 at the edge, away from the neighbor', () => {
    expect(push(robot(0.2, 0))).toEqual(near(-1, 0));
    expect(push(robot(0, 0.5))).toEqual(near(0, -0.25));
    expect(push(robot(-0.8, 0))).toEqual(near(0.0625, 0));
    expect(push(robot(0, -1))).toEqual(ZERO);
    expect(push(robot(0, -3))).toEqual(ZERO);
    expect(push()).toEqual(ZERO);
  });

  it('falls with the distance as 1/d does, shifted and scaled', () => {
    const u = (d: number) => -push(robot(d, 0)).x;
    const slope = (a: number, b: number) => (u(a) - u(b)) / (1 / a - 1 / b);
    expect(slope(0.25, 0.3)).toBeCloseTo(0.25, 9);
    expect(slope(0.6, 0.9)).toBeCloseTo(0.25, 9);
  });

  it('cancels between two neighbors at the same distance on either side', () => {
    expect(push(robot(0.4, 0.3), robot(-0.4, -0.3))).toEqual(near(0, 0));
  });

  it('is never longer than 1, whatever overlaps', () => {
    const places = fc.array(vector(0.5), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(places, (all) => {
        const s = push(...all.map(({ x, y }) => robot(x, y)));
        expect(length(s)).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
    expect(push(robot(0.05, 0), robot(0.1, 0.01))).toEqual(near(-1, -0.05, 1));
  });

  it('counts larger neighbors as nearer', () => {
    expect(push(robot(0.5, 0, { radius: 0.4 }))).toEqual(near(-1, 0));
    expect(push(robot(0.5, 0, { radius: 0.9 }))).toEqual(near(-1, 0));
  });

  it('parts coincident robots, each to the other side', () => {
    const here = (id: string) => robot(0, 0, { id, heading: deg(90) });
    expect(push(here('zoe'))).toEqual(near(0, 1));
    expect(push(here('amy'))).toEqual(near(1, 0));
  });
});

describe('separate', () => {
  it('pushes with k·maxSpeed in contact, whatever its velocity, and says so by its gain', () => {
    const velocity = { x: 0.1, y: -0.2 };
    const changes = { body: SMALL, velocity, neighbors: [robot(0, 0.19)] };
    const said = ask({}, changes);
    expect(forceOf(said)).toEqual(near(0, -4.5 * 0.5));
    expect(desiredOf(said)).toEqual(near(0.1, -0.7));
    expect(said.gain).toBe(0);
    expect(ask({}, { ...changes, velocity: ZERO }).force).toEqual(said.force);
  });

  it('is silent without neighbors near and in its field of view', () => {
    expect(ask({})).toEqual({ memory: null });
    expect(ask({}, { neighbors: [robot(0.51, 0)] })).toEqual({ memory: null });
    expect(ask({ fieldOfView: '180 deg' }, { neighbors: [robot(-0.3, 0)] })).toEqual({ memory: null });
    expect(ask({ radius: '60 cm' }, { neighbors: [robot(0.5, 0)] }).force).toEqual(near(-0.1, 0));
  });

  it('shows its neighborhood and those it keeps clear of', () => {
    const { marks } = ask({ fieldOfView: Math.PI }, { neighbors: [robot(0.3, 0)] });
    expect(marks?.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
      'circle: separation',
      'segment: field of view',
      'segment: field of view',
      'segment: keeps clear of',
    ]);
  });

  it('shows the nearest three of a crowd', () => {
    const crowd = [0.4, 0.3, 0.45, 0.2, 0.35].map((x) => robot(x, 0));
    const { marks } = ask({}, { neighbors: crowd });
    const shown = marks?.flatMap((mark) => (mark.kind === 'segment' ? mark.from.x : []));
    expect(shown).toEqual([0.2, 0.3, 0.35]);
  });

  it('drives the same way at 10, 50 and 240 Hz while a neighbor is near', () => {
    const from = { x: 0.22, y: 0 };
    for (const body of [SMALL, unlimited(SMALL)]) {
      const apart = among(separate({ radius: 3 }), [robot(0, 0)]);
      const placeAt = (rate: number) =>
        endOf(drivePoint(apart, { body, dt: 1 / rate, seconds: 1, from })).pose;
      for (const rate of [10, 50]) {
        expect(distance(placeAt(rate), placeAt(240))).toBeLessThan(0.02 * distance(placeAt(240), from));
      }
    }
  });
});

describe('a crowd that separates', () => {
  itInBoth('comes apart without touching, from many starts', async () => {
    for (let seed = 1; seed <= drawn(10); seed++) {
      const { criteria } = await simulate(loadScenario('separate', { seed }));
      expect({ seed, failed: criteria.filter(({ passed }) => !passed) }).toEqual({ seed, failed: [] });
    }
  });

  it('comes to rest as soon as no neighbor is near', () => {
    const states = drivePoint(among(separate(), [robot(0, 0)]), {
      body: SMALL,
      dt: 0.02,
      seconds: 4,
      from: fromPolar(0.25, 1),
    });
    const end = endOf(states);
    expect(length(end.pose)).toBeGreaterThan(0.5);
    expect(length(end.pose)).toBeLessThan(0.75);
    expect(end.forwardSpeed).toBeLessThan(1e-6);
    expect(steer(end.said ?? { memory: null }, end.velocity, SMALL, 0.02).force).toEqual(near(0, 0));
  });
});
