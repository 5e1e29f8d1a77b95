import { describe, expect, it } from 'vitest';
import { respawnArrived } from '../../../sim/engine/respawn.js';
import type { SimulatedWorld } from '../../../sim/world/simulatedWorld.js';
import { length, type Pose, type Vec2, vec } from '../../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../../src/math/random.js';

type RobotRun = Parameters<typeof respawnArrived>[2][number];

/** Puts back a robot of 90 mm that needs 125 mm to stop, in a world that is free where the test says so. */
function putBack(isFree: (place: Vec2, room: number) => boolean, arrived = true): Pose | undefined {
  let put: Pose | undefined;
  const robot = {
    referee: { arrived },
    radius: 0.09,
    stoppingDistance: 0.125,
    respawn: (_: number, pose: Pose) => {
      put = pose;
    },
  };
  const world = { isFree } as unknown as SimulatedWorld;
  const corners = [vec(-1, -1), vec(1, 1)] as const;
  respawnArrived(corners, world, [robot as unknown as RobotRun], 3, resumeRandom(seedRandom(1)));
  return put;
}

describe('a robot that is put back', () => {
  it('has room for itself, for stopping, as its wheels turn on, and for one that comes', () => {
    const rooms = new Set<number>();
    putBack((_, room) => rooms.add(room).size > 0);
    expect([...rooms]).toEqual([0.09 + 2 * 0.125]);
  });

  it('gets a free place of the rectangle', () => {
    const pose = putBack((place) => length(place) > 0.8);
    expect(Math.max(Math.abs(pose?.x ?? 9), Math.abs(pose?.y ?? 9))).toBeLessThanOrEqual(1);
    expect(length(pose ?? vec(0, 0))).toBeGreaterThan(0.8);
  });

  it('stays where it is while no place is free, or before it has arrived', () => {
    expect(putBack(() => false)).toBeUndefined();
    expect(putBack(() => true, false)).toBeUndefined();
  });
});
