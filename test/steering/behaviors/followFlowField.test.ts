import { describe, expect, it } from 'vitest';
import { distance, length, type Vec2, ZERO } from '../../../src/math/geometry.js';
import {
  type FollowFlowFieldInput,
  followFlowField,
} from '../../../src/steering/behaviors/followFlowField.js';
import { percept, SMALL, unlimited } from '../../support/percept.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../../support/runs.js';
import { near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';

/** Linear in x and y, so that bilinear interpolation is exact: vx = 0.1 + 0.2 x, vy = 0.3 y − 0.1 x. */
const linear = ({ x, y }: Vec2): Vec2 => ({ x: 0.1 + 0.2 * x, y: 0.3 * y - 0.1 * x });
const GRID: FollowFlowFieldInput['field'] = {
  from: [0, 0],
  cell: '500 mm',
  velocities: [0, 0.5, 1].map((y) =>
    [0, 0.5, 1].map((x) => [linear({ x, y }).x, linear({ x, y }).y] as const),
  ),
};

const ask = (input: FollowFlowFieldInput, at: Vec2, velocity = ZERO) =>
  followFlowField(input).steer(percept({ body: SMALL, pose: { ...at, heading: 0 }, velocity }), null, ZERO);

describe('followFlowField', () => {
  it('wants the velocity of the field between four nodes', () => {
    for (const at of [{ x: 0.2, y: 0.7 }, { x: 0.5, y: 0.5 }, { x: 0.9, y: 0.1 }, ZERO, { x: 1, y: 1 }]) {
      const { x, y } = linear(at);
      expect(ask({ field: GRID }, at).desiredVelocity).toEqual(near(x, y));
      expect(ask({ field: GRID }, at).force).toEqual(near(4.5 * x, 4.5 * y));
    }
  });

  it('asks for the place where it is about to be, after τ unless told', () => {
    // 0.195 m + 0.5 m/s · (0.1 s + half a tick) = 0.25 m; with 0.6 s 0.5 m.
    const velocity = { x: 0.5, y: 0 };
    expect(ask({ field: GRID }, { x: 0.195, y: 0 }, velocity).desiredVelocity?.x).toBeCloseTo(0.15, 12);
    expect(ask({ field: GRID, predict: 0.6 }, { x: 0.195, y: 0 }, velocity).desiredVelocity?.x).toBeCloseTo(
      0.2,
      12,
    );
    expect(ask({ field: GRID }, { x: 0.195, y: 0 }, velocity).marks?.[0]).toMatchObject({
      at: near(0.25, 0),
    });
  });

  it('is silent outside the grid, and wants to stand where nothing flows', () => {
    for (const at of [
      { x: -0.01, y: 0 },
      { x: 0.5, y: 1.01 },
    ]) {
      expect(ask({ field: GRID }, at)).toEqual({ memory: null });
    }
    expect(ask({ field: () => undefined }, ZERO)).toEqual({ memory: null });
    expect(ask({ field: () => ZERO }, ZERO, { x: 0.1, y: 0 }).force).toEqual(near(-0.45, 0));
  });

  it('is no faster than the body', () => {
    expect(ask({ field: () => ({ x: 3, y: 4 }) }, ZERO).desiredVelocity).toEqual(near(0.3, 0.4));
  });

  it('refuses an invalid grid', () => {
    const grid = (velocities: [number, number][][]) => () =>
      followFlowField({ field: { from: [0, 0], cell: 1, velocities } });
    expect(
      grid([
        [
          [0, 0],
          [0, 0],
        ],
      ]),
    ).toThrow('at least two rows');
    expect(
      grid([
        [
          [0, 0],
          [0, 0],
        ],
        [[0, 0]],
      ]),
    ).toThrow('every row has as many as the first');
    expect(
      grid([
        [
          [0, 0],
          [0, 0],
        ],
        [
          [0, 0],
          [Number.NaN, 0],
        ],
      ]),
    ).toThrow();
  });

  const whirl = ({ x, y }: Vec2): Vec2 => {
    const away = Math.hypot(x, y) || 1;
    return { x: (-0.3 * y) / away, y: (0.3 * x) / away };
  };

  it('is at the same place after 1 s at 10, 50 and 240 Hz within 2 % of the way', () => {
    const course = { body: unlimited(SMALL), seconds: 1, from: { x: 0.6, y: 0 }, velocity: { x: 0, y: 0.3 } };
    const places = [10, 50, 240].map(
      (rate) => endOf(drivePoint(followFlowField({ field: whirl }), { ...course, dt: 1 / rate })).pose,
    );
    for (const a of places) for (const b of places) expect(distance(a, b)).toBeLessThan(0.02 * 0.3);
  });

  it('keeps a point mass on the whirl’s circle, for it looks τ ahead', () => {
    const course = { body: unlimited(SMALL), dt: 0.02, seconds: 10, from: { x: 0.6, y: 0 } };
    const end = (predict?: number) => {
      const behavior = followFlowField({ field: whirl, ...(predict !== undefined && { predict }) });
      return length(endOf(drivePoint(behavior, { ...course, velocity: { x: 0, y: 0.3 } })).pose);
    };
    expect(Math.abs(end() - 0.6)).toBeLessThan(0.03);
    expect(end(0)).toBeGreaterThan(0.7);
  });

  it('takes a robot down a stream', async () => {
    const field = {
      from: [-1, -1],
      cell: 2,
      velocities: [
        [
          [0.3, 0.1],
          [0.3, 0.1],
        ],
        [
          [0.3, -0.1],
          [0.3, -0.1],
        ],
      ],
    };
    const { instants } = await drive(
      sceneOf({
        robot: benchmarkBody('b'),
        mission: missionOf({ followFlowField: { field } }),
        duration: 8,
        at: { x: -0.9, y: 0.8 },
      }),
    );
    const last = instants.at(-1)?.pose ?? ZERO;
    expect(last.x).toBeGreaterThan(0.9);
    expect(Math.abs(last.y)).toBeLessThan(0.45);
  });
});
