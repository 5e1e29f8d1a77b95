/** A robot that makes no progress says what keeps it where it is, and a blocked way ends its mission. */
import { describe, expect } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { itOnce as it, itInBoth, partOf } from '../support/effort.js';
import { PLANTED, type Planted, plantedScene } from '../support/plantedReasons.js';

/** How it ended, and what it said last: a robot that is kept may creep a little at the very end. */
async function endOf(planted: Planted) {
  let last: string | null = null;
  const { robots } = await simulate(plantedScene(planted), {
    onTick: (id, _, { standing }) => {
      if (id === 'me' && standing) last = standing.why;
    },
  });
  const { outcome, why } = robots.find(({ id }) => id === 'me') ?? {};
  return { outcome, said: why ?? last };
}

const planted = (name: string): Planted => {
  const found = PLANTED[name];
  if (!found) throw new Error(name);
  return found;
};

describe('a robot that stands says why', () => {
  itInBoth.each(partOf(Object.keys(PLANTED), 5))('%s', async (name) => {
    const { said } = await endOf(planted(name));
    expect(said).toMatch(planted(name).says);
  });
});

describe('a way that is blocked ends the mission', () => {
  const CLOSED = 'arrive, a box on the way, no avoidance';
  const within = (blocked: number) => ({ ...planted(CLOSED), limits: { blocked } });

  it('after the time of the robot file, and its name is the cause', async () => {
    const { outcome, said } = await endOf(within(10));
    expect(outcome).toBe('stopped');
    expect(said).toMatch(/^it has made no progress for 10 s: something is in the way, at \(1\.\d\d, /);
  });

  it('after a minute unless the file says so, and not before', async () => {
    expect(
      (await endOf({ ...planted(CLOSED), scene: { ...planted(CLOSED).scene, duration: 62 } })).outcome,
    ).toBe('running');
    expect(
      (await endOf({ ...planted(CLOSED), scene: { ...planted(CLOSED).scene, duration: 66 } })).outcome,
    ).toBe('stopped');
  });

  itInBoth.each(
    partOf(
      [
        'a loop, a box on it, no avoidance',
        'pursue, a target that falls silent',
        'a body that has slipped believes that it is there',
        'avoidNeighbors, two face to face in a corridor',
      ],
      2,
    ),
  )('but not where it waits, or has no end: %s', async (name) => {
    const { outcome } = await endOf({ ...planted(name), limits: { blocked: 6 } });
    expect(outcome).toBe('running');
  });
});

describe('a robot that makes progress says nothing', () => {
  it('however long its way round a wall is', async () => {
    const way = { prioritize: [{ avoidObstacles: {} }, { arrive: { target: [3, 0] } }] };
    for (const half of [1, 2, 3]) {
      const world = { walls: [[[1.5, -half], [1.5, half]]] }; // biome-ignore format: one line
      const scene = plantedScene({ says: /./, scene: { sensing: 'truth', world }, mission: way });
      const told: string[] = [];
      const { robots } = await simulate(scene, {
        onTick: (_, __, { standing, arrived }) => void (standing && !arrived && told.push(standing.why)),
      });
      expect({ half, told, outcome: robots[0]?.outcome }).toEqual({ half, told: [], outcome: 'arrived' });
    }
  });
});
