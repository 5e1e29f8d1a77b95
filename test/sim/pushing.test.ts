import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../sim/plant/drivetrain.js';
import type { WorldSpec } from '../../sim/scenario/scenario.js';
import { World } from '../../sim/world/world.js';
import { distance } from '../../src/math/geometry.js';
import { dutyFor, EMPTY, ORIGIN, PLANT, ride, SCOUT } from './bodies.js';

describe('World, boxes', () => {
  const boxAhead = (side: number, movable: boolean): WorldSpec => ({
    ...EMPTY,
    boxes: [{ at: { x: 0.2 + side / 2, y: 0 }, size: [side, side], heading: 0, movable }],
  });
  const pushed = (side: number, movable: boolean) => {
    const { world, drivetrain, run } = ride(boxAhead(side, movable), ORIGIN, { left: 0.3, right: 0.3 });
    run(4);
    const box = world.snapshot().boxes[0];
    return { world, drivetrain, by: (box?.at.x ?? 0) - 0.2 - side / 2 };
  };

  it('a light one is pushed ahead', () => {
    const { world, by } = pushed(0.2, true);
    expect(by).toBeGreaterThan(0.9);
    expect(world.contactsOf('a')).toBe(1);
    expect(world.clearanceOf('a')).toBeLessThan(0.001);
  });

  it('one whose friction exceeds the tyres’ grip stays, and the wheels spin', () => {
    // 0.3 · 10 kg/m² · 0.25 m² · g = 7.4 N against 0.8 · 0.45 kg · g = 3.5 N.
    const { world, drivetrain, by } = pushed(0.5, true);
    expect(by).toBeLessThan(0.002);
    expect(world.poseOf('a').x).toBeLessThan(0.2 - 0.09 + 0.003);
    expect(drivetrain.wheelSpeeds.left).toBeCloseTo(0.3, 6);
  });

  it('a fixed one stays where it is', () => {
    const { world, by } = pushed(0.2, false);
    expect(by).toBeCloseTo(0, 12);
    expect(world.poseOf('a').x).toBeCloseTo(0.2 - 0.09, 3);
  });

  it('a pushed one comes to rest when it is left alone', () => {
    const { world, drivetrain, run } = ride(boxAhead(0.2, true), ORIGIN, { left: 0.5, right: 0.5 });
    run(2);
    drivetrain.command(2, { left: 0, right: 0 });
    run(1);
    const rest = world.snapshot();
    run(1);
    expect(world.snapshot()).toEqual(rest);
  });
});

describe('World, robots and movers', () => {
  const twoRobots = (apart = 1) => {
    const world = new World(EMPTY);
    for (const [id, x, heading] of [
      ['a', 0, 0],
      ['b', apart, Math.PI],
    ] as const) {
      const drivetrain = new Drivetrain(SCOUT, PLANT);
      world.addRobot(id, SCOUT, { x, y: 0, heading }, drivetrain);
      drivetrain.command(0, { left: 0.5, right: 0.5 });
    }
    return world;
  };

  it('two robots head on stop each other in the middle, one contact each', () => {
    for (const apart of [1, 1.001, 1.002, 1.003, 1.004]) {
      const world = twoRobots(apart);
      for (let i = 0; i < 400; i++) {
        world.advance(i / 200, (i + 1) / 200);
        expect(distance(world.poseOf('a'), world.poseOf('b'))).toBeGreaterThan(0.18 - 0.0005);
        expect(world.clearanceOf('a')).toBeGreaterThanOrEqual(0);
      }
      expect(world.poseOf('a').x).toBeCloseTo(apart / 2 - 0.09, 2);
      expect([world.contactsOf('a'), world.contactsOf('b')]).toEqual([1, 1]);
      expect(world.clearanceOf('a')).toBe(world.clearanceOf('b'));
    }
  });

  it('a robot that is pushed slips on its locked wheels, and rolls again when left alone', () => {
    const world = new World(EMPTY);
    const pusher = new Drivetrain(SCOUT, PLANT, 0.5);
    const parked = new Drivetrain(SCOUT, PLANT);
    world.addRobot('a', SCOUT, ORIGIN, pusher);
    world.addRobot('b', SCOUT, { x: 0.3, y: 0, heading: 0 }, parked);
    for (let i = 0; i < 400; i++) world.advance(i / 200, (i + 1) / 200);
    const moved = world.poseOf('b').x;
    expect(moved).toBeGreaterThan(0.3);
    expect(parked.encoderCounts.left).toBe(0);
    parked.command(2, { left: dutyFor(0.5), right: dutyFor(0.5) });
    for (let i = 400; i < 800; i++) world.advance(i / 200, (i + 1) / 200);
    expect(world.poseOf('b').x - moved).toBeGreaterThan(0.8);
  });

  it('a solid mover shoves a standing robot aside, a mere target does not', () => {
    const mover = {
      id: 'm',
      waypoints: [
        { x: -1, y: 0 },
        { x: 1, y: 0 },
      ],
      speed: 0.2,
      radius: 0.05,
    };
    const shoved = ride({ ...EMPTY, movers: [{ ...mover, solid: true }] }, ORIGIN, { left: 0, right: 0 });
    shoved.run(6);
    expect(shoved.world.contactsOf('a')).toBe(1);
    expect(shoved.world.poseOf('a').x).toBeCloseTo(0.2 + 0.14, 2);
    expect(shoved.drivetrain.encoderCounts.left).toBe(0);
    const target = ride({ ...EMPTY, movers: [{ ...mover, solid: false }] }, ORIGIN, { left: 0, right: 0 });
    target.run(6);
    expect(target.world.poseOf('a')).toEqual(ORIGIN);
    expect(target.world.clearanceOf('a')).toBeNull();
    expect(target.world.snapshot().movers[0]?.at.x).toBeCloseTo(0.2, 9);
  });

  it('the same run twice gives the same bytes', () => {
    const run = () => {
      const world = twoRobots();
      const log: unknown[] = [];
      for (let i = 0; i < 600; i++) {
        world.advance(i / 200, (i + 1) / 200);
        log.push(world.poseOf('a'), world.velocityOf('b'), world.clearanceOf('a'));
      }
      return JSON.stringify(log);
    };
    expect(run()).toBe(run());
  });

  it('reports an unknown robot id, and a repeated one', () => {
    const world = twoRobots();
    expect(() => world.poseOf('c')).toThrow('there is no robot c');
    expect(() => world.addRobot('a', SCOUT, ORIGIN, new Drivetrain(SCOUT, PLANT))).toThrow('already');
  });
});
