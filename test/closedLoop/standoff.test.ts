/** Two robots before a door that only one fits through: both get through, also where each is the mirror image of the other. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { partOf } from '../support/effort.js';

const DOORS = [0.26, 0.28, 0.3, 0.32, 0.34, 0.36, 0.38, 0.4, 0.42, 0.44, 0.46, 0.48];
const CASES = DOORS.flatMap((door) => [0, 0.0005, 0.01].map((aside) => ({ door, aside })));
const to = (x: number, y: number) => ({
  prioritize: [{ avoidNeighbors: {} }, { avoidObstacles: {} }, { arrive: { target: [x, y] } }],
});

describe('two robots face to face at a door', () => {
  it.each(partOf(CASES, 3))('of $door m, $aside m aside, both get through it', async ({ door, aside }) => {
    const walls = [1, -1].map((side) => [
      [1.5, (side * door) / 2],
      [1.5, 2 * side],
    ]);
    const robots = [
      { id: 'a', robot: 'scout', at: { x: 0, y: 0 }, mission: to(3, 0) },
      { id: 'b', robot: 'scout', at: { x: 3, y: aside, heading: '180 deg' }, mission: to(0, aside) },
    ];
    const scene = { name: 'door', duration: 60, seed: 1, sensing: 'truth', world: { walls }, robots };
    const ended = (await simulate(scenario(scene as never))).robots;
    expect(ended.map(({ outcome, contacts }) => ({ outcome, contacts }))).toEqual(
      robots.map(() => ({ outcome: 'arrived', contacts: 0 })),
    );
    for (const { timeToGoal } of ended) expect(timeToGoal).toBeLessThan(40);
  });
});
