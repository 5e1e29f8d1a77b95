/** Other things stand in a world from an instant on: nothing new where a robot is, and the rest as it was. */
import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import { EMPTY_FLOOR, type WorldSpec } from '../../../sim/scenario/scenario.js';
import { KinematicWorld } from '../../../sim/world/kinematicWorld.js';
import { World } from '../../../sim/world/world.js';
import { PLANT, SCOUT } from '../bodies.js';

const circle = (x: number, radius = 0.05) => ({ at: { x, y: 0 }, radius });
/** The robot's rim is 90 mm from its middle, and 10 mm in this post. */
const TOUCHED: WorldSpec = { ...EMPTY_FLOOR, circles: [circle(0.13)] };

for (const Kind of [World, KinematicWorld])
  describe(`a ${Kind.name}`, () => {
    const made = () => {
      const world = new Kind(TOUCHED);
      world.addRobot('a', SCOUT, { x: 0, y: 0, heading: 0 }, new Drivetrain(SCOUT, PLANT));
      return world;
    };

    it('is changed elsewhere, although the robot touches what stood there before', () => {
      const world = made();
      expect(world.rearrange({ ...TOUCHED, circles: [...TOUCHED.circles, circle(1)] })).toBeUndefined();
      expect(world.isFree({ x: 1, y: 0 }, 0.01)).toBe(false);
      expect(world.rayCast({ x: 0, y: 0 }, Math.PI, 3, 'a')).toBeNull();
      const wall = [
        { x: -1, y: -1 },
        { x: -1, y: 1 },
      ];
      expect(world.rearrange({ ...world.spec, walls: [wall] })).toBeUndefined();
      expect(world.rayCast({ x: 0, y: 0 }, Math.PI, 3, 'a')).toBeCloseTo(1, 6);
    });

    it('has room where something is gone', () => {
      const world = made();
      expect(world.rearrange(EMPTY_FLOOR)).toBeUndefined();
      expect(world.rayCast({ x: 0, y: 0 }, 0, 3, 'a')).toBeNull();
      expect(world.obstacles()).toEqual([]);
    });

    it('takes nothing new where the robot stands, and stays as it was', () => {
      const world = made();
      expect(world.rearrange({ ...TOUCHED, circles: [circle(-0.1)] })).toBe(
        'a stands where something is to be',
      );
      expect(world.spec).toBe(TOUCHED);
      expect(world.rayCast({ x: 0, y: 0 }, Math.PI, 3, 'a')).toBeNull();
    });

    it('keeps its boxes and movers, or moves them', () => {
      const box = { at: { x: 1, y: 1 }, size: [0.1, 0.1] as const, heading: 0, movable: true };
      const world = new Kind({ ...EMPTY_FLOOR, boxes: [box] });
      expect(world.rearrange(EMPTY_FLOOR)).toMatch(/boxes and movers may be moved/);
      expect(
        world.rearrange({ ...EMPTY_FLOOR, boxes: [box, { ...box, at: { x: 2, y: 1 } }] }),
      ).toBeUndefined();
      expect(world.snapshot().boxes).toHaveLength(2);
      const [, second] = world.spec.boxes;
      const moved = { ...box, at: { x: 0.5, y: 0 }, heading: 1 };
      expect(world.rearrange({ ...world.spec, boxes: [moved, ...(second ? [second] : [])] })).toBeUndefined();
      expect(world.snapshot().boxes[0]?.at).toEqual({ x: 0.5, y: 0 });
      const smaller = { ...box, size: [0.05, 0.1] as const };
      expect(world.rearrange({ ...world.spec, boxes: [smaller, ...(second ? [second] : [])] })).toMatch(
        /may be moved/,
      );
    });
  });
