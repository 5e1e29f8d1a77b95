import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import type { WorldSpec } from '../../../sim/scenario/scenario.js';
import { World } from '../../../sim/world/world.js';
import { distance, moveAlongArc, type Pose } from '../../../src/math/geometry.js';
import { drawn } from '../../support/effort.js';
import { dutyFor, EMPTY, ORIGIN, PLANT, ride, SCOUT, wallAt } from '../bodies.js';

const BRISK = { ...PLANT, acceleration: 1000 };

describe('World, free driving', () => {
  it('follows the exact arc of every step to 1e-9', () => {
    const speed = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    const heading = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(speed, speed, heading, (left, right, start) => {
        const from = { x: 1, y: -2, heading: start };
        const { world, run } = ride(EMPTY, from, { left, right }, BRISK);
        const shadow = new Drivetrain(SCOUT, BRISK);
        shadow.command(0, { left: dutyFor(left), right: dutyFor(right) });
        let expected: Pose = from;
        run(0.5, (at) => {
          const { forward, turned } = shadow.overGround(shadow.advance(at - 0.005, at));
          expected = moveAlongArc(expected, forward, turned);
          expect(distance(world.poseOf('a'), expected)).toBeLessThan(1e-9);
          expect(Math.sin(world.poseOf('a').heading - expected.heading)).toBeCloseTo(0, 9);
        });
      }),
      { numRuns: drawn(30) },
    );
  });

  it('closes a circle after 2π of turning', () => {
    // v/ω = 0.2/2 = 0.1 m; wheels v ∓ ω·track/2; no ramp, so that the circle is whole.
    const world = new World(EMPTY);
    const plant = { ...PLANT, acceleration: 1e9 };
    const drivetrain = new Drivetrain(SCOUT, plant);
    world.addRobot('a', SCOUT, ORIGIN, drivetrain);
    drivetrain.command(0, { left: dutyFor(0.2 - 0.141), right: dutyFor(0.2 + 0.141) });
    for (let i = 0; i < 628; i++) world.advance((i * Math.PI) / 628, ((i + 1) * Math.PI) / 628);
    const { x, y, heading } = world.poseOf('a');
    expect(Math.hypot(x, y)).toBeLessThan(1e-7);
    expect(heading).toBeCloseTo(0, 6);
    expect(world.velocityOf('a').angular).toBeCloseTo(2, 9);
    expect(world.velocityOf('a').x).toBeCloseTo(0.2, 6);
  });

  it('rotates with the world', () => {
    const wheels = { left: 0.3, right: 0.2 };
    const plain = ride(EMPTY, ORIGIN, wheels);
    const turned = ride(EMPTY, { x: 0, y: 0, heading: Math.PI / 2 }, wheels);
    plain.run(2);
    turned.run(2);
    expect(turned.world.poseOf('a').x).toBeCloseTo(-plain.world.poseOf('a').y, 9);
    expect(turned.world.poseOf('a').y).toBeCloseTo(plain.world.poseOf('a').x, 9);
  });

  it('ends at the same pose with short and with long steps', () => {
    const end = (steps: number) => {
      const world = new World(EMPTY);
      const drivetrain = new Drivetrain(SCOUT, { ...BRISK, acceleration: 1e9 });
      world.addRobot('a', SCOUT, ORIGIN, drivetrain);
      drivetrain.command(0, { left: dutyFor(0.1), right: dutyFor(0.3) });
      for (let i = 0; i < steps; i++) world.advance(i / steps, (i + 1) / steps);
      return world.poseOf('a');
    };
    expect(distance(end(200), end(1000))).toBeLessThan(1e-8);
  });

  it('is exact among posts that it does not touch', () => {
    const posts = {
      radius: 0.05,
      at: [
        { x: 0.5, y: 0.15 },
        { x: 0.5, y: -0.15 },
      ],
    };
    const among = ride({ ...EMPTY, posts }, ORIGIN, { left: 0.3, right: 0.3 });
    const alone = ride(EMPTY, ORIGIN, { left: 0.3, right: 0.3 });
    among.run(4);
    alone.run(4);
    expect(among.world.poseOf('a')).toEqual(alone.world.poseOf('a'));
    expect(among.world.contactsOf('a')).toBe(0);
  });
});

describe('World, gaps and rays', () => {
  const spec: WorldSpec = {
    ...wallAt(2),
    circles: [{ at: { x: 0, y: 1 }, radius: 0.2 }],
    boxes: [{ at: { x: -1, y: 0 }, size: [0.4, 0.2], heading: Math.PI / 2, movable: false }],
    posts: { radius: 0.1, at: [{ x: 0, y: -1.5 }] },
  };
  const at = (pose: Pose) => ride(spec, pose, { left: 0, right: 0 }).world;

  it('knows the gap to the nearest of walls, circles, boxes and posts', () => {
    expect(at(ORIGIN).clearanceOf('a')).toBeCloseTo(0.8 - 0.09, 12);
    expect(at({ x: 1.5, y: 0.3, heading: 0 }).clearanceOf('a')).toBeCloseTo(0.5 - 0.09, 12);
    expect(at({ x: -0.6, y: 0, heading: 0 }).clearanceOf('a')).toBeCloseTo(0.3 - 0.09, 12);
    expect(at({ x: 0, y: -1.2, heading: 0 }).clearanceOf('a')).toBeCloseTo(0.2 - 0.09, 12);
    expect(ride(EMPTY, ORIGIN, { left: 0, right: 0 }).world.clearanceOf('a')).toBeNull();
    // The nearer middle is not the nearer rim.
    const sizes = [
      { at: { x: 0.5, y: 0 }, radius: 0.01 },
      { at: { x: -0.9, y: 0 }, radius: 0.6 },
    ];
    const { world } = ride({ ...EMPTY, circles: sizes }, ORIGIN, { left: 0, right: 0 });
    expect(world.clearanceOf('a')).toBeCloseTo(0.3 - 0.09, 12);
  });

  it('casts rays to the rim of things, past the robot itself', () => {
    const world = at(ORIGIN);
    expect(world.rayCast({ x: 0, y: 0 }, 0, 5, 'a')).toBeCloseTo(2, 9);
    expect(world.rayCast({ x: 0, y: 0 }, Math.PI / 2, 5, 'a')).toBeCloseTo(0.8, 9);
    expect(world.rayCast({ x: 0, y: 0 }, Math.PI, 5, 'a')).toBeCloseTo(0.9, 9);
    expect(world.rayCast({ x: 0, y: 0 }, 0, 1.9, 'a')).toBeNull();
    expect(world.rayCast({ x: 0.5, y: 0 }, Math.PI, 5)).toBeCloseTo(0.5 - 0.09, 9);
  });

  it('finds room outside of things only', () => {
    const world = at(ORIGIN);
    expect(world.isFree({ x: 1, y: 0 }, 0.5)).toBe(true);
    expect(world.isFree({ x: 1.6, y: 0 }, 0.5)).toBe(false);
    for (const p of [
      { x: -1, y: 0 },
      { x: 0, y: 1 },
      { x: 0, y: -1.5 },
      { x: 0.05, y: 0 },
    ]) {
      expect(world.isFree(p, 0.001)).toBe(false);
    }
  });

  it('moves a robot, which drives on from there', () => {
    const { world, run } = ride(wallAt(0.3), ORIGIN, { left: 0.3, right: 0.3 });
    run(3);
    world.place('a', { x: 5, y: 5, heading: Math.PI / 2 });
    expect(world.poseOf('a')).toEqual({ x: 5, y: 5, heading: Math.PI / 2 });
    run(1);
    expect(world.poseOf('a').x).toBeCloseTo(5, 9);
    expect(world.poseOf('a').y).toBeCloseTo(5.3, 9);
    expect(world.contactsOf('a')).toBe(1);
  });
});
