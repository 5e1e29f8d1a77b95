import { describe, expect, it } from 'vitest';
import type { WorldSpec } from '../../../sim/scenario/scenario.js';
import { EMPTY, ORIGIN, ride, wallAt } from '../bodies.js';

const STANDING = { left: 0, right: 0 };
const walker = (from: number, to: number): WorldSpec => ({
  ...EMPTY,
  movers: [
    {
      id: 'walker',
      waypoints: [
        { x: from, y: 0 },
        { x: to, y: 0 },
      ],
      speed: 0.5,
      radius: 0.1,
      solid: true,
    },
  ],
});
const slanted: WorldSpec = {
  ...EMPTY,
  walls: [
    [
      { x: -1, y: -1.4 },
      { x: 2, y: 1.6 },
    ],
  ],
};

describe('the speed of a robot towards what it touches', () => {
  it.each([
    ['is that of its wheels where it runs into a wall', wallAt(0.4), { left: 0.3, right: 0.3 }, 0.3],
    [
      'is the part across a wall that it meets at 45°',
      slanted,
      { left: 0.3, right: 0.3 },
      0.3 * Math.SQRT1_2,
    ],
    ['is 0 where it stands and a walker comes', walker(1, -1), STANDING, 0],
    ['is its own, and not the walker’s, where both come', walker(1, -1), { left: 0.2, right: 0.2 }, 0.2],
    [
      'is negative where it drives away and a walker is faster',
      walker(-1, 2),
      { left: 0.2, right: 0.2 },
      -0.2,
    ],
  ])('%s', (_, spec, wheels, expected) => {
    const { world, run } = ride(spec, ORIGIN, wheels);
    run(3);
    expect(world.contactsOf('a')).toBe(1);
    expect(world.touchesOf('a')).toHaveLength(1);
    expect(world.touchesOf('a')[0]?.speed).toBeCloseTo(expected, 2);
  });
});
