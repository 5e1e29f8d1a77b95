import { describe, expect, it } from 'vitest';
import { type Result, simulate } from '../../../sim/engine/run.js';
import { judgeRun } from '../../../sim/referee/judge.js';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { report } from '../../../src/cli/sim/report.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { vec } from '../../../src/math/geometry.js';
import { FileError, faultLine } from '../../../src/validation/errors.js';

const HEAD = `duration: 10 s
world: { movers: [{ id: ball, waypoints: [[0, 1], [2, 1]], speed: 0.2 m/s }] }
robots:
  - { id: a, robot: scout, mission: { arrive: { target: [1, 0] } } }
  - { id: b, robot: scout, at: { x: 3 }, mission: { seek: { target: [3.5, 0] } } }
`;

const read = (criterion: string, more = '') =>
  parseScenario(`${HEAD}${more}criteria:\n  - ${criterion}\n`, 's.yaml', {
    readPath: () => [],
    readRobot: (name) => loadRobot(name),
  });

function faultsOf(criterion: string, more = ''): string[] {
  try {
    read(criterion, more);
    return [];
  } catch (error) {
    if (error instanceof FileError) return error.faults.map(faultLine);
    throw error;
  }
}

const RESPAWN = 'respawn: { inside: [[-1, -1], [0, 0]] }\n';

describe('a criterion in a file', () => {
  it.each([
    ['clearance: { atLeast: 100 mm }', '', { criterion: 'clearance', atLeast: 0.1 }],
    ['crossings: { atLeast: 2 }', RESPAWN, { criterion: 'crossings', atLeast: 2 }],
    ['flow: { atLeast: 0.6 }', RESPAWN, { criterion: 'flow', atLeast: 0.6 }],
    ['polarization: { atLeast: 0.9, after: 5 s }', '', { criterion: 'polarization', atLeast: 0.9, after: 5 }],
    [
      'distance: { from: a, to: { mover: ball }, atLeast: 0.5, atMost: 2 m, after: 1 s, reaches: 1, before: 3 s }',
      '',
      {
        criterion: 'distance',
        from: 'a',
        to: { mover: 'ball' },
        atLeast: 0.5,
        atMost: 2,
        after: 1,
        reaches: 1,
        before: 3,
      },
    ],
    ['moved: { robot: a, atLeast: 2 m }', '', { criterion: 'moved', robot: 'a', atLeast: 2 }],
    ['excursion: { from: [1, 0], atMost: 50 cm }', '', { criterion: 'excursion', from: [1, 0], atMost: 0.5 }],
    [
      'excursion: { from: [[0, 0], { mover: ball }], atLeast: 1 }',
      '',
      { criterion: 'excursion', from: [[0, 0], { mover: 'ball' }], atLeast: 1 },
    ],
    [
      'order: { robot: a, visits: [[1, 0], { robot: b }] }',
      '',
      { criterion: 'order', robot: 'a', visits: [[1, 0], { robot: 'b' }], within: 0.1 },
    ],
    ['order: { arrive: [b, a] }', '', { criterion: 'order', arrive: ['b', 'a'], apart: 0 }],
    [
      'coverage: { inside: [[0, 0], [1, 1]], atLeast: 0.5 }',
      '',
      { criterion: 'coverage', inside: [vec(0, 0), vec(1, 1)], atLeast: 0.5 },
    ],
    [
      'noticed: { kind: encoderStuck, within: 1 s }',
      '',
      { criterion: 'noticed', kind: 'encoderStuck', within: 1 },
    ],
    ['contacts: { atMost: 1, above: 10 cm/s }', '', { criterion: 'contacts', atMost: 1, above: 0.1 }],
    [
      'hidden: { robot: a, from: { robot: b }, share: 0.9 }',
      '',
      { criterion: 'hidden', robot: 'a', from: { robot: 'b' }, share: 0.9 },
    ],
    [
      'inside: { corners: [[0, 0], [2 m, -1]] }',
      '',
      {
        criterion: 'inside',
        corners: [
          { x: 0, y: 0 },
          { x: 2, y: -1 },
        ],
      },
    ],
  ])('%s is read', (text, more, expected) => {
    expect(read(text, more).criteria).toEqual([expected]);
  });
});

describe('the rows of results', () => {
  const results = (...times: readonly (number | null)[]) =>
    times.map((timeToGoal, i) => ({
      ...{ id: 'ab'[i], timeToGoal, distanceTravelled: i + 1, injected: [{ at: 2 }] },
      faults: [{ at: 2.5 + i, kind: 'wheelStands', what: '', causes: ['encoderStuck'] }],
    })) as unknown as Parameters<typeof judgeRun>[1];

  it('are for moving the shortest way, or the longest', () => {
    const spec = { criterion: 'moved', atLeast: 1.5, atMost: 2 } as const;
    expect(judgeRun([spec], results(1, 2))).toMatchObject([
      { criterion: 'moved.atLeast', measured: 1, passed: false },
      { criterion: 'moved.atMost', measured: 2, passed: true },
    ]);
    expect(judgeRun([{ ...spec, robot: 'b' }], results(1, 2))[0]).toMatchObject({ measured: 2, of: 'b' });
  });

  it('are for an order the least time between two arrivals, negative the other way round', () => {
    const spec = { criterion: 'order', arrive: ['a', 'b'], apart: 0.5 } as const;
    expect(judgeRun([spec], results(1, 2))[0]).toMatchObject({
      criterion: 'order.apart',
      measured: 1,
      passed: true,
    });
    expect(judgeRun([spec], results(2, 1))[0]).toMatchObject({ measured: -1, passed: false });
    expect(judgeRun([spec], results(1, null))[0]).toMatchObject({ measured: null, passed: false });
  });

  it('are for a noticed fault the time of the last robot, from the injected one; possible causes count', () => {
    const spec = { criterion: 'noticed', kind: 'encoderStuck', within: 1 } as const;
    expect(judgeRun([spec], results(1, 2))[0]).toMatchObject({
      measured: 1.5,
      passed: false,
      why: 'encoderStuck',
    });
    expect(judgeRun([{ ...spec, robot: 'a' }], results(1, 2))[0]).toMatchObject({
      measured: 0.5,
      passed: true,
    });
    expect(judgeRun([{ ...spec, kind: 'motorDead' }], results(1, 2))[0]).toMatchObject({
      measured: null,
      passed: false,
    });
  });
});

describe('a criterion that cannot be judged is refused where it is written', () => {
  it.each([
    [
      'clearance: { atLeast: 1 }',
      'bodies: kinematic\n',
      /:8:5: 'clearance' does not exist for kinematic bodies; it needs 'bodies: physics'/,
    ],
    [
      'contacts: { atMost: 0 }',
      'bodies: kinematic\n',
      /:8:5: 'contacts' does not exist for kinematic bodies/,
    ],
    [
      'contacts: { atMost: 0, above: 0.1 }',
      'bodies: kinematic\n',
      /:8:5: 'contacts' does not exist for kinematic bodies/,
    ],
    ['contacts: { atMost: 0, above: -1 }', '', /-1 is out of range; at least 0/],
    ['contacts: { above: 0.1 }', '', /atMost/],
    ['crossings: { atLeast: 1 }', '', /:7:5: 'crossings' without 'respawn'; .*; add 'respawn'/],
    ['flow: { atLeast: 1 }', '', /:7:5: 'flow' without 'respawn'; .*; add 'respawn'/],
    ['polarization: { atLeast: 1.1 }', '', /1.1 is out of range; at least 0 and at most 1/],
    [
      'polarization: { atLeast: 1, after: 10 s }',
      '',
      /:7:40: 'after' is 10 s, and the run ends at 10 s; less/,
    ],
    [
      'distance: { from: a, to: [0, 0] }',
      '',
      /:7:15: no limit is found; at least one of atLeast, atMost and/,
    ],
    [
      'distance: { from: aa, to: [0, 0], atMost: 1 }',
      '',
      /:7:23: .*no robot 'aa'; it has a or b; did you mean 'a'/,
    ],
    [
      'distance: { from: a, to: { mover: bal }, atMost: 1 }',
      '',
      /:7:39: .*no mover 'bal'.*did you mean 'ball'/,
    ],
    ['moved: { robot: a }', '', /:7:12: no limit is found; at least one of atLeast and atMost is wanted/],
    ['moved: { robot: c, atLeast: 1 }', '', /:7:21: .*no robot 'c'/],
    ['excursion: { from: { mover: bal }, atMost: 1 }', '', /no mover 'bal'/],
    ['excursion: { from: [[0, 0], { mover: bal }], atMost: 1 }', '', /no mover 'bal'/],
    ['order: { robot: a, visits: [[0, 0], { mover: bal }] }', '', /no mover 'bal'/],
    ['order: { arrive: [a, c] }', '', /no robot 'c'/],
    ['order: { robot: a, visits: [[0, 0]] }', '', /:7:32: a list of 1 is found/],
    ['coverage: { inside: [[0, 0], [1, 1]], atLeast: 2 }', '', /2 is out of range; at least 0 and at most 1/],
    ['noticed: { kind: encoderSilly }', '', /did you mean 'encoderSilent'/],
    ['distance: { from: a, to: { robot: a }, atMost: 1 }', '', /:7:39: robot 'a' is its own target/],
    ['distance: { from: a, to: { robots: b }, atMost: 1 }', '', /unknown key 'robots'.*did you mean 'robot'/],
    ['distance: { from: a, to: [0, 0], reaches: 1, after: 1 s }', '', /'after' is for atLeast and atMost/],
    ['distance: { from: a, to: [0, 0], atMost: 1, before: 1 s }', '', /'before' is for reaches/],
    ['hidden: { robot: c, from: { robot: b }, share: 1 }', '', /:7:22: .*no robot 'c'/],
    ['hidden: { robot: a, from: { robot: c }, share: 1 }', '', /:7:40: .*no robot 'c'/],
    ['hidden: { robot: a, from: { robot: b }, share: 1, after: 11 s }', '', /'after' is 11 s/],
    ['inside: { corners: [[0, 0], [0, 1]] }', '', /:7:24: the two corners span no area/],
    ['{ inside: { corners: [[0, 0], [1, 1]] }, contacts: { atMost: 0 } }', '', /a criterion has one name/],
    ['{}', '', /one of arrived, contacts, .*noticed or beats is wanted/],
  ])('%s', (text, more, words) => {
    const faults = faultsOf(text, more);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(words);
  });

  it('is allowed for kinematic bodies if it needs no contact', () => {
    const text = 'inside: { corners: [[-9, -9], [9, 9]] }';
    expect(read(text, 'bodies: kinematic\n')).toMatchObject({ bodies: 'kinematic' });
  });
});

describe('all criteria of a run', () => {
  const run = async (criterion: string, more = ''): Promise<Result> => simulate(read(criterion, more));

  it('report the measured value, with `at least` for lower limits', async () => {
    const text = report(
      await run('distance: { from: a, to: { robot: b }, atLeast: 1.9, reaches: 3 m, before: 1 s }'),
    );
    expect(text).toMatch(/✓.* distance, a to b: \d\.\d\d m, at least 1.90 m/);
    expect(text).toMatch(/✓.* reached, a to b: 0.00 s, at most 1.00 s/);
  });

  it('print shares and counts as what they are', async () => {
    const words = async (criterion: string, more = '') =>
      report(await run(criterion, more))
        .split('\n')
        .findLast((line) => /[✓✗]/.test(line));
    expect(await words('polarization: { atLeast: 0.5 }')).toMatch(/polarization: 0\.\d{3}, at least 0.500/);
    expect(await words('crossings: { atLeast: 1 }', RESPAWN)).toMatch(/crossings: [2-9], at least 1/);
    expect(await words('hidden: { robot: a, from: [9, 9], share: 1 }')).toMatch(
      /✗.*hidden, a from \[9, 9\]: 0.000, at least 1.000/,
    );
    expect(await words('inside: { corners: [[0, -1], [3, 1]] }')).toMatch(
      /✗.*outside its area: \d{3}\.\d mm, at most 0.0 mm/,
    );
  });

  it('are one line for a crowd, with every fault', async () => {
    const result = await run('contacts: { atMost: 0 }', RESPAWN);
    const [robot] = result.robots;
    if (!robot) throw new Error('a scenario has a robot');
    const same = { ...robot, distanceTravelled: 2, contacts: 1, crossings: 2, faults: [] };
    const faulty = {
      ...same,
      id: 'z',
      outcome: 'faulted' as const,
      faults: [{ at: 1.5, kind: 'motorDead' as const, what: 'it broke' }],
    };
    const robots = [...Array.from({ length: 12 }, () => same), faulty];
    const lines = report({ ...result, robots }).split('\n');
    expect(lines[1]).toBe(
      `  13 robots: 12 ${robot.outcome}, 1 faulted, 2.00 m driven on average, 26 crossings, 13 contacts`,
    );
    expect(lines[2]).toContain('z: at 1.50 s: it broke');
    expect(lines).toHaveLength(4);
  });

  it('come with a remark on robots without encoders: one each, or one for many, with the worst', async () => {
    const result = await run('contacts: { atMost: 0 }');
    const [robot] = result.robots;
    if (!robot) throw new Error('a scenario has a robot');
    expect(robot.expectedError).toBeNull();
    expect(report(result)).not.toContain('encoders');
    const blind = { ...robot, expectedError: 0.31 };
    expect(report({ ...result, robots: [blind, robot] }).split('\n')[3]).toBe(
      `  ${robot.id} has no encoders; its pose is estimated from the commands: ` +
        'on a real robot, expect to be off by up to 0.31 m',
    );
    const many = [blind, blind, { ...blind, expectedError: 1.2 }, blind];
    expect(report({ ...result, robots: many })).toContain(
      '4 robots have no encoders; their poses are estimated from the commands: ' +
        'on real robots, expect to be off by up to 1.2 m',
    );
  });

  it('take the smallest clearance of all robots, and the sum of their crossings', async () => {
    const { robots } = await run('contacts: { atMost: 0 }', RESPAWN);
    const [clearance, crossings] = judgeRun(
      [
        { criterion: 'clearance', atLeast: 0.1 },
        { criterion: 'crossings', atLeast: 3 },
      ],
      robots,
    );
    expect(clearance?.measured).toBe(Math.min(...robots.map((robot) => robot.minClearance ?? 0)));
    expect(crossings?.measured).toBe(robots.reduce((sum, robot) => sum + robot.crossings, 0));
    expect(crossings?.bound).toBe('atLeast');
  });

  it('without an observer are an error of the program', () => {
    expect(() =>
      judgeRun(
        [
          {
            criterion: 'inside',
            corners: [
              { x: 0, y: 0 },
              { x: 1, y: 1 },
            ],
          },
        ],
        [],
      ),
    ).toThrow(/inside/);
  });
});
