import { describe, expect, it } from 'vitest';
import { ZERO } from '../../../src/math/geometry.js';
import type { Percept } from '../../../src/steering/behavior.js';
import { type ContainInput, contain } from '../../../src/steering/behaviors/contain.js';
import { seek } from '../../../src/steering/behaviors/seek.js';
import { prioritize } from '../../../src/steering/combine.js';
import { percept, SMALL } from '../../support/percept.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../../support/runs.js';
import { near } from '../near.js';
import { drivePoint } from '../pointMass.js';

const SQUARE: ContainInput = {
  inside: [
    [-1, -1],
    [1, 1],
  ],
};

function ask(input: ContainInput, x: number, y: number, heading: number, changes: Partial<Percept> = {}) {
  const velocity = { x: 0.5 * Math.cos(heading), y: 0.5 * Math.sin(heading) };
  const behavior = contain(input);
  const given = { body: SMALL, pose: { x, y, heading }, velocity, forwardSpeed: 0.5, ...changes };
  return behavior.steer(percept(given), behavior.start(), ZERO);
}

describe('contain', () => {
  it('is silent while the way ahead stays inside, however near the edge beside it is', () => {
    expect(ask(SQUARE, 0, 0, 1).force).toBeUndefined();
    expect(ask(SQUARE, 0, 0.885, 0).force).toBeUndefined();
    // 1 − radius − margin − look-ahead = 1 − 0.11 − 0.2489 (and 0.4 mm)
    expect(ask(SQUARE, 0.64, 0, 0).force).toBeUndefined();
    expect(ask(SQUARE, 0.65, 0, 0).force).toBeDefined();
  });

  it('steers along the inward normal’s part across its own direction', () => {
    const across = (heading: number) => {
      const { force = ZERO } = ask(SQUARE, 0.7, 0, heading);
      return Math.cos(heading) * force.y - Math.sin(heading) * force.x;
    };
    // The edge ahead has its normal to −x: across a heading of 20 degrees that is to the left.
    expect(across(0.35)).toBeGreaterThan(0.1);
    expect(across(-0.35)).toBeCloseTo(-across(0.35), 9);
    expect(across(0)).toBeGreaterThan(0.1);
  });

  it('takes a rectangle by two corners in any order, a polygon by all of them either way round', () => {
    const triangle: ContainInput = {
      inside: [
        [-1, -1],
        [1, -1],
        [1, 1],
      ],
    };
    const turned: ContainInput = {
      inside: [
        [1, 1],
        [1, -1],
        [-1, -1],
      ],
    };
    expect(
      ask(
        {
          inside: [
            ['1 m', -1],
            [-1, '100 cm'],
          ],
        },
        0.7,
        0,
        0.3,
      ).force,
    ).toEqual(ask(SQUARE, 0.7, 0, 0.3).force);
    expect(ask(triangle, 0.7, 0, 0.3).force).toEqual(ask(turned, 0.7, 0, 0.3).force);
    // Beyond the long side it is outside.
    expect(ask(triangle, -0.5, 0.5, 0).desiredVelocity).toEqual(
      near(0.5 * Math.SQRT1_2, -0.5 * Math.SQRT1_2),
    );
  });

  it('outside goes straight to the nearest edge', () => {
    expect(ask(SQUARE, 2, 0.3, 0).desiredVelocity).toEqual(near(-0.5, 0));
    expect(ask(SQUARE, 2, 2, 0).desiredVelocity).toEqual(near(-0.5 * Math.SQRT1_2, -0.5 * Math.SQRT1_2));
  });

  it('does not mind how long ago obstacles were seen', () => {
    expect(ask(SQUARE, 0, 0, 0, { sightAge: 9 }).force).toBeUndefined();
  });

  it('refuses a region of one corner', () => {
    expect(() => contain({ inside: [[0, 0]] })).toThrow('fewer than two corners');
  });

  it('keeps a point mass that is drawn out inside, at every rate, with any force', () => {
    const drawn = prioritize(contain(SQUARE), seek({ target: [3, 0.7] }));
    for (const rate of [10, 50, 240]) {
      for (const share of [0.1, 1]) {
        const body = { ...SMALL, maxForce: share * SMALL.maxForce };
        for (const { pose } of drivePoint(drawn, { body, dt: 1 / rate, seconds: 8 })) {
          expect(Math.max(Math.abs(pose.x), Math.abs(pose.y))).toBeLessThan(1 - SMALL.radius);
        }
      }
    }
  });

  it('brings a robot in that starts outside, and keeps it from all seeds', async () => {
    for (const seed of [1, 2, 3]) {
      const mission = missionOf({ prioritize: [{ contain: SQUARE }, { wander: {} }] });
      const at = { x: 1.5, y: -1.2, heading: seed };
      const { instants, robot } = await drive(
        sceneOf({ robot: benchmarkBody('b'), mission, at, seed, duration: 30 }),
      );
      const later = instants.slice(300).map(({ pose }) => Math.max(Math.abs(pose.x), Math.abs(pose.y)));
      expect(Math.max(...later)).toBeLessThan(1 - 0.09);
      expect(robot.distanceTravelled).toBeGreaterThan(8);
    }
  });
});

describe('contain, on its very edge', () => {
  const square: [number, number][] = [[0, 0], [2, 0], [2, 2], [0, 2]]; // biome-ignore format: one line

  it.each([
    ['bottom', 1, 0, 0, 1],
    ['right', 2, 1, -1, 0],
    ['top', 1, 2, 0, -1],
    ['left', 0, 1, 1, 0],
  ])('goes in from the %s one, whichever way it faces and its corners go round', (_, x, y, inX, inY) => {
    for (const corners of [square, square.toReversed()]) {
      for (const heading of [0, 1.5, 3, -2]) {
        const behavior = contain({ inside: corners });
        const said = behavior.steer(
          percept({ pose: { x, y, heading }, body: SMALL }),
          behavior.start(),
          ZERO,
        );
        expect(said.desiredVelocity).toEqual(near(0.5 * inX, 0.5 * inY));
      }
    }
  });
});
