/** Robots that file through a door as a zipper: all get through, and no two touch, however old their news is. */
import { describe, expect } from 'vitest';
import { LockStep } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import { type Plant, plantOf, rover } from '../bench/rovers.js';
import { itInBoth, itThorough, partOf } from '../support/effort.js';

const SPEED = 0.4;
const PITCH = 0.26;
const WALL = 10;
/** Those who cross behind the door have done so there. */
const CROSSED = 1.5;

interface Doing {
  /** Width of the door over the diameter of a robot. */
  readonly width: number;
  readonly seed: number;
  readonly count: number;
  readonly rows: number;
  readonly plant: Plant;
  readonly delay: Seconds;
  readonly loss: number;
  /** Behind the door each drives to the other side; else straight on. */
  readonly crosses?: boolean;
}

/** How many are through after a time, and have crossed if they do, and how many contacts there were. They stand on a grid and look up to 1 rad aside. */
function through(until: Seconds, doing: Doing) {
  const { width, seed, count, rows, plant, delay, loss, crosses = false } = doing;
  const chance = resumeRandom(seedRandom(7919 * seed + 1));
  const off = () => 0.03 * (chance.uniform() - 0.5);
  const robot = rover(plant, SPEED);
  const side = (sign: number) => ({
    at: [0, (sign * (0.2 * width + WALL)) / 2] as [number, number],
    size: [0.2, WALL] as [number, number],
  });
  const scene = scenario({
    name: 'doors',
    duration: until,
    seed,
    sensing: 'truth',
    world: { boxes: [side(1), side(-1)] },
    plant: plantOf({ plant, delay, loss, wheels: loss / 10 }, resumeRandom(seedRandom(seed))),
    communication: { delay, loss },
    robots: Array.from({ length: count }, (_, i) => {
      const y = PITCH * ((i % rows) - (rows - 1) / 2) + off();
      return {
        id: `r${String(i).padStart(2, '0')}`,
        robot,
        at: { x: -1 - PITCH * Math.floor(i / rows) + off(), y, heading: 2 * chance.uniform() - 1 },
        mission: {
          prioritize: [
            { queue: { mode: 'zipper' } },
            { avoidNeighbors: {} },
            { avoidObstacles: { margin: '10 mm' } },
            { seek: { target: crosses ? [3, -3 * y] : [30, y] } },
          ],
        },
      };
    }),
  });
  const lock = new LockStep(scene, {});
  const ids = scene.robots.map(({ id }) => id);
  const passed = new Set<string>();
  while (lock.at < until && passed.size < count) {
    lock.control();
    lock.advance(until);
    for (const id of ids) if (lock.world.poseOf(id).x > (crosses ? CROSSED : 0)) passed.add(id);
  }
  const contacts = ids.reduce((sum, id) => sum + lock.world.contactsOf(id), 0);
  lock.close();
  return { passed: passed.size, contacts };
}

describe('robots that start close together, turned aside, before a door', () => {
  const few = { count: 12, rows: 6 };
  const OLD = { plant: 'B', delay: 0.3, loss: 0.3 } as const;
  const FRESH = { plant: 'A', delay: 0, loss: 0 } as const;

  itThorough('all get through and touch nothing, with news 300 ms old, too', () => {
    for (const seed of partOf([3, 4, 5, 6], 1))
      for (const width of [1.5, 3]) {
        expect(through(40, { ...few, ...OLD, width, seed })).toEqual({ passed: 12, contacts: 0 });
        expect(through(20, { ...few, ...FRESH, width, seed })).toEqual({ passed: 12, contacts: 0 });
      }
  });

  itInBoth(
    'touch nothing where their ways cross behind it, where only avoidNeighbors keeps them apart',
    () => {
      const six = { count: 6, rows: 6, width: 4, seed: 3, crosses: true };
      for (const news of partOf([OLD, FRESH], 1))
        expect(through(25, { ...six, ...news })).toEqual({ passed: 6, contacts: 0 });
    },
  );

  for (const width of [3, 4])
    itThorough(`so do fifty, straight on, through a door of ${width} widths`, () => {
      const ended = through(110, { ...OLD, count: 50, rows: 8, width, seed: 3 });
      expect(ended).toEqual({ passed: 50, contacts: 0 });
    });
});
