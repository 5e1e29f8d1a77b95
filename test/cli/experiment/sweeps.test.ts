import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { parseSweep } from '../../../src/cli/experiment/sweeps.js';
import { UsageError } from '../../../src/validation/errors.js';
import { itOnce as it, itThorough } from '../../support/effort.js';
import { folderWith, spawned, steerbot } from '../steerbot.js';

const SCENARIO = `name: s
duration: 4 s
sensing: truth
vary: { robots.a.at.heading: [-90 deg, 90 deg] }
robots: [{ id: a, robot: scout, mission: { arrive: { target: [0.4, 0] } } }]
criteria: [{ arrived: {} }]
`;
const FILES = {
  's.yaml': SCENARIO,
  'near.yaml': 'arrive: { target: [0.2, 0] }\n',
  'lost.yaml': 'arrive: { target: { mover: ball } }\n',
  'whole.yaml': 'mission: { arrive: { target: [0.2, 0] } }\n',
  'path.yaml': 'followPath: { path: line.csv }\n',
  'line.csv': '0,0\n0.3,0\n',
};
const sim = (args: string, cwd = folderWith(FILES)) => steerbot(['sim', ...args.split(' ')], { cwd });
/** The same where threads run it: those of the bundled program start sooner. */
const study = (args: string, cwd?: string) =>
  spawned(['sim', ...args.split(' ')], { cwd: cwd ?? folderWith(FILES) });

describe('the values of --set', () => {
  it.each<[string, unknown[]]>([
    ['a.b=0.1', [0.1]],
    ['a.b=0.1,0.2', [0.1, 0.2]],
    ['a.b=0.1..0.4:0.1', [0.1, 0.2, 0.3, 0.4]],
    ['a.b=0.1..0.39:0.1', [0.1, 0.2, 0.3]],
    ['a.b=1..0:-0.5', [1, 0.5, 0]],
    ['a.b=-1..1:1,5', [-1, 0, 1, 5]],
    ['a.b=10..30:10 cm', ['10 cm', '20 cm', '30 cm']],
    ['a.b=20 cm', ['20 cm']],
    ['a.b=truth,odometry', ['truth', 'odometry']],
    ['a.b=true', [true]],
    [
      'a.b=[0, 1],[2, 3]',
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ['a.b="x, y",z', ['x, y', 'z']],
    ['a.b={ at: [1, 2], radius: 0.1 }', [{ at: [1, 2], radius: 0.1 }]],
  ])('%s are these', (text, values) => {
    expect(parseSweep(text)).toEqual([{ key: 'a.b', values }]);
  });

  it('are added to those before them', () => {
    expect(parseSweep('b=2', parseSweep('a=1')).map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it.each([
    ['a.b', /'a\.b' sets nothing/],
    ['=1', /sets nothing/],
    ['a=', /'' is no value/],
    ['a=1,', /'' is no value/],
    ['a=1..2', /'1\.\.2' is no value.*from\.\.to:step/],
    ['a=1..2:0', /holds no value/],
    ['a=2..1:0.1', /holds no value/],
    ['a=0..1:0.0001', /more than 200/],
    ['a=[1', /is no value/],
    ['a=1,1.0', /a takes 1 twice/],
  ])('%s are refused', (text, words) => {
    expect(() => parseSweep(text)).toThrow(UsageError);
    expect(() => parseSweep(text)).toThrow(words);
  });

  it('of one key are given once', () => {
    expect(() => parseSweep('a=2', parseSweep('a=1'))).toThrow(/a is set twice/);
  });
});

describe('steerbot sim --set and --missions', () => {
  itThorough(
    'say how many of the runs a median is of, and nothing of figures that a scenario has not',
    async () => {
      const cwd = folderWith({
        ...FILES,
        // It arrives only where it looks towards its goal at first.
        's.yaml': SCENARIO.replace('duration: 4 s', 'duration: 1.8 s').replaceAll('90 deg', '180 deg'),
        'idle.yaml': SCENARIO.replace(/mission: .* \}\]/, 'mission: { wander: {} } }]').replace(
          /criteria.*/,
          '',
        ),
      });
      const { stdout } = await study('s.yaml idle.yaml --seeds 1..12 --set robots.a.at.x=0,0.1', cwd);
      expect(stdout).toMatch(/^ +s\.yaml +0 +\d+ of 12 +\d\.\d+ s \(\d+ of 12\) /m);
      expect(stdout).toContain('of so many of the runs as have one');
      expect(stdout).toMatch(/^ +idle\.yaml +0 +12 of 12 +no pairs$/m);
      expect(stdout).not.toContain('never');
    },
  );

  itThorough(
    'compare each variant with the first, over the same seeds, in a table with the values as columns',
    async () => {
      const cwd = folderWith(FILES);
      const args =
        's.yaml --seeds 1..8 --set robots.a.mission.arrive.target=[0.4,0],[0.2,0] --set robots.a.at.x=0,0.1';
      const { code, stdout } = await study(`${args} --json --csv runs.csv --plot runs.svg`, cwd);
      expect(code).toBe(0);
      const { scenarios, comparison, comparisons } = JSON.parse(stdout);
      expect(scenarios).toHaveLength(4);
      expect(scenarios[1].settings).toEqual({
        'robots.a.mission.arrive.target': [0.4, 0],
        'robots.a.at.x': 0.1,
      });
      expect(comparison).toBeNull();
      expect(comparisons).toHaveLength(3);
      // A tenth of a metre less to drive, and two.
      const [nearer, near] = comparisons.map(
        (c: typeof comparison) => c.figures.distanceTravelled.median.value,
      );
      expect(nearer).toBeCloseTo(-0.1, 1);
      expect(near).toBeCloseTo(-0.2, 1);
      const [header, first] = readFileSync(join(cwd, 'runs.csv'), 'utf8').split('\r\n');
      expect(header).toMatch(/^scenario,robots\.a\.mission\.arrive\.target,robots\.a\.at\.x,seed,passed,/);
      expect(first).toMatch(/^s\.yaml,"\[0\.4,0\]",0,1,true,/);
      expect(readFileSync(join(cwd, 'runs.svg'), 'utf8')).toContain('timeToGoal [s]');
      const words = (await study(args, cwd)).stdout;
      expect(words).toMatch(/robots\.a\.mission\.arrive\.target +robots\.a\.at\.x +passed +timeToGoal/);
      expect(words).toMatch(
        /\[0\.2,0\] +0 +8 of 8 +[\d.]+ s +[\d.]+ s … [\d.]+ s +-[\d.]+ s \[-[\d.]+ s, -[\d.]+ s\]/,
      );
    },
  );

  itThorough('give the runs that files with these values give', async () => {
    const cwd = folderWith({ ...FILES, 'other.yaml': SCENARIO.replace('[0.4, 0]', '[0.2, 0]') });
    const figures = async (args: string) => {
      const { scenarios } = JSON.parse((await study(`${args} --seeds 1..3 --json`, cwd)).stdout);
      return scenarios[0].figures;
    };
    const written = await figures('other.yaml');
    expect(await figures('s.yaml --set robots.a.mission.arrive.target=[0.2,0]')).toEqual(written);
    expect(await figures('s.yaml --missions near.yaml')).toEqual(written);
  });

  it('change a single run, too; its paths are relative to the mission', async () => {
    const one = JSON.parse(
      (await sim('s.yaml --headless --json --set robots.a.mission.arrive.target=[0.2,0]')).stdout,
    );
    expect(one.robots[0].finalPose.x).toBeCloseTo(0.2, 2);
    const path = JSON.parse((await sim('s.yaml --headless --json --missions path.yaml')).stdout);
    expect(path.robots[0].finalPose.x).toBeCloseTo(0.3, 1);
  });

  it.each([
    [
      '--set robots.a.mission.arrive.targt=1 --seeds 1..2',
      /with .*targt = 1:\n.*unknown key 'targt'.*did you mean 'target'/s,
    ],
    ['--set robots.b.at.x=1 --seeds 1..2', /'robots\.b\.at\.x' cannot be set: 'robots' has no 'b'/],
    ['--set robots.a.at.x=1..2:1 --headless', /--set with several values: for many seeds; add --seeds/],
    ['--missions near.yaml path.yaml --headless', /--missions with several files: for many seeds/],
    ['--set seed=1,2 --seeds 1..2', /'seed' cannot be set: give --seed, or --seeds/],
    ['--set vary={} --headless', /'vary' cannot be set: set the value that it draws/],
    ['--set robots.a.at.x=0,1 --set robots.0.at.x=2 --seeds 1..2', /'robots\.a\.at\.x' are the same value/],
    [
      '--set robots.a.at.x=0,1 --set robots.a.at={x:0,y:0,heading:0} --seeds 1..2',
      /'robots\.a\.at' cannot be set: it and 'robots\.a\.at\.x' are the same value, or one holds the other/,
    ],
    ['--set robots.a.robot=scout,boe-bot --robot scout --seeds 1..2', /leave --robot out/],
    ['--missions near.yaml near.yaml --seeds 1..2', /--missions: near\.yaml is given twice/],
    ['--missions whole.yaml --seeds 1..2', /whole\.yaml:1:1: .*leave 'mission:' out/],
    ['--missions none.yaml --seeds 1..2', /none\.yaml: no such file/],
    ['--missions lost.yaml --seeds 1..2', /no mover 'ball'/],
    ['--seeds 1..2 --set a=0..1:0.01 --set b=0..1:0.1', /1111 variants; at most 200/],
    ['--seeds 1..2 --jobs 2 --queue redis://127.0.0.1', /leave one of the two out/],
  ])('%s is refused', async (args, words) => {
    const { code, stdout, stderr } = await sim(`s.yaml ${args}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });
});
