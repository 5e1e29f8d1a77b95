/** A queue where it is used: in its own turn, and in missions. At a door: test/scenarios.test.ts. */
import { describe, expect, it } from 'vitest';
import { missionSchema } from '../../../src/config/mission/missionSchema.js';
import type { Neighbor } from '../../../src/signals/signals.js';
import { queue } from '../../../src/steering/behaviors/queue.js';
import { percept, SMALL } from '../../support/percept.js';
import { robot } from '../among.js';

describe('a queue', () => {
  it('in the last mode steps back for a while when it has stood long in its own turn beside others', () => {
    const wishes = (neighbors: readonly Neighbor[]) => {
      const behavior = queue();
      let memory = behavior.start();
      return Array.from({ length: 300 }, () => {
        const wish = { velocity: { x: 0.4, y: 0 } };
        const said = behavior.steer(percept({ body: SMALL, neighbors, wish }), memory, { x: 2, y: 0 });
        memory = said.memory;
        return said.desiredVelocity?.x ?? 0;
      });
    };
    // A neighbor behind is not in the way: the result is the wish, or 0.15 m/s in the opposite direction.
    const wish = wishes([robot(-0.25, 0, { id: 'zoe', radius: 0.09 })]);
    const first = wish.findIndex((x) => x < 0);
    expect(first * 0.02).toBeGreaterThan(1);
    expect(first * 0.02).toBeLessThan(3.1);
    expect(wish.slice(first).findIndex((x) => x >= 0) * 0.02).toBeCloseTo(1.2, 1);
    expect(wishes([]).some((x) => x < 0)).toBe(false);
    expect(wishes([robot(0.24, 0, { radius: 0.09 })]).some((x) => x < 0)).toBe(false);
  });
});

describe('a queue in a mission', () => {
  const faults = (mission: object) =>
    missionSchema()
      .safeParse(mission)
      .error?.issues.map((i) => i.path.join('.'));
  const goal = { seek: { target: [1, 0] } };
  const q = { queue: { mode: 'brake' } };

  it('stands last in a blend, behind what it brakes', () => {
    expect(faults({ blend: [goal, q] })).toBeUndefined();
    expect(faults({ blend: [goal, { wander: {} }, q] })).toBeUndefined();
    expect(
      faults({ blend: [{ prioritize: [{ avoidObstacles: {} }, goal] }, { ...q, weight: 1 }] }),
    ).toBeUndefined();
    expect(faults({ prioritize: [{ avoidNeighbors: {} }, { blend: [goal, q] }] })).toBeUndefined();
  });

  it('is refused where nothing stands before it to brake, with its place', () => {
    expect(faults(q)).toEqual(['queue']);
    expect(faults({ blend: [q, goal] })).toEqual(['blend.0.queue']);
    expect(faults({ blend: [q] })).toEqual(['blend.0.queue']);
    expect(faults({ prioritize: [goal, q] })).toEqual(['prioritize.1.queue']);
    // Behaviors before it may have spent a budget: then it could not brake.
    expect(faults({ budget: [goal, q] })).toEqual(['budget.1.queue']);
    expect(faults({ blend: [goal, q, { wander: {} }] })).toEqual(['blend.1.queue']);
  });

  it('is refused with an unknown mode, and with a brake that would push', () => {
    expect(faults({ blend: [goal, { queue: { mode: 'stop' } }] })).toEqual(['blend.1.queue.mode']);
    expect(faults({ blend: [goal, { queue: { brake: 1.2 } }] })).toEqual(['blend.1.queue.brake']);
  });
});
