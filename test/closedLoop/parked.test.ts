/** A robot whose goal lies among robots that are parked: they make room, although none of them has far to go. */
import { describe, expect } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { rover } from '../bench/rovers.js';
import { itInBoth, partOf } from '../support/effort.js';

const PITCH = 0.35;
/** Three by three, without the one in the middle. */
const PLACES = [0, 1, 2, 3, 5, 6, 7, 8].map((k) => [PITCH * ((k % 3) - 1), PITCH * (Math.floor(k / 3) - 1)]);

const missionTo = (target: readonly number[]) => ({
  prioritize: [{ avoidNeighbors: {} }, { arrive: { target: [...target], within: 0.02 } }],
});

describe('a robot that comes late to the middle of a parked formation', () => {
  itInBoth.each(partOf([0, 0.1, 0.3], 1))('gets there without a touch, with news %s s old', async (delay) => {
    const robot = rover('B');
    const parked = PLACES.map(([x = 0, y = 0], i) => ({
      id: `p${i}`,
      robot,
      at: { x, y, heading: 0.7 * i },
      mission: missionTo([x, y]),
    }));
    const late = { id: 'late', robot, at: { x: -1.5, y: 0.2, heading: 0 }, mission: missionTo([0, 0]) };
    const { robots } = await simulate(
      scenario({
        name: 'parked',
        // With news 0.3 s old, and three of ten lost, it takes from half a minute to one and a half, by chance.
        duration: 100,
        seed: 1,
        sensing: 'truth',
        plant: { acceleration: 1 },
        communication: { delay, loss: delay },
        robots: [late, ...parked],
      }),
    );
    expect(robots.reduce((sum, { contacts }) => sum + contacts, 0)).toBe(0);
    expect(robots.filter(({ outcome }) => outcome !== 'arrived').map(({ id }) => id)).toEqual([]);
  });
});
