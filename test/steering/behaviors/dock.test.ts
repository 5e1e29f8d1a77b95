import { describe, expect, it } from 'vitest';
import { loadScenario, simulate } from '../../../src/index.js';
import { dock } from '../../../src/steering/behaviors/dock.js';
import { THOROUGH } from '../../support/effort.js';
import { AT_THE_START, percept, SMALL } from '../../support/percept.js';

const ask = (
  behavior: ReturnType<typeof dock>,
  memory: ReturnType<typeof behavior.start>,
  x: number,
  y: number,
  heading: number,
  time = 0,
) =>
  behavior.steer(
    percept({ body: SMALL, pose: { x, y, heading }, mission: { ...AT_THE_START, time } }),
    memory,
    { x: 0, y: 0 },
  );

describe('dock', () => {
  const behavior = dock({ target: [1, 0], heading: 0, standoff: 0.3 });

  it('first goes to the place before its dock, turned to it', () => {
    const said = ask(behavior, behavior.start(), 0, 0, 0);
    expect(said.goal?.at.x).toBeCloseTo(0.7);
    const there = ask(behavior, said.memory, 0.7, 0, 1);
    expect(there.face).toBeCloseTo(0);
  });

  it('believes that it has docked only after it has stood for a second, on its place and at its heading', () => {
    const settles = { phase: 'settle', memory: { since: { time: 0, way: 0 } }, tries: 0 } as const;
    expect(ask(behavior, settles, 1, 0.001, 0.01, 0.5).arrived).toBeUndefined();
    expect(ask(behavior, settles, 1, 0.001, 0.01, 1).arrived).toBe(true);
    expect(ask(behavior, settles, 1, 0.004, 0.01, 1).memory).toMatchObject({ phase: 'out', tries: 1 });
    expect(ask(behavior, settles, 1, 0.001, 0.03, 1).memory).toMatchObject({ phase: 'out', tries: 1 });
  });

  it('drives out and in again once somebody has told where it stands; on its way there it goes on', () => {
    const told = (
      phase: 'in' | 'turn' | 'settle' | 'out' | 'approach',
      placed: number | null,
      known?: number,
    ) => {
      const memory = {
        phase,
        memory: PHASES[phase],
        tries: 2,
        ...(known !== undefined && { placed: known }),
      };
      const mission = { ...AT_THE_START, time: 9, placed };
      const now = percept({ body: SMALL, pose: { x: 0.9, y: 0, heading: 0 }, mission });
      return behavior.steer(now, memory, { x: 0, y: 0 }).memory;
    };
    const progress = { progress: 0.2, next: 0.3, farthest: 0.2, astray: 0, stood: 0, correcting: false };
    const PHASES = {
      ...{ in: progress, turn: null, settle: { since: { time: 8.5, way: 0 } }, approach: { there: null } },
      out: { from: { x: 1, y: 0, heading: 0 }, stood: 0, turns: false },
    };
    for (const phase of ['in', 'turn', 'settle'] as const) {
      expect(told(phase, 8)).toMatchObject({ phase: 'out', tries: 2, placed: 8 });
      expect(told(phase, 8, 8).placed).toBe(8);
      expect(told(phase, 8, 8).phase).not.toBe('out');
      expect(told(phase, null).phase).not.toBe('out');
    }
    for (const phase of ['out', 'approach'] as const)
      expect(told(phase, 8)).toMatchObject({ phase, placed: 8 });
  });

  it('has failed after so many tries', () => {
    const last = { phase: 'settle', memory: { since: { time: 0, way: 0 } }, tries: 7 } as const;
    expect(ask(behavior, last, 1, 0.01, 0, 1)).toMatchObject({
      done: 'failed',
      why: expect.stringMatching(/dock/),
    });
  });

  it('comes within 5 mm and 2°, by the true body, on a table with slip', async () => {
    for (const seed of THOROUGH ? [11, 12, 13] : [11]) {
      const { passed, robots } = await simulate(loadScenario('story', { seed }));
      expect({ seed, passed, why: robots[0]?.why }).toEqual({ seed, passed: true, why: undefined });
      expect(robots[0]?.distanceToGoal).toBeLessThan(0.005);
    }
  });
});
