import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../sim/plant/drivetrain.js';
import { World } from '../../sim/world/world.js';
import { dutyFor, EMPTY, ORIGIN, PLANT, ride, SCOUT, wallAt } from './bodies.js';

const BRISK = { ...PLANT, acceleration: 1000 };

describe('World, walls', () => {
  it('stops a robot within 1 mm of touching, while its encoders count on', () => {
    for (const heading of [0, 0.001]) {
      const { world, drivetrain, run } = ride(
        wallAt(0.5),
        { x: 0, y: 0, heading },
        { left: 0.5, right: 0.5 },
      );
      let nearest = Number.POSITIVE_INFINITY;
      run(4, () => {
        nearest = Math.min(nearest, 0.5 - world.poseOf('a').x);
      });
      expect(Math.abs(nearest - SCOUT.chassis.radius)).toBeLessThan(0.001);
      expect(Math.abs(0.5 - world.poseOf('a').x - SCOUT.chassis.radius)).toBeLessThan(0.001);
      // 4 s at 0.5 m/s less the ramp's 0.125 m.
      expect(drivetrain.encoderCounts.left).toBe(Math.floor((1.875 / (Math.PI * 0.07)) * 1437));
      expect(world.contactsOf('a')).toBe(1);
      expect(world.clearanceOf('a')).toBeLessThan(0.001);
      // The wheels roll, the body does not.
      expect(drivetrain.velocityAt(0).x).toBeCloseTo(0.5, 9);
      expect(Math.hypot(world.velocityOf('a').x, world.velocityOf('a').y)).toBeLessThan(0.02);
    }
  });

  it('lets a robot turn that presses against it', () => {
    // (0.5 − 0.3) / 0.141 = 1.42 rad/s, a little braked by the friction at the wall.
    const { world, run } = ride(wallAt(0.1), { x: 0, y: 0, heading: -0.5 }, { left: 0.3, right: 0.5 }, BRISK);
    run(0.5);
    expect(world.contactsOf('a')).toBe(1);
    expect(world.poseOf('a').heading + 0.5).toBeGreaterThan(0.6);
    expect(world.poseOf('a').heading + 0.5).toBeLessThan(0.72);
  });

  it('and a circle, a post or a solid mover stop it where they touch', () => {
    const round = { at: { x: 0.5, y: 0 }, radius: 0.1 };
    const mover = { id: 'm', waypoints: [round.at], speed: 0, radius: 0.1, solid: true };
    for (const part of [
      { circles: [round] },
      { posts: { radius: 0.1, at: [round.at] } },
      { movers: [mover] },
    ]) {
      const { world, run } = ride({ ...EMPTY, ...part }, ORIGIN, { left: 0.5, right: 0.5 });
      expect(world.clearanceOf('a')).toBeCloseTo(0.5 - 0.1 - 0.09, 9);
      run(2);
      expect(world.poseOf('a').x).toBeCloseTo(0.31, 3);
      expect(world.clearanceOf('a')).toBe(0);
      expect(world.contactsOf('a')).toBe(1);
    }
  });

  it('counts one contact each time it comes back, and one for a corner of two links', () => {
    const corner = [
      { x: 0.3, y: -1 },
      { x: 0.3, y: 0 },
      { x: 0.3, y: 1 },
    ];
    const { world, drivetrain, run } = ride({ ...EMPTY, walls: [corner] }, ORIGIN, { left: 0.3, right: 0.3 });
    run(2);
    expect(world.contactsOf('a')).toBe(1);
    drivetrain.command(2, { left: dutyFor(-0.3), right: dutyFor(-0.3) });
    run(2);
    expect(world.clearanceOf('a')).toBeGreaterThan(0.1);
    drivetrain.command(4, { left: dutyFor(0.3), right: dutyFor(0.3) });
    run(3);
    expect(world.contactsOf('a')).toBe(2);
  });

  it('is as solid from behind, and so is every corner of a closed arena', () => {
    const square = [0, 1, 2, 3, 4].map((i) => ({
      x: i % 4 === 1 || i % 4 === 2 ? 0.5 : -0.5,
      y: i % 4 > 1 ? 0.5 : -0.5,
    }));
    for (const wall of [square, [...square].reverse()]) {
      for (let heading = -3; heading < 3.2; heading += 0.25) {
        const { world, run } = ride(
          { ...EMPTY, walls: [wall] },
          { x: 0, y: 0, heading },
          { left: 0.5, right: 0.5 },
        );
        run(4);
        const { x, y } = world.poseOf('a');
        expect(Math.max(Math.abs(x), Math.abs(y)) - 0.41).toBeLessThan(0.001);
        expect(Math.max(Math.abs(x), Math.abs(y)) - 0.41).toBeGreaterThan(-0.001);
      }
    }
  });

  it('stops a fast robot', () => {
    const world = new World(wallAt(0.5));
    const drivetrain = new Drivetrain(SCOUT, PLANT, 20);
    world.addRobot('a', SCOUT, ORIGIN, drivetrain);
    for (let i = 0; i < 200; i++) world.advance(i / 200, (i + 1) / 200);
    expect(world.poseOf('a').x).toBeCloseTo(0.41, 3);
  });

  it('lets a robot drive away again without any loss', () => {
    const { world, drivetrain, run } = ride(wallAt(0.3), ORIGIN, { left: 0.3, right: 0.3 });
    run(2);
    const { x } = world.poseOf('a');
    drivetrain.command(2, { left: dutyFor(-0.3), right: dutyFor(-0.3) });
    run(2);
    // Through zero in 0.3 s forward, then 0.3 s of ramp and 1.4 s of 0.3 m/s back.
    expect(x - world.poseOf('a').x).toBeCloseTo(0.045 + 1.4 * 0.3, 3);
  });

  it('lets a robot slide along that meets it at a slant', () => {
    const { world, run } = ride(wallAt(0.2), { x: 0, y: 0, heading: 1.2 }, { left: 0.3, right: 0.3 });
    run(5);
    expect(world.poseOf('a').x).toBeLessThan(0.2 - SCOUT.chassis.radius + 0.001);
    expect(world.poseOf('a').y).toBeGreaterThan(0.6);
    expect(world.contactsOf('a')).toBe(1);
  });
});
