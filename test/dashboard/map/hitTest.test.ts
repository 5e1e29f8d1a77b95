import { describe, expect, it } from 'vitest';
import { draggableAt, robotAt } from '../../../src/dashboard/page/map/pointing/hitTest.js';
import { locateRobots } from '../../../src/scene/located.js';
import { at, frame, placed, robot, scene } from '../../support/viewFixtures.js';

const there = scene({
  robots: [robot('shade', { ghost: true }), robot('a'), robot('b')],
  things: [
    { kind: 'circle', id: 'disc', at: { x: 2, y: 0 }, radius: 0.3 },
    { kind: 'box', id: 'box', at: { x: 2, y: 0.2 }, heading: Math.PI / 2, size: [0.6, 0.1] },
    {
      kind: 'wall',
      id: 'wall',
      points: [
        { x: 3, y: 0 },
        { x: 3, y: 1 },
      ],
    },
    { kind: 'mover', id: 'ball', at: { x: 4, y: 0 }, radius: 0.2, solid: true },
  ],
});
const now = frame([placed('shade', at(0, 0)), placed('a', at(0, 0)), placed('b', at(0.15, 0))]);
const under = (x: number, y: number, slack = 0) =>
  robotAt(locateRobots(there, now), { x, y }, slack)?.view.id;
const loose = (x: number, y: number, slack = 0) => draggableAt(there, now, { x, y }, slack)?.id;

describe('the robot at a place', () => {
  it('is the nearest whose body is there, and no ghost where another is', () => {
    expect(under(0, 0)).toBe('a');
    expect(under(0.09, 0)).toBe('b');
    expect(under(0.5, 0)).toBeUndefined();
  });

  it('may be small beside a finger', () => {
    expect(under(0.4, 0, 0.3)).toBe('b');
  });
});

describe('what may be dragged from a place', () => {
  it('is a robot before a thing, and the thing that is drawn last', () => {
    expect(loose(0, 0)).toBe('a');
    expect(loose(2, 0.2)).toBe('box');
    expect(loose(2.2, 0.1)).toBe('disc');
  });

  it('is a box as it is turned', () => {
    const turned = scene({
      things: [{ kind: 'box', id: 'box', at: { x: 0, y: 0 }, heading: Math.PI / 6, size: [2, 0.2] }],
    });
    expect(draggableAt(turned, null, { x: 0.8, y: 0.46 }, 0)?.id).toBe('box');
    expect(draggableAt(turned, null, { x: 0.8, y: -0.46 }, 0)).toBeUndefined();
  });

  it('is no wall and no mover', () => {
    expect(loose(3, 0.5, 0.1)).toBeUndefined();
    expect(loose(4, 0)).toBeUndefined();
  });

  it('is where it has been moved to', () => {
    const moved = frame([], { moved: [{ id: 'disc', at: { x: -5, y: 0 }, heading: 0 }] });
    expect(draggableAt(there, moved, { x: -5, y: 0.1 }, 0)).toEqual({ id: 'disc', at: { x: -5, y: 0 } });
  });
});
