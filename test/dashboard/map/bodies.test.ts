import { describe, expect, it } from 'vitest';
import {
  distanceToGoal,
  locateRobots,
  poseOfThing,
  positionOfGoal,
  velocityOf,
} from '../../../src/dashboard/page/map/view/bodies.js';
import type { ThingView } from '../../../src/signals/view.js';
import { at, frame, placed, robot, rolling, scene, tick } from './scenes.js';

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

  it('are found in whatever order a frame has them, and left out while nobody knows their place', () => {
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
