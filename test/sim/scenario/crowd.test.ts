import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { World } from '../../../sim/world/world.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { distance } from '../../../src/math/geometry.js';
import { FileError } from '../../../src/validation/errors.js';

const read = (text: string, seed = 1) =>
  parseScenario(text, 's.yaml', { readPath: () => [], readRobot: (name) => loadRobot(name), seed });
const faultsOf = (text: string): string[] => {
  try {
    read(text);
    return [];
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.faults.map(({ line, col, found }) => `${line}:${col}: ${found}`);
  }
};

const crowd = (where: string, rest = '') => `${rest}robots:
  - { id: bird, robot: scout, ${where}, mission: { wander: {} } }
  - { id: lead, robot: scout, at: { x: 0.5, y: 0 }, mission: { seek: { target: { robot: bird-2 } } } }
`;

describe('an entry with a count', () => {
  const text = crowd(
    'count: 12, inside: [[-1, -0.5], [1, 0.5]]',
    'world: { circles: [{ at: [-0.5, 0], radius: 0.1 }] }\n',
  );

  it('stands for that many robots, named one by one, which may be targets', () => {
    expect(read(text).robots.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 12 }, (_, i) => `bird-${i + 1}`),
      'lead',
    ]);
  });

  it('puts them inside, apart from each other, from robots with a given place, and from solid things', () => {
    for (const seed of [1, 2, 3, 4]) {
      const { robots, world } = read(text, seed);
      const free = new World(world);
      for (const [i, { at, robot }] of robots.entries()) {
        expect(Math.abs(at.x) <= 1 && Math.abs(at.y) <= 0.5).toBe(true);
        expect(free.isFree(at, robot.chassis.radius)).toBe(true);
        for (const other of robots.slice(0, i)) expect(distance(other.at, at)).toBeGreaterThan(0.18);
      }
    }
  });

  it('draws their places from the seed', () => {
    const places = (seed: number) => read(text, seed).robots.map(({ at }) => at);
    expect(places(5)).toEqual(places(5));
    expect(places(5)).not.toEqual(places(6));
  });

  it('needs no room where bodies pass through each other', () => {
    const crammed = crowd('count: 100, inside: [[0, 0], [0.1, 0.1]]', 'bodies: kinematic\n');
    expect(read(crammed).robots).toHaveLength(101);
  });

  it('without a count is one robot at a random place', () => {
    const { robots } = read(crowd('inside: [[2, 2], [3, 3]]').replace('bird-2', 'bird'));
    expect(robots.map(({ id }) => id)).toEqual(['bird', 'lead']);
    expect(robots[0]?.at.x).toBeGreaterThanOrEqual(2);
  });
});

describe('a crowd is refused', () => {
  it('without room, with the number that has room', () => {
    const [fault] = faultsOf(crowd('count: 50, inside: [[-0.3, -0.3], [0.3, 0.3]]'));
    expect(fault).toMatch(/^2:\d+: room for [1-9]\d? of 50 robots is found$/);
  });

  it('without a place, with two places, or with an impossible count', () => {
    expect(faultsOf(crowd('count: 3'))).toEqual([expect.stringContaining("'count' without 'inside'")]);
    expect(faultsOf(crowd('count: 3, inside: [[0, 1], [3, 4]], at: { x: 1 }'))).toEqual([
      expect.stringContaining("'at' and 'inside' both"),
    ]);
    for (const count of ['0', '1.5', '20000', 'many']) {
      expect(faultsOf(crowd(`count: ${count}, inside: [[0, 1], [3, 4]]`)).length).toBeGreaterThan(0);
    }
  });

  it('whose members do not include a named target', () => {
    const named = crowd('count: 3, inside: [[0, 1], [3, 4]]').replace('bird-2', 'bird-4');
    expect(faultsOf(named)).toEqual([expect.stringContaining("no robot 'bird-4'")]);
  });
});
