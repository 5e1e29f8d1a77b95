import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { drawn, itOnce as it, itInBoth, itThorough, partOf, THOROUGH } from '../../support/effort.js';
import { folderWith, spawned, steerbot } from '../steerbot.js';

/** Some headings let it arrive in time, others do not. */
const SOME = `name: some
duration: 2.5 s
sensing: truth
vary: { robots.a.at.heading: [-180 deg, 180 deg] }
robots: [{ id: a, robot: scout, mission: { arrive: { target: [0.6, 0] } } }]
criteria: [{ arrived: {} }, { contacts: { atMost: 0 } }]
`;
const MORE = SOME.replace('duration: 2.5 s', 'duration: 4 s');
const BLIND = MORE.replace('scout', 'boe-bot').replace('truth', 'odometry');
/** Nothing is drawn from the seed. */
const SAME = SOME.replace(/vary.*\n/, '');
/** A start that some seeds put into the post. */
const BLOCKED = `duration: 0.5 s
vary: { robots.a.at.x: [0, 1] }
world: { circles: [{ at: [1, 0], radius: 0.2 }] }
robots: [{ id: a, robot: scout, mission: { wander: {} } }]
`;
const calling = (mission: string): string =>
  `duration: 0.5 s\nrobots: [{ id: a, robot: scout, mission: { ${mission}: {} } }]\n`;
const OWN = `const at = (what) => () => ({
  start: () => null,
  steer(percept, memory) { what(percept); return { memory }; },
});
export const throws = at((percept) => { if (percept.random.uniform() < 0.2) throw new Error('no idea, sorry'); });
export const exits = at((percept) => { if (percept.at > 0.1) process.exit(7); });
export const talks = at((percept) => { if (percept.at === 0) console.log('talking'); });
`;
const FILES = {
  'some.yaml': SOME,
  'more.yaml': MORE,
  'blind.yaml': BLIND,
  'same.yaml': SAME,
  'blocked.yaml': BLOCKED,
  'throws.yaml': calling('throws'),
  'exits.yaml': calling('exits'),
  'talks.yaml': calling('talks'),
  'own.mjs': OWN,
};

const withoutWall = (text: string): string => text.replace(/"wallSeconds":[^,]*,/, '');
const sim = (args: string, cwd = folderWith(FILES)) => steerbot(['sim', ...args.split(' ')], { cwd });
/** The same where threads run it: those of the bundled program start sooner. */
const study = (args: string, cwd?: string) =>
  spawned(['sim', ...args.split(' ')], { cwd: cwd ?? folderWith(FILES) });

describe('steerbot sim --seeds', () => {
  it('says in words what many runs come to, and ends with 1 where one failed', async () => {
    const { code, stdout, stderr } = await study('some.yaml --seeds 1..12');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const [head, passed, ...rest] = stdout.split('\n');
    expect(head).toMatch(
      /^some\.yaml, seeds 1\.\.12: [\d.]+ s simulated in [\d.]+ s \(\d+ times real time\)$/,
    );
    expect(passed).toMatch(/^some\.yaml: \d+ of 12 runs passed \([\d.]+ %\)$/);
    const text = rest.join('\n');
    expect(text).toMatch(/✗ arrived: \d+ of 12\n {2}✓ contacts \(at most 0\): 12 of 12/);
    expect(text).toMatch(/timeToGoal +[\d.]+ s +[\d.]+ s … [\d.]+ s +[\d.]+ s … [\d.]+ s +\d+ of 12 runs/);
    expect(text).toMatch(/failed: seed \d/);
    expect(text).toMatch(
      /worst run: seed \d+ \(it never arrived\); to see it again: npx steerbot sim some\.yaml --seed/,
    );
  });

  itThorough('ends with 0 where every run passes', async () => {
    const { code, stdout } = await study('more.yaml --seeds 3,1..2 --jobs 1');
    expect(code).toBe(0);
    expect(stdout).toContain('timeToGoal');
    // Its robot has encoders.
    expect(stdout).not.toContain('expectedError');
    expect(stdout).toMatch(/^more\.yaml, seeds 3,1\.\.2: /);
    expect(stdout).toMatch(/3 of 3 runs passed \(100\.0 %\)/);
  });

  itThorough('has the expected error of robots without encoders', async () => {
    const { stdout } = await study('blind.yaml --seeds 1..2 --jobs 1');
    expect(stdout).toMatch(/expectedError +\d+\.\d mm +\d/);
  });

  itThorough('runs the default scenario where none is named', async () => {
    const { code, stdout } = await study('--seeds 1 --json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).scenarios).toMatchObject([{ scenario: 'slalom', runs: 1, passed: 1 }]);
  });

  itThorough('counts the runs that a single one with the same seed would be', async () => {
    const cwd = folderWith(FILES);
    const { stdout } = await study('some.yaml --seeds 4..6 --json --csv runs.csv', cwd);
    const rows = readFileSync(join(cwd, 'runs.csv'), 'utf8').trimEnd().split('\r\n').slice(1);
    for (const [i, row] of rows.entries()) {
      const single = JSON.parse((await sim(`some.yaml --seed ${4 + i} --json`, cwd)).stdout);
      const [robot] = single.robots;
      expect(row.split(',').slice(0, 6)).toEqual(
        [
          'some.yaml',
          4 + i,
          single.passed,
          robot.outcome,
          single.simulatedSeconds,
          robot.timeToGoal ?? '',
        ].map(String),
      );
    }
    expect(rows).toHaveLength(3);
    expect(JSON.parse(stdout).scenarios[0].runs).toBe(3);
  });

  itThorough('gives a command that shows the worst run again', async () => {
    const cwd = folderWith(FILES);
    const { stdout } = await study('throws.yaml --seeds 1..3 --json --behaviors own.mjs', cwd);
    const { worst } = JSON.parse(stdout).scenarios[0];
    const [npx, program, ...args] = worst.command.split(' ');
    expect([npx, program]).toEqual(['npx', 'steerbot']);
    const again = await steerbot([...args, '--json'], { cwd });
    expect(JSON.parse(again.stdout)).toMatchObject({
      seed: worst.seed,
      robots: [{ outcome: worst.outcome }],
    });
    expect(again.stderr).toMatch(/picture: .*seed-\d+\.svg/);
  });

  itThorough('hints that nothing is drawn from the seed where all runs are alike', async () => {
    const { stderr, stdout } = await study('same.yaml --seeds 1..3 --json');
    expect(stderr).toMatch(/^hint: all 3 runs of same\.yaml gave the same figures, .* add vary:/);
    expect(JSON.parse(stdout).scenarios[0].alike).toBe(true);
  });
});

describe('steerbot sim --seeds --json', () => {
  it('prints exactly one document with exactly these keys', async () => {
    const { stdout, stderr } = await study('some.yaml more.yaml --seeds 1..4 --json --jobs 1');
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const document = JSON.parse(stdout);
    expect(Object.keys(document)).toEqual(
      'seeds simulatedSeconds wallSeconds passed scenarios comparison'.split(' '),
    );
    const [some] = document.scenarios;
    expect(Object.keys(some)).toEqual(
      'scenario runs passed passRate outcomes stoppedForSafety criteria figures failedSeeds faults worst alike'.split(
        ' ',
      ),
    );
    expect(Object.keys(some.figures.timeToGoal)).toEqual(
      'count missing mean least lowerQuartile median upperQuartile most'.split(' '),
    );
    expect(some.figures.timeToGoal.missing).toBe(some.outcomes.running);
    expect(some.figures['crossTrack.rms']).toBeNull();
    expect(Object.keys(document.comparison.figures.timeToGoal)).toEqual(
      'pairs onlyFirst onlySecond neither less equal more mean median resamples'.split(' '),
    );
  });

  itThorough('says by how much a mission beats another, with the interval of the mean', async () => {
    const { stdout } = await study('evade --seeds 1..6 --json');
    const { paired, mean } = JSON.parse(stdout).scenarios[0].figures['beats.distance.atLeast, flee'];
    expect(paired).toEqual({ value: mean, interval: [expect.any(Number), expect.any(Number)] });
    const [low, high] = paired.interval;
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(mean);
    expect(high).toBeGreaterThan(mean);
  });

  itThorough('says it in words, too', async () => {
    const { stdout } = await study('evade --seeds 1..6');
    expect(stdout).toMatch(
      / {2}beats\.distance\.atLeast, flee .* mean \+[\d.]+ mm \[\+[\d.]+ mm, \+[\d.]+ mm\]\n/,
    );
  });

  itThorough(
    'repeats its bytes and those of its table with one job and with two, wallSeconds aside',
    async () => {
      const cwd = folderWith(FILES);
      const ended: string[] = [];
      for (const jobs of THOROUGH ? [1, 2, 2] : [1, 2]) {
        const table = `runs-${ended.length}.csv`;
        const { code, stdout } = await study(
          `some.yaml more.yaml --seeds 1..${drawn(40)} --json --jobs ${jobs} --csv ${table}`,
          cwd,
        );
        expect(code).toBe(1);
        ended.push(withoutWall(stdout) + readFileSync(join(cwd, table), 'utf8'));
      }
      for (const again of ended) expect(again).toBe(ended[0]);
    },
  );
});

describe('steerbot sim A B --seeds', () => {
  itThorough('compares the second with the first seed by seed, and counts the pairs', async () => {
    const { code, stdout } = await study('some.yaml more.yaml --seeds 1..6 --jobs 1');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^more\.yaml minus some\.yaml, seed by seed, with 95 % intervals$/m);
    expect(stdout).toMatch(
      /pass rate +\+[\d.]+ points \[\+?[\d.]+ points, \+[\d.]+ points\] +\d+ only the second/,
    );
    // Where both arrive they drive alike: a longer time allowed changes nothing.
    expect(stdout).toMatch(/the same with every seed: timeToGoal, /);
  });

  itThorough('finds no difference of a scenario with itself', async () => {
    const { comparison } = JSON.parse((await study('some.yaml some.yaml --seeds 1..8 --json')).stdout);
    expect(comparison.passRate).toMatchObject({ onlyFirst: 0, onlySecond: 0, difference: { value: 0 } });
    for (const figure of Object.values<{ equal: number; pairs: number }>(comparison.figures)) {
      expect(figure.equal).toBe(figure.pairs);
    }
  });
});

describe('steerbot sim --seeds --csv', () => {
  itThorough('writes a header, and a row for each run in the order of the seeds', async () => {
    const cwd = folderWith(FILES);
    await study('some.yaml throws.yaml --seeds 3,1 --behaviors own.mjs --csv runs.csv --jobs 1', cwd);
    const text = readFileSync(join(cwd, 'runs.csv'), 'utf8');
    const [header, ...rows] = text.split('\r\n');
    expect(header).toBe(
      'scenario,seed,passed,outcome,simulatedSeconds,timeToGoal,distanceToGoal,overshoot,distanceTravelled,' +
        'contacts,minClearance,crossings,crossTrack.rms,crossTrack.max,crossTrack.missed,maxSpeed,maxForce,' +
        'expectedError,failedCriteria,fault',
    );
    expect(rows.map((row) => row.split(',').slice(0, 2).join())).toEqual([
      'some.yaml,3',
      'throws.yaml,3',
      'some.yaml,1',
      'throws.yaml,1',
      '',
    ]);
    expect(text).toMatch(/"a: at [\d.]+ s: throws threw: Error: no idea, sorry, at own\.mjs:\d+:\d+"\r\n/);
  });
});

const REFUSED: readonly (readonly [args: string, words: RegExp])[] = [
  ['some.yaml --seeds 5..1', /runs backwards/],
  ['some.yaml --seeds 1..2 --jobs 0', /whole number from 1 to 256/],
  ['some.yaml --seeds 1..2 --seed 3', /--seed: for one run, and --seeds is for many/],
  ['some.yaml --seeds 1..2 --seed 3 --firmware', /--seed and --firmware: for one run/],
  ['some.yaml --seeds 1..2 --speed 1', /--speed: for one run/],
  ['some.yaml --jobs 2 --csv a.csv', /--jobs and --csv: for many seeds; add --seeds/],
  ['some.yaml more.yaml', /too many arguments for one run: 'more\.yaml'; .* add --seeds/],
  ['some.yaml more.yaml same.yaml --seeds 1', /too many arguments/],
  ['some.yaml --seeds 1..2 --csv none/a.csv', /--csv none\/a\.csv: .* create it first/],
  ['some.yaml --seeds 1..2 --csv .', /--csv '\.' is a folder; name a file such as runs\.csv/],
  ['some.yaml none.yaml --seeds 1..2', /none\.yaml: no such file/],
  ['throws.yaml --seeds 1..2', /throws\.yaml:2:\d+: unknown behavior 'throws'/],
  [
    'blocked.yaml --seeds 1..20',
    /seed 2 cannot run: blocked\.yaml:\d+:\d+: robot 'a' starts inside an obstacle/,
  ],
  [
    'exits.yaml --seeds 1..4 --jobs 1 --behaviors own.mjs',
    /a thread died while it ran seed 1 .*code: 7.*--seed 1/,
  ],
];

describe('an experiment that cannot run', () => {
  itInBoth.each(partOf(REFUSED, 3))(
    '%s ends with 2, says why, and prints nothing on standard output',
    async (args, words) => {
      const { code, stdout, stderr } = await sim(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(words);
    },
  );
});

describe('own behaviors in an experiment', () => {
  it('that fail end it with 4, and are no run that passed', async () => {
    const { code, stdout } = await study('throws.yaml --seeds 1..6 --behaviors own.mjs --jobs 1');
    expect(code).toBe(4);
    expect(stdout).toMatch(/seed \d: a: at [\d.]+ s: throws threw: Error: no idea, sorry/);
    expect(stdout).not.toContain('6 of 6 runs passed');
  });

  itThorough('print to standard error', async () => {
    const { code, stdout, stderr } = await study(
      'talks.yaml --seeds 1..3 --behaviors own.mjs --json --jobs 1',
    );
    expect(code).toBe(0);
    expect(stderr).toContain('talking');
    expect(JSON.parse(stdout)).toMatchObject({
      seeds: '1..3',
      scenarios: [{ scenario: 'talks.yaml', runs: 3 }],
    });
  });
});
