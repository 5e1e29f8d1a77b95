import { describe, expect, it } from 'vitest';
import type { WorldSpec } from '../../../sim/scenario/scenario.js';
import { angleOf, distance, length, type Vec2, vec, ZERO } from '../../../src/math/geometry.js';
import type { Obstacle } from '../../../src/signals/signals.js';
import { gapTo } from '../../../src/steering/avoidance/obstacles.js';
import type { Behavior, Percept } from '../../../src/steering/behavior.js';
import { type FollowWallInput, followWall } from '../../../src/steering/behaviors/followWall.js';
import { EMPTY } from '../../sim/bodies.js';
import { percept, SMALL } from '../../support/percept.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../../support/runs.js';
import { near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';

const wall = (from: Vec2, to: Vec2): Obstacle => ({ from, to, radius: 0 });
const FLOOR = wall({ x: -9, y: 0 }, { x: 9, y: 0 });

function ask(obstacles: readonly Obstacle[], changes: Partial<Percept> = {}, input: FollowWallInput = {}) {
  const behavior = followWall(input);
  const given = { body: SMALL, pose: { x: 0, y: 0.18, heading: 0 }, velocity: { x: 0.5, y: 0 }, obstacles };
  return behavior.steer(percept({ forwardSpeed: 0.5, ...given, ...changes }), behavior.start(), ZERO);
}

const beside = (behavior: Behavior, obstacles: readonly Obstacle[]): Behavior => ({
  ...behavior,
  steer: (given, memory, soFar) => behavior.steer({ ...given, obstacles }, memory, soFar),
});

describe('followWall', () => {
  it('on its line along a wall goes straight on at full speed', () => {
    const said = ask([FLOOR]);
    expect(said.desiredVelocity).toEqual(near(0.5, 0));
    expect(said.force).toEqual(near(0, 0));
    expect(said.memory).toEqual({ side: -1 });
  });

  it('seeks the point that lies offset from where it will be, and as far ahead again', () => {
    // At 5 mm in the middle of the tick; 0.5 m/s · (0.1 s + 0.15 s) ahead (0.13, 0) is nearest; target (0.255, 0.3).
    const said = ask([FLOOR], {}, { offset: '300 mm' });
    expect(said.marks?.map((mark) => (mark.kind === 'segment' ? mark.to : mark.at))).toEqual([
      near(0.13, 0.18),
      near(0.13, 0.3),
      near(0.255, 0.3),
    ]);
    expect(angleOf(said.desiredVelocity ?? ZERO)).toBeCloseTo(Math.atan2(0.12, 0.25), 9);
  });

  it('turns round to have the wall on the side that it is told', () => {
    expect(ask([FLOOR], {}, { side: 'left' }).desiredVelocity?.x).toBeLessThan(0);
    expect(ask([FLOOR], {}, { side: 'right' }).desiredVelocity?.x).toBeCloseTo(0.5, 9);
  });

  it('exactly towards a wall turns left', () => {
    const head = { pose: { x: 0, y: 0.3, heading: -Math.PI / 2 }, velocity: { x: 0, y: -0.5 } };
    expect(ask([FLOOR], head).desiredVelocity?.x).toBeGreaterThan(0);
  });

  it('is silent without a wall within reach', () => {
    expect(ask([])).toEqual({ memory: { side: 0 } });
    const far = { pose: { x: 0, y: 1.2, heading: 0 } };
    expect(ask([FLOOR], far).force).toBeUndefined();
    expect(ask([FLOOR], far, { within: 1.3 }).force).toBeDefined();
  });

  it('is at the same place after 1 s at 10, 50 and 240 Hz within 2 % of the way', () => {
    const course = { body: SMALL, seconds: 1, from: { x: 0, y: 0.3 }, velocity: { x: 0.3, y: 0 } };
    const places = [10, 50, 240].map(
      (rate) => endOf(drivePoint(beside(followWall(), [FLOOR]), { ...course, dt: 1 / rate })).pose,
    );
    const way = distance(places[2] ?? ZERO, course.from);
    for (const a of places) for (const b of places) expect(distance(a, b)).toBeLessThan(0.02 * way);
  });

  it('comes to its offset and stays there, from near and from far', () => {
    for (const y of [0.12, 0.18, 0.5, 0.9]) {
      const course = { body: SMALL, dt: 0.02, seconds: 6, from: { x: 0, y }, velocity: { x: 0.3, y: 0 } };
      const { pose, velocity } = endOf(drivePoint(beside(followWall(), [FLOOR]), course));
      expect(pose.y).toBeCloseTo(0.18, 3);
      expect(length(velocity)).toBeCloseTo(0.5, 2);
    }
  });

  const ROOM = [vec(-1.5, -1), vec(1.5, -1), vec(1.5, 0), vec(0.7, 0), vec(0.7, 0.4), vec(1.5, 0.4)];
  const walls = [[...ROOM, vec(1.5, 1.2), vec(-1.5, 1.2), vec(-1.5, -1)]];
  const followed: readonly (readonly [string, WorldSpec, Vec2, 'left' | 'right', readonly Vec2[]])[] = [
    [
      'a room with a niche',
      { ...EMPTY, walls },
      vec(0, -0.8),
      'right',
      [vec(0.5, 0.2), vec(-1.3, 1), vec(-1.3, -0.8)],
    ],
    [
      'the same room the other way',
      { ...EMPTY, walls },
      vec(0, -0.8),
      'left',
      [vec(-1.3, -0.8), vec(-1.3, 1), vec(0.5, 0.2)],
    ],
    [
      'a box',
      { ...EMPTY, boxes: [{ at: ZERO, size: [1, 0.6], heading: 0.3, movable: false }] },
      vec(-1, -0.6),
      'left',
      [vec(0.7, 0.1), vec(0, 0.55), vec(-0.7, -0.1)],
    ],
    [
      'the two sides of a wall',
      { ...EMPTY, walls: [[ZERO, vec(1, 0.6)]] },
      vec(-0.3, -0.3),
      'left',
      [vec(1.2, 0.7), vec(0.4, 0.45)],
    ],
  ];

  it.each(followed)('goes round %s', async (_name, world, from, side, by) => {
    for (const plant of ['a', 'b'] as const) {
      const mission = missionOf({ followWall: { side } });
      const facing =
        side === 'left' && world.boxes.length === 0 && world.walls[0]?.length !== 2 ? Math.PI : 0;
      const at = { ...from, heading: facing };
      const { instants, robot } = await drive(
        sceneOf({ robot: benchmarkBody(plant), mission, at, world, duration: 40 }),
      );
      expect(robot.contacts).toBe(0);
      expect(robot.minClearance ?? 0).toBeGreaterThan(0.03);
      for (const place of by) {
        expect(Math.min(...instants.map(({ pose }) => distance(pose, place)))).toBeLessThan(0.25);
      }
    }
  });

  it('keeps to within 80 mm of its offset round a box', async () => {
    const box = [vec(-0.5, -0.3), vec(0.5, -0.3), vec(0.5, 0.3), vec(-0.5, 0.3)];
    const sides = box.map((from, i) => wall(from, box[(i + 1) % 4] ?? from));
    const world = { ...EMPTY, boxes: [{ at: ZERO, size: [1, 0.6] as const, heading: 0, movable: false }] };
    const mission = missionOf({ followWall: { side: 'left' } });
    const scene = sceneOf({ robot: benchmarkBody('b'), mission, at: vec(-1, -0.6), world, duration: 30 });
    const { instants } = await drive(scene);
    const gaps = instants.slice(250).map(({ pose }) => Math.min(...sides.map((one) => gapTo(pose, one))));
    expect(Math.min(...gaps)).toBeGreaterThan(0.18 - 0.08);
    expect(Math.max(...gaps)).toBeLessThan(0.18 + 0.08);
  });
});
