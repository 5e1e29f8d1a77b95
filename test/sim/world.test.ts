import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../sim/drivetrain.js';
import type { WorldSpec } from '../../sim/scenario.js';
import { World } from '../../sim/world.js';
import { distance, moveAlongArc, type Pose } from '../../src/geometry.js';
import { dutyFor, EMPTY, PLANT, ride, SCOUT } from './bodies.js';

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };
const BRISK = { ...PLANT, acceleration: 1000 };
const wallAt = (x: number): WorldSpec => ({
  ...EMPTY,
  walls: [
    [
      { x, y: -1 },
      { x, y: 1 },
    ],
  ],
});

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
      { numRuns: 30 },
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

  it('ends step by step where fewer, longer steps end', () => {
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
      expect(drivetrain.rolling.linear).toBeCloseTo(0.5, 9);
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

  it('is as solid from behind, and so is a closed arena in every corner of which a robot presses', () => {
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

  it('does not let through a fast robot', () => {
    const world = new World(wallAt(0.5));
    const drivetrain = new Drivetrain(SCOUT, PLANT, 20);
    world.addRobot('a', SCOUT, ORIGIN, drivetrain);
    for (let i = 0; i < 200; i++) world.advance(i / 200, (i + 1) / 200);
    expect(world.poseOf('a').x).toBeCloseTo(0.41, 3);
  });

  it('is driven away from again without losing anything', () => {
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

  it('names a robot that is not there, and one that is there twice', () => {
    const world = twoRobots();
    expect(() => world.poseOf('c')).toThrow('there is no robot c');
    expect(() => world.addRobot('a', SCOUT, ORIGIN, new Drivetrain(SCOUT, PLANT))).toThrow('already');
  });
});

describe('World, looking round', () => {
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

  it('knows where there is room, inside of things not', () => {
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

  it('places a robot elsewhere, and it drives on from there', () => {
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
