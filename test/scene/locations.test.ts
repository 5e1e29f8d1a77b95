import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyOutlineOf, drawnRadius, frontOf } from '../../src/scene/bodies.js';
import { ellipseOf, headingSpread } from '../../src/scene/estimates.js';
import { extentOf, widened } from '../../src/scene/extent.js';
import {
  distanceToGoal,
  locateRobots,
  poseOfThing,
  positionOfGoal,
  velocityOf,
} from '../../src/scene/located.js';
import type { ThingView } from '../../src/signals/view.js';
import { at, frame, placed, robot, rolling, scene, tick } from '../support/viewFixtures.js';

const goal = { within: 0, avoided: false } as const;

describe('bodies', () => {
  it('are where they truly are, else where they believe to be', () => {
    const two = scene({ robots: [robot('a'), robot('b')] });
    const now = frame([
      placed('a', at(1, 2), { tick: tick(at(9, 9)) }),
      { id: 'b', ranges: {}, tick: tick(at(3, 4)) },
    ]);
    expect(locateRobots(two, now).map(({ pose }) => pose)).toEqual([at(1, 2), at(3, 4)]);
  });

  it('are found in any order of the frame, and left out while their place is unknown', () => {
    const three = scene({ robots: [robot('a'), robot('b'), robot('c')] });
    const now = frame([placed('b', at(2, 0)), placed('a', at(1, 0)), { id: 'c', ranges: {} }]);
    expect(locateRobots(three, now).map(({ view, pose }) => [view.id, pose.x])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('roll where they face', () => {
    const velocity = velocityOf(at(0, 0, Math.PI / 2), rolling(at(0, 0), 0.2, 0.4));
    expect(velocity.x).toBeCloseTo(0);
    expect(velocity.y).toBeCloseTo(0.3);
  });
});

describe('a thing', () => {
  const box: ThingView = { kind: 'box', id: 'box', at: { x: 1, y: 1 }, heading: 0.5, size: [0.2, 0.1] };
  const wall: ThingView = { kind: 'wall', id: 'wall', points: [{ x: 7, y: 8 }] };

  it('is where the scene says until it has moved', () => {
    expect(poseOfThing(box, null)).toEqual(at(1, 1, 0.5));
    const moved = frame([], { moved: [{ id: 'box', at: { x: 2, y: 2 }, heading: 1 }] });
    expect(poseOfThing(box, moved)).toEqual(at(2, 2, 1));
    expect(poseOfThing(wall, moved)).toEqual(at(7, 8));
  });
});

describe('a target', () => {
  const ball: ThingView = { kind: 'mover', id: 'ball', at: { x: 0, y: 5 }, radius: 0.1, solid: false };
  const there = scene({ robots: [robot('a'), robot('b')], things: [ball] });
  const now = frame([placed('a', at(0, 0)), placed('b', at(3, 0))], {
    moved: [{ id: 'ball', at: { x: 0, y: 4 }, heading: 0 }],
  });

  it('is where what it names is now', () => {
    expect(positionOfGoal({ ...goal, kind: 'mover', id: 'ball' }, there, now)).toMatchObject({ x: 0, y: 4 });
    expect(positionOfGoal({ ...goal, kind: 'robot', id: 'b' }, there, now)).toMatchObject({ x: 3, y: 0 });
    expect(positionOfGoal({ ...goal, kind: 'robot', id: 'nobody' }, there, now)).toBeUndefined();
    expect(positionOfGoal({ ...goal, kind: 'mover', id: 'nothing' }, there, now)).toBeUndefined();
  });

  it('is the pointer where there is one', () => {
    const pointer = { ...goal, kind: 'pointer', at: { x: 1, y: 1 } } as const;
    expect(positionOfGoal(pointer, there, now)).toEqual({ x: 1, y: 1 });
    expect(positionOfGoal(pointer, there, { ...now, pointer: { x: 2, y: 2 } })).toEqual({ x: 2, y: 2 });
    const point = { ...pointer, kind: 'point' } as const;
    expect(positionOfGoal(point, there, { ...now, pointer: { x: 2, y: 2 } })).toEqual({ x: 1, y: 1 });
  });

  it('that is nearest counts, and none that one flees from', () => {
    const away = (behavior: string, target: unknown) => {
      const view = robot('a', { mission: { behavior, parameters: { target } } });
      return distanceToGoal(
        { view, frame: placed('a', at(0, 0)), pose: at(0, 0), tick: undefined },
        there,
        now,
      );
    };
    expect(away('seek', [3, 4])).toBe(5);
    expect(away('flee', [3, 4])).toBeUndefined();
  });
});

const pose = { x: 1, y: 2, heading: Math.PI / 2 };
const plain = { view: robot('a'), pose };
const outlined = {
  view: robot('a', {
    footprint: [
      [0.08, 0],
      [-0.05, 0.05],
      [-0.05, -0.05],
    ],
  }),
  pose,
};
/** Metres a pixel. */
const NEAR_PX = 0.005;
const FAR_PX = 0.1;

describe('a robot on the map', () => {
  it('has its outline where it stands, turned by its heading', () => {
    const [bow, left, right] = bodyOutlineOf(outlined, NEAR_PX) ?? [];
    expect(bow).toEqual({ x: expect.closeTo(1), y: expect.closeTo(2.08) });
    expect(left).toEqual({ x: expect.closeTo(0.95), y: expect.closeTo(1.95) });
    expect(right).toEqual({ x: expect.closeTo(1.05), y: expect.closeTo(1.95) });
  });

  it('is a circle where no outline is known, or none could be seen', () => {
    expect(bodyOutlineOf(plain, NEAR_PX)).toBeUndefined();
    expect(bodyOutlineOf(outlined, FAR_PX)).toBeUndefined();
  });

  it('is never smaller than can be seen', () => {
    expect(drawnRadius(outlined, NEAR_PX)).toBe(0.1);
    expect(drawnRadius(outlined, FAR_PX)).toBeCloseTo(0.4);
  });

  it('reaches ahead as far as its outline, else its circle', () => {
    expect(frontOf(outlined, NEAR_PX)).toBe(0.08);
    expect(frontOf(outlined, FAR_PX)).toBeCloseTo(0.4);
    expect(frontOf(plain, NEAR_PX)).toBe(0.1);
  });
});

describe('the ellipse of a covariance', () => {
  it('lies along the axis that is known less', () => {
    expect(ellipseOf({ xx: 0.04, xy: 0, yy: 0.01 })).toEqual({ long: 0.4, short: 0.2, angle: 0 });
    const tall = ellipseOf({ xx: 0.01, xy: 0, yy: 0.04 });
    expect(tall.long).toBeCloseTo(0.4);
    expect(Math.abs(tall.angle)).toBeCloseTo(Math.PI / 2);
    expect(ellipseOf({ xx: 0.02, xy: 0.01, yy: 0.02 }).angle).toBeCloseTo(Math.PI / 4);
  });

  it('comes out of the axes that it was made of', () => {
    const deviation = fc.integer({ min: 1, max: 200 }).map((v) => v / 100);
    fc.assert(
      fc.property(
        deviation,
        deviation,
        fc.integer({ min: -15, max: 15 }).map((v) => v / 10),
        (a, b, angle) => {
          const [c, s] = [Math.cos(angle), Math.sin(angle)];
          const [long, short] = [Math.max(a, b), Math.min(a, b)];
          const xx = long ** 2 * c * c + short ** 2 * s * s;
          const yy = long ** 2 * s * s + short ** 2 * c * c;
          const found = ellipseOf({ xx, yy, xy: (long ** 2 - short ** 2) * c * s });
          expect(found.long).toBeCloseTo(2 * long, 6);
          expect(found.short).toBeCloseTo(2 * short, 4);
          if (long > 1.05 * short) expect(found.angle).toBeCloseTo(angle, 4);
        },
      ),
    );
  });

  it('has no axis below zero, whatever rounding did', () => {
    expect(ellipseOf({ xx: 1e-18, xy: 1e-9, yy: 1e-18 }).short).toBe(0);
  });

  it('leaves the heading at most half a turn to either side', () => {
    expect(headingSpread({ hh: 0.01 })).toBeCloseTo(0.2);
    expect(headingSpread({ hh: 100 })).toBe(Math.PI);
    expect(headingSpread({ hh: -1e-20 })).toBe(0);
  });
});

describe('the extent of a scene', () => {
  it('holds all solid things, targets, paths and robots', () => {
    const mission = {
      behavior: 'followPath',
      parameters: {
        path: [
          [0, 0],
          [0, 6],
        ],
        radius: 0.5,
      },
    };
    const there = scene({
      robots: [robot('a'), robot('b', { mission })],
      things: [
        { kind: 'circle', id: 'c', at: { x: -3, y: 0 }, radius: 0.5 },
        {
          kind: 'wall',
          id: 'w',
          points: [
            { x: 0, y: -2 },
            { x: 4, y: -2 },
          ],
        },
      ],
    });
    const { low, high } = extentOf(there, frame([placed('a', at(5, 0)), placed('b', at(0, 0))]));
    expect(low).toEqual({ x: -3.5, y: -2 });
    expect(high.x).toBeCloseTo(5.2);
    expect(high.y).toBe(6.5);
  });

  it('holds tape, lamps and beacons', () => {
    const floor = {
      lines: [
        {
          points: [
            { x: -3, y: 0 },
            { x: 1, y: 0 },
          ],
          width: 0.02,
        },
      ],
      lamps: [{ x: 0, y: 4 }],
      beacons: [{ x: 2, y: -5 }],
    };
    expect(extentOf(scene({ robots: [], floor }), null)).toEqual({
      low: { x: -3.01, y: -5 },
      high: { x: 2, y: 4 },
    });
  });

  it('has a size where there is nothing, or only one place', () => {
    expect(extentOf(scene({ robots: [] }), null)).toEqual({
      low: { x: -0.6, y: -0.6 },
      high: { x: 0.6, y: 0.6 },
    });
  });

  it('holds what moved where it is now', () => {
    const there = scene({
      robots: [],
      things: [{ kind: 'box', id: 'b', at: { x: 0, y: 0 }, heading: 0, size: [0.6, 0.8] }],
    });
    const moved = frame([], { moved: [{ id: 'b', at: { x: 10, y: 0 }, heading: 0 }] });
    expect(extentOf(there, moved).high.x).toBeCloseTo(10.6);
  });

  it('is widened by a share of itself', () => {
    const wide = widened({ low: { x: 0, y: 0 }, high: { x: 2, y: 4 } }, 0.5);
    expect(wide).toEqual({ low: { x: -1, y: -2 }, high: { x: 3, y: 6 } });
  });
});
