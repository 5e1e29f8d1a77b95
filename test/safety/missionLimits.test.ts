import { describe, expect, it } from 'vitest';
import type { Vec2 } from '../../src/math/geometry.js';
import { extendTrip, isInside, limitMet, startTrip, stopFrom } from '../../src/safety/missionLimits.js';

const trip = (steps: number) => {
  let now = startTrip({ x: 1, y: 1, heading: Math.PI / 2 });
  for (let i = 1; i <= steps; i++) now = extendTrip(now, 0.1, { x: 1, y: 1 + i * 0.05 });
  return now;
};

const at =
  (place: Vec2, doubt = 0) =>
  () => ({ at: place, doubt });

describe('a limit of the mission', () => {
  it('of time is met when it was allowed to drive for so long', () => {
    expect(limitMet({ time: 1 }, trip(9), at({ x: 1, y: 1 }))).toBeUndefined();
    expect(limitMet({ time: 1 }, trip(10), at({ x: 1, y: 1 }))).toMatchObject({ kind: 'timeLimit' });
  });

  it('of distance is met by the way that it drove, not by how far off it is', () => {
    let there = startTrip({ x: 0, y: 0, heading: 0 });
    for (const x of [0.5, 0, 0.5, 0]) there = extendTrip(there, 0.1, { x, y: 0 });
    expect(limitMet({ distance: 2 }, there, at({ x: 0, y: 0 }))).toMatchObject({ kind: 'distanceLimit' });
    expect(limitMet({ distance: 2.1 }, there, at({ x: 0, y: 0 }))).toBeUndefined();
  });

  it('of place is in the frame of its start: ahead of it is +x', () => {
    const fence = { at: { x: 1, y: 0 }, radius: 0.5 };
    // It started at (1, 1) and faced +y: the fence is round (1, 2).
    expect(limitMet({ fence }, trip(0), at({ x: 1, y: 2.4 }))).toBeUndefined();
    expect(limitMet({ fence }, trip(0), at({ x: 1, y: 2.6 }))).toMatchObject({ kind: 'fence' });
  });

  it('of place is met where the robot may come to rest outside, as far as it knows', () => {
    const round = { at: { x: 0, y: 0 }, radius: 2 };
    const side = {
      corners: [
        { x: -2, y: -2 },
        { x: 2, y: -2 },
        { x: 2, y: 2 },
        { x: -2, y: 2 },
      ],
    };
    const start = startTrip({ x: 0, y: 0, heading: 0 });
    for (const fence of [round, side]) {
      expect(limitMet({ fence }, start, at({ x: 1.8, y: 0 }, 0.19))).toBeUndefined();
      expect(limitMet({ fence }, start, at({ x: 1.8, y: 0 }, 0.21))).toMatchObject({ kind: 'fence' });
    }
  });

  it('of place is met by a robot that stands far outside, as when someone has carried it there', () => {
    const start = startTrip({ x: 0, y: 0, heading: 0 });
    const square = [-1, 1].flatMap((x) => [-x, x].map((y) => ({ x, y })));
    for (const fence of [{ at: { x: 0, y: 0 }, radius: 1 }, { corners: square }])
      for (const far of [1.5, 30])
        expect(limitMet({ fence }, start, at({ x: 0, y: far }, 0.1))).toMatchObject({ kind: 'fence' });
  });

  it('counts the way that it takes to brake, on the side where it drives, and two standard deviations', () => {
    const covariance = { xx: 0.0009, xy: 0, xh: 0, yy: 0.0016, yh: 0, hh: 0 };
    const predicted = { x: 1, y: 1, heading: Math.PI / 2 };
    const stop = stopFrom({ predicted, covariance }, 0.5, 1);
    expect(stop.at.x).toBeCloseTo(1, 9);
    expect(stop.at.y).toBeCloseTo(1.125, 9);
    expect(stop.doubt).toBeCloseTo(0.1, 9);
    expect(stopFrom({ predicted, covariance }, -0.5, 1).at.y).toBeCloseTo(0.875, 9);
    expect(stopFrom({ predicted, covariance }, 0.5, 2).at.y).toBeCloseTo(1.0625, 9);
  });
});

describe('a fence', () => {
  const square = {
    corners: [
      { x: -1, y: -1 },
      { x: 1, y: -1 },
      { x: 1, y: 1 },
      { x: -1, y: 1 },
    ],
  };
  const hollow = { corners: [...square.corners.slice(0, 3), { x: 0, y: 0 }] };

  it('holds what is inside and on its border', () => {
    expect(isInside(square, { x: 0, y: 0 })).toBe(true);
    expect(isInside(square, { x: 1, y: 0.3 })).toBe(true);
    expect(isInside(square, { x: 1.001, y: 0.3 })).toBe(false);
  });

  it('is as wide as its corners say, to a nanometre', () => {
    for (const off of [-1e-6, 0.9e-9]) expect(isInside(square, { x: 1 + off, y: 0.5 })).toBe(true);
    for (const off of [1.1e-9, 1.9e-9, 1e-6]) expect(isInside(square, { x: 1 + off, y: 0.5 })).toBe(false);
    const atZero = { corners: square.corners.map(({ x, y }) => ({ x: x + 1, y })) };
    expect(isInside(atZero, { x: -1e-9, y: 0.5 })).toBe(false);
  });

  it('may have slanting sides of any slope', () => {
    // From (0, 0) to (3, 6): at a height of 4 the border is at x = 2.
    const wedge = {
      corners: [
        { x: 0, y: 0 },
        { x: 3, y: 6 },
        { x: -3, y: 6 },
      ],
    };
    expect([1.9, 2.1].map((x) => isInside(wedge, { x, y: 4 }))).toEqual([true, false]);
    expect([-1.9, -2.1].map((x) => isInside(wedge, { x, y: 4 }))).toEqual([true, false]);
  });

  it('holds the border of every side, slanting ones and corners too', () => {
    for (const [x, y] of [
      [0.3, 1],
      [-0.3, -1],
      [-1, 0.2],
      [1, 1],
      [-1, -1],
    ] as const)
      expect(isInside(square, { x, y })).toBe(true);
    for (const [x, y] of [
      [0.5, 0.5],
      [-0.25, -0.25],
    ] as const)
      expect(isInside(hollow, { x, y })).toBe(true);
    for (const [x, y] of [
      [0.3, 1.001],
      [-1.001, 0.2],
      [1.001, 1.001],
      [2, 1],
    ] as const)
      expect(isInside(square, { x, y })).toBe(false);
    expect(isInside({ at: { x: 1, y: 1 }, radius: 1 }, { x: 2, y: 1 })).toBe(true);
  });

  it('is asked rightly at the height of a corner', () => {
    expect([-0.5, 0.5, 1.5].map((x) => isInside(hollow, { x, y: 0 }))).toEqual([false, true, false]);
  });

  it('may be hollow', () => {
    expect(isInside(hollow, { x: 0.5, y: -0.5 })).toBe(true);
    expect(isInside(hollow, { x: -0.5, y: 0.4 })).toBe(false);
  });
});
