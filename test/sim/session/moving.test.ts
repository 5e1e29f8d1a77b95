import { describe, expect, it } from 'vitest';
import { distance } from '../../../src/math/geometry.js';
import { opened, STRAIGHT, speedOf } from './opened.js';

const ROOM = `
sensing: truth
world:
  walls: [[[3, -1], [3, 1]]]
  circles: [{ at: [1, 2], radius: 0.2 }]
  posts: { radius: 0.05, at: [[0, 2]] }
  boxes:
    - { at: [-1, 2], size: [0.3, 0.2], heading: 30 deg }
    - { at: [-2, 2], size: [0.2, 0.2], movable: true }
  movers: [{ id: ball, waypoints: [[-1, -2], [1, -2]], speed: 0.2 m/s, solid: true }]
robots:
  - { id: a, robot: scout, safety: { collisionMonitor: off }, at: { speed: 0.4 }, mission: { seek: { target: [9, 0] } } }
`;

describe('the floor of a scene', () => {
  it('has the tape, the lamps and the beacons of its world', () => {
    const world = `world:
  lines: [{ points: [[0, 0], [1, 0]], width: 20 mm }]
  lights: [{ at: [1, 2] }]
  beacons: [{ at: [3, 4] }]
`;
    expect(opened(ROOM.replace('world:\n', world)).scene().floor).toEqual({
      lines: [
        {
          points: [
            { x: 0, y: 0 },
            { x: 1, y: 0 },
          ],
          width: 0.02,
        },
      ],
      lamps: [{ x: 1, y: 2 }],
      beacons: [{ x: 3, y: 4 }],
    });
  });

  it('is missing where nothing lies on it', () => {
    expect(opened(ROOM).scene()).not.toHaveProperty('floor');
  });
});

describe('things of a scene', () => {
  it('have the ways of movers, and the area where robots are put back', () => {
    const scene = opened(`respawn: { inside: [[1, 2], [3, 4]] }\n${ROOM}`).scene();
    expect(scene.putBack).toEqual([{ x: 1, y: 2 }, { x: 3, y: 4 }]); // biome-ignore format: one line
    const [ball] = scene.things.filter(({ id }) => id === 'ball');
    expect(ball?.kind === 'mover' && ball.track).toEqual([{ x: -1, y: -2 }, { x: 1, y: -2 }]); // biome-ignore format: one line
    expect(opened(ROOM).scene()).not.toHaveProperty('putBack');
  });

  it('have names, places and sizes', () => {
    expect(opened(ROOM).scene().things).toMatchObject([
      {
        kind: 'wall',
        id: 'walls.0',
        points: [
          { x: 3, y: -1 },
          { x: 3, y: 1 },
        ],
      },
      { kind: 'circle', id: 'circles.0', at: { x: 1, y: 2 }, radius: 0.2 },
      { kind: 'box', id: 'boxes.0', at: { x: -1, y: 2 }, size: [0.3, 0.2] },
      { kind: 'box', id: 'boxes.1', at: { x: -2, y: 2 } },
      { kind: 'circle', id: 'posts.0', at: { x: 0, y: 2 }, radius: 0.05 },
      { kind: 'mover', id: 'ball', at: { x: -1, y: -2 }, radius: 0.05, solid: true },
    ]);
  });

  it('show their new places, and are back in place with the next scene', () => {
    const { pass, say, frame, scene } = opened(ROOM);
    pass(1);
    expect(frame().moved).toMatchObject([{ id: 'ball', at: { y: -2 } }]);
    say({ kind: 'move', id: 'circles.0', to: { x: 1, y: 1 } });
    say({ kind: 'move', id: 'boxes.0', to: { x: -1, y: 1 }, heading: 1 });
    say({ kind: 'move', id: 'walls.0', to: { x: 3, y: -2 } });
    pass(0.1);
    expect(frame().moved).toEqual(
      expect.arrayContaining([
        { id: 'circles.0', at: { x: 1, y: 1 }, heading: 0 },
        { id: 'boxes.0', at: { x: -1, y: 1 }, heading: 1 },
        { id: 'walls.0', at: { x: 3, y: -2 }, heading: 0 },
      ]),
    );
    say({ kind: 'tune', id: '0/robot.limits.speed', value: 0.3 });
    pass(0.02);
    expect(frame().moved.map(({ id }) => id)).toEqual([]);
    expect(scene().things).toContainEqual({
      kind: 'circle',
      id: 'circles.0',
      at: { x: 1, y: 1 },
      radius: 0.2,
    });
    expect(scene().things[0]).toMatchObject({
      points: [
        { x: 3, y: -2 },
        { x: 3, y: 0 },
      ],
    });
  });
});

describe('an obstacle that is dragged into the way', () => {
  it('is seen: a robot that avoids obstacles drives round it', () => {
    const avoiding = ROOM.replace(
      '{ seek: { target: [9, 0] } }',
      '{ prioritize: [{ avoidObstacles: {} }, { seek: { target: [9, 0] } }] }',
    );
    const { pass, say, robot, session } = opened(avoiding);
    say({ kind: 'move', id: 'circles.0', to: { x: 1, y: 0.02 } });
    pass(4);
    expect(robot().tick?.contributions.length).toBeGreaterThan(0);
    expect(robot().truth?.x).toBeGreaterThan(1.1);
    expect(session.current.robots[0]?.body.touches.length).toBe(0);
  });

  it('is seen by range sensors', () => {
    const { pass, say, robot } = opened(ROOM.replace('speed: 0.4', 'speed: 0'), { paused: true });
    say({ kind: 'move', id: 'posts.0', to: { x: 0.5, y: 0 } });
    for (let n = 0; n < 3; n++) say({ kind: 'step' });
    pass(0.02);
    expect(robot().ranges.front?.distances[0]).toBeCloseTo(0.37, 2);
  });

  const THINGS = {
    'circles.0': 'a round obstacle',
    'posts.0': 'a post',
    'boxes.0': 'a box',
    'boxes.1': 'a box',
    ball: 'the ball',
  };
  for (const [id, words] of Object.entries(THINGS)) {
    it(`is run into, and named: ${id}`, () => {
      const { pass, say, robot, news } = opened(ROOM);
      say({ kind: 'move', id, to: { x: 1, y: 0 } });
      pass(1);
      say({ kind: 'move', id, to: { x: 1, y: 0 } });
      pass(3);
      expect(news()).toContain(`a touches ${words}`);
      if (id !== 'boxes.1') expect(robot().truth?.x).toBeLessThan(id === 'ball' ? 1.5 : 1.1);
    });
  }

  it('is run into: a wall', () => {
    const { pass, say, robot, news } = opened(ROOM);
    say({ kind: 'move', id: 'walls.0', to: { x: 1, y: -1 } });
    pass(4);
    expect(news()).toContain('a touches a wall');
    expect(robot().truth?.x).toBeLessThan(0.92);
  });

  it('is no longer at its old place', () => {
    const { pass, say, robot, session } = opened(ROOM);
    for (const id of ['walls.0', 'circles.0', 'posts.0']) say({ kind: 'move', id, to: { x: 1, y: 4 } });
    pass(7);
    expect(robot().truth?.x).toBeGreaterThan(3);
    expect(session.current.robots[0]?.body.touches.length).toBe(0);
    expect(session.current.run.world.isFree({ x: 1, y: 2 }, 0.1)).toBe(true);
    expect(session.current.run.world.isFree({ x: 1, y: 4 }, 0.1)).toBe(false);
  });

  it('cannot be put onto a robot', () => {
    const { pass, say, news, frame } = opened(ROOM, { paused: true });
    for (const id of ['circles.0', 'boxes.0', 'posts.0']) say({ kind: 'move', id, to: { x: 0.1, y: 0 } });
    say({ kind: 'move', id: 'walls.0', to: { x: 0.05, y: -1 } });
    pass(0.02);
    expect(frame().moved).toEqual([]);
    expect(news()).toEqual(['move refused: a stands there']);
  });
});

describe('a moved robot', () => {
  it('drives on from there with its mission', () => {
    const one = opened(STRAIGHT);
    one.pass(1);
    one.say({ kind: 'goTo', at: { x: -1, y: 2 } });
    one.say({ kind: 'move', id: 'a', to: { x: -1, y: 0 }, heading: Math.PI / 2 });
    one.pass(0.1);
    expect(one.robot().truth?.heading).toBeCloseTo(Math.PI / 2, 1);
    expect(distance(one.robot().tick?.estimate.pose ?? { x: 9, y: 9 }, { x: -1, y: 0 })).toBeLessThan(0.1);
    one.pass(1);
    expect(speedOf(one)).toBeGreaterThan(0.3);
    expect(one.robot().truth?.x).toBeCloseTo(-1, 1);
    expect(one.robot().truth?.y).toBeGreaterThan(0.3);
  });

  it('keeps its heading unless given, and the move is no travel', async () => {
    const one = opened(STRAIGHT.replace('robots', 'duration: 2 s\nrobots'));
    one.pass(0.5);
    one.say({ kind: 'move', id: 'a', to: { x: 0, y: 50 } });
    one.pass(0.02);
    expect(one.robot().truth?.heading).toBeCloseTo(0, 2);
    one.pass(2);
    expect((await one.session.judged).robots[0]?.distanceTravelled).toBeLessThan(2);
  });

  it('cannot be put into anything', () => {
    const { pass, say, news, robot } = opened(ROOM, { paused: true });
    say({ kind: 'move', id: 'a', to: { x: 1, y: 2.1 } });
    say({ kind: 'move', id: 'a', to: { x: Number.NaN, y: 0 } });
    say({ kind: 'move', id: 'nobody', to: { x: 1, y: 0 } });
    pass(0.02);
    expect(robot().truth).toMatchObject({ x: 0, y: 0 });
    expect(news()).toEqual([
      'move refused: a has no room there',
      'move refused: the position is not finite',
      "move refused: there is no 'nobody'",
    ]);
  });
});
