/** When, where and why a run is lost: what each planted failure is told by. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LockStep, simulate } from '../../../sim/engine/run.js';
import { lossWords } from '../../../sim/referee/lossWords.js';
import { whyLost } from '../../../sim/referee/whyLost.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import type { TickedState } from '../../../src/control/loop.js';
import { distance } from '../../../src/math/geometry.js';
import type { MissionSpec } from '../../../src/signals/missionTree.js';
import { PLANTED_FAILURES, PLANTED_ROBOTS } from '../../support/plantedFailures.js';

const folder = mkdtempSync(join(tmpdir(), 'planted-'));
for (const [name, text] of Object.entries(PLANTED_ROBOTS)) writeFileSync(join(folder, name), text);

describe('a planted failure is told with its time, place, thing and reason', () => {
  it.each(PLANTED_FAILURES)('$name', async ({ name, scenario, lost, at, thing, place, why }) => {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, `name: ${name}\n${scenario}`);
    const result = await simulate(loadScenario(file), { now: () => 0 });
    const row = result.criteria.find(({ passed }) => !passed);
    const ids = result.robots.map(({ id }) => id);
    if (process.env.SHOW) console.log(name, '|', row && lossWords(row, ids), '|', row?.lost?.why, row?.lost);
    expect(result.passed).toBe(false);
    if (!row) throw new Error('no row is lost');
    expect(lossWords(row, ids)).toMatch(lost);
    expect(row.lost?.at).toBeGreaterThanOrEqual(at[0]);
    expect(row.lost?.at).toBeLessThanOrEqual(at[1]);
    expect(row.lost?.thing).toBe(thing);
    if (place) expect(distance(row.lost?.place ?? { x: 9, y: 9 }, place)).toBeLessThan(0.03);
    expect(row.lost?.why).toMatch(why);
  });
});

describe('a limit of time', () => {
  const arriving = (before: number) => {
    const file = join(folder, 'in-time.yaml');
    const robot = '{ id: a, robot: scout, mission: { arrive: { target: [0.5, 0] } } }';
    writeFileSync(
      file,
      `robots: [${robot}]\ncriteria: [{ arrived: { before: ${before} } }]\nduration: 9 s\n`,
    );
    return loadScenario(file);
  };

  it('is not lost while the robot stands at its goal, but has not stood there for long enough yet', async () => {
    const first = (await simulate(arriving(8), { now: () => 0 })).criteria[0]?.measured ?? 0;
    expect(first).toBeGreaterThan(0.5);
    const run = new LockStep(arriving(first + 0.01), {});
    while (!run.isOver) {
      run.control();
      await undefined;
      run.advance(9);
      expect(run.lost).toEqual([]);
    }
    expect(run.result(0).passed).toBe(true);
    run.close();
    const late = await simulate(arriving(first - 0.01), { now: () => 0 });
    expect(late.criteria[0]?.lost?.at).toBeCloseTo(first - 0.01, 6);
  });
});

describe('the reason of a contact, by hand', () => {
  const robot = loadRobot('scout');
  const speaking = (behavior: string, more = {}) =>
    ({
      tick: {
        mode: 'auto',
        safety: 'driving',
        faults: [],
        contributions: [{ behavior, force: { x: 0, y: 0 }, marks: [] }],
        granted: { left: 0.4, right: 0.6 },
        ...more,
      },
    }) as unknown as TickedState;
  const avoiding: MissionSpec = {
    behavior: 'prioritize',
    children: [
      { mission: { behavior: 'avoidObstacles', parameters: {} } },
      { mission: { behavior: 'seek', parameters: {} } },
    ],
  };
  const avoid = (margin: number) => ({ behavior: 'avoidObstacles', parameters: { margin } });
  const seek = { behavior: 'seek', parameters: {} };
  const apart = { behavior: 'avoidNeighbors', parameters: { margin: 0.01 } };
  const joined = (behavior: 'blend' | 'prioritize', ...missions: MissionSpec[]): MissionSpec => ({
    behavior,
    children: missions.map((mission) => ({ mission })),
  });
  /** Of a robot that came too near, and touched nothing. */
  const whyNear = (mission: MissionSpec, clearance: number, thing = 'posts.0') =>
    whyLost(
      'clearance',
      { at: 1, robot: 'a', thing, place: { x: 1, y: 0 } },
      {
        ...{ robot, mission, truth: { x: 0.8, y: 0, heading: 0 }, ticked: speaking('avoidObstacles') },
        ...{ robots: ['a', 'b'], sensing: 'truth', injected: [], distanceToGoal: null },
        ...{ touch: undefined, clearance },
      },
    );

  it('is the margin of the behavior where the robot came no nearer than that', () => {
    expect(whyNear(joined('prioritize', avoid(0.04), seek), 0.109)).toBe(
      'Its avoidObstacles keeps off things by 40.0 mm, its margin.',
    );
  });

  it('is not the margin where the robot came nearer, nor that of a behavior for other things', () => {
    expect(whyNear(joined('prioritize', avoid(0.15), seek), 0.109)).toMatch(/^It was avoided too late/);
    expect(whyNear(joined('prioritize', apart, avoid(0.15), seek), 0.109)).toMatch(/avoided too late/);
    expect(whyNear(joined('prioritize', avoid(0.04), apart, seek), 0.109, 'b')).toMatch(
      /avoidNeighbors keeps/,
    );
  });

  it('is a sum of forces in which the behavior is one of several, at any depth, but of no other thing', () => {
    const sum = 'The forces of avoidObstacles and seek were added: none of them decided.';
    expect(whyNear(joined('blend', avoid(0.15), seek), 0.05)).toBe(sum);
    expect(whyNear(joined('prioritize', apart, joined('blend', avoid(0.15), seek)), 0.05)).toBe(sum);
    const others = joined('prioritize', avoid(0.15), joined('blend', apart, seek));
    expect(whyNear(others, 0.05)).toMatch(/^It was avoided too late/);
  });

  const why = (ticked: TickedState, speed = 0.5, mission: MissionSpec = avoiding) =>
    whyLost(
      'contacts',
      { at: 1, robot: 'a', thing: 'posts.0', place: { x: 1, y: 0 } },
      {
        ...{ robot, mission, truth: { x: 0.9, y: 0, heading: 0 }, ticked },
        ...{ robots: ['a'], sensing: 'truth', injected: [], distanceToGoal: null },
        touch: { at: 1, place: { x: 1, y: 0 }, speed },
        clearance: 0,
      },
    );

  it('is that somebody drives, or that the thing came', () => {
    expect(why(speaking('seek', { mode: 'manual' }))).toBe('It was driven by hand.');
    expect(why(speaking('seek'), -0.1)).toBe('It did not drive there: the post came to it.');
  });

  it('is that another behavior drove', () => {
    expect(why(speaking('seek'))).toBe('seek drove it: avoidObstacles did not speak.');
    const behind = joined('prioritize', joined('prioritize', seek, avoid(0.15)));
    expect(why(speaking('seek'), 0.5, behind)).toBe(
      'seek drove it: it stands before avoidObstacles, which is then not asked.',
    );
    const ahead = joined('prioritize', avoid(0.15), seek);
    expect(why(speaking('seek'), 0.5, ahead)).toBe('seek drove it: avoidObstacles did not speak.');
  });

  it('is that it takes way to stop: v·latency + v²/2a = 0.5·0.04 + 0.25/2 m', () => {
    expect(why(speaking('avoidObstacles'))).toBe(
      'It was avoided too late: at 0.50 m/s the robot needs 145.0 mm to stop.',
    );
  });
});
