import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import { SmallestGap } from '../../../sim/referee/figures.js';
import type { WorldSpec } from '../../../sim/scenario/scenario.js';
import { KinematicWorld } from '../../../sim/world/kinematicWorld.js';
import type { SimulatedWorld } from '../../../sim/world/simulatedWorld.js';
import { thingName, thingNamed, thingPlaces } from '../../../sim/world/things.js';
import { World } from '../../../sim/world/world.js';
import { EMPTY, ORIGIN, PLANT, SCOUT } from '../bodies.js';

const FULL: WorldSpec = {
  walls: [
    [
      { x: 0, y: 9 },
      { x: 1, y: 9 },
      { x: 1, y: 8 },
    ],
  ],
  circles: [{ at: { x: 3, y: 9 }, radius: 0.3 }],
  boxes: [{ at: { x: 5, y: 9 }, size: [0.6, 0.4], heading: 0, movable: false }],
  posts: {
    radius: 0.1,
    at: [
      { x: 7, y: 9 },
      { x: 8, y: 9 },
    ],
  },
  movers: [
    {
      id: 'ball',
      waypoints: [
        { x: 9, y: 9 },
        { x: 10, y: 9 },
      ],
      speed: 0.1,
      radius: 0.2,
      solid: true,
    },
  ],
};
const NAMES = ['walls.0', 'circles.0', 'boxes.0', 'posts.0', 'posts.1', 'ball'];
const worlds = (): SimulatedWorld[] => [new World(FULL), new KinematicWorld(FULL)];

describe('the things of a world', () => {
  it('have names, and places by their names', () => {
    expect(thingPlaces(FULL).map((place) => thingName(place, FULL))).toEqual(NAMES);
    for (const name of NAMES)
      expect(thingName(thingNamed(FULL, name) ?? { list: 'walls', index: 9 }, FULL)).toBe(name);
    expect(thingNamed(FULL, 'circles.1')).toBeUndefined();
  });

  it.each(NAMES)('are put elsewhere for bodies, rays, gaps and maps alike: %s', (name) => {
    for (const world of worlds()) {
      const gap = () => world.rayCast({ x: -1.9, y: -1.05 }, 0, 2);
      expect(gap()).toBeNull();
      expect(world.isFree({ x: -1, y: -1 }, 0.2)).toBe(true);
      expect(world.putThing(name, { to: { x: -1, y: -1 }, heading: Math.PI / 2 })).toBeUndefined();
      world.advance(0, 0.005);
      expect(world.isFree({ x: -1, y: -1 }, 0.01)).toBe(false);
      if (name !== 'walls.0') expect(gap()).not.toBeNull();
      const near = world.obstacles().filter(({ from: at }) => Math.hypot(at.x + 1, at.y + 1) < 0.5);
      expect(near.length).toBeGreaterThan(0);
      expect(world.obstacles().length).toBe(new KinematicWorld(FULL).obstacles().length);
    }
  });

  it('cannot be put onto robots, but onto ghosts', () => {
    for (const world of worlds()) {
      world.addRobot('ghost', SCOUT, { x: 2, y: 0, heading: 0 }, new Drivetrain(SCOUT, PLANT), true);
      world.addRobot('a', SCOUT, ORIGIN, new Drivetrain(SCOUT, PLANT));
      for (const name of NAMES) {
        expect(world.putThing(name, { to: { x: 0.05, y: 0 }, heading: 0 })).toBe('a stands there');
      }
      expect(world.spec).toEqual(FULL);
      expect(world.putThing('circles.0', { to: { x: 2, y: 0 }, heading: 0 })).toBeUndefined();
      expect(world.putThing('circles.9', { to: { x: 2, y: 0 }, heading: 0 })).toBe("there is no 'circles.9'");
    }
  });

  it('that are put near a robot count in its smallest gap', () => {
    const world = new World(FULL);
    world.addRobot('a', SCOUT, ORIGIN, new Drivetrain(SCOUT, PLANT));
    const gap = new SmallestGap(world, 'a');
    const put = (x: number) => {
      world.putThing('circles.0', { to: { x, y: 0 }, heading: 0 });
      gap.observe();
      return gap.value;
    };
    expect(put(0.5)).toBeCloseTo(0.5 - 0.3 - 0.09, 6);
    // Far off it need not be looked at, until it is put near again.
    expect(put(5)).toBeCloseTo(0.5 - 0.3 - 0.09, 6);
    expect(put(0.4)).toBeCloseTo(0.4 - 0.3 - 0.09, 6);
  });

  it('that move continue from their new place', () => {
    const world = new World(FULL);
    world.advance(0, 0.005);
    world.putThing('ball', { to: { x: 0, y: 0 }, heading: 0 });
    for (let i = 1; i < 201; i++) world.advance(i / 200, (i + 1) / 200);
    const [ball] = world.snapshot().movers;
    expect(ball?.at).toMatchObject({ x: expect.closeTo(0.1, 6), y: expect.closeTo(0, 9) });
    expect(world.rayCast({ x: 0.1, y: -1 }, Math.PI / 2, 2)).toBeCloseTo(0.8, 3);
  });

  it('are pushed from where they are put', () => {
    const spec: WorldSpec = {
      ...EMPTY,
      boxes: [{ at: { x: 5, y: 5 }, size: [0.2, 0.2], heading: 0, movable: true }],
    };
    const world = new World(spec);
    const drivetrain = new Drivetrain(SCOUT, PLANT);
    world.addRobot('a', SCOUT, ORIGIN, drivetrain);
    world.putThing('boxes.0', { to: { x: 0.4, y: 0 }, heading: 0 });
    drivetrain.command(0, { left: 1, right: 1 });
    for (let i = 0; i < 400; i++) world.advance(i / 200, (i + 1) / 200);
    expect(world.snapshot().boxes[0]?.at.x).toBeGreaterThan(0.5);
    expect(world.contactsOf('a')).toBe(1);
  });
});
