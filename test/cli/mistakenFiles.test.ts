/** A file of another kind, a name that is none, a setting that is wrong: each is called by its name, with a cure. */
import { describe, expect } from 'vitest';
import { GOOD_PATH, GOOD_ROBOT, GOOD_SCENARIO } from '../support/badInputs.js';
import { itInBoth, partOf } from '../support/effort.js';
import { folderWith, steerbot } from './steerbot.js';

const FILES = {
  'r.yaml': GOOD_ROBOT,
  's.yaml': GOOD_SCENARIO,
  'm.yaml': 'arrive: { target: [1, 0] }\n',
  'line.csv': GOOD_PATH,
};
const cwd = folderWith({ ...FILES, 'run.mcap': '' });

const KINDS = { 'r.yaml': 'robot', 's.yaml': 'scenario', 'm.yaml': 'mission' };

/** What a command wants, and its words round the file that it gets. */
const TAKERS: readonly [wanted: string, words: (file: string) => readonly string[]][] = [
  ['scenario', (file) => ['sim', file]],
  ['robot', (file) => ['drive', file, '--arrive', '1,0']],
  ['mission', (file) => ['drive', 'scout', '--mission', file]],
  ['path', (file) => ['drive', 'scout', '--path', file]],
  ['robot', (file) => ['wiring', file]],
  ['robot', (file) => ['sim', 's.yaml', '--robot', file]],
  ['mission', (file) => ['sim', 's.yaml', '--headless', '--missions', file]],
  ['robot', (file) => ['calibrate', file]],
  ['robot', (file) => ['flash', file]],
  ['path', (file) => ['import', file]],
];

const others = TAKERS.flatMap(([wanted, words]) =>
  Object.entries(KINDS).flatMap(([file, kind]) => (kind === wanted ? [] : [[words(file), kind, wanted]])),
) as [readonly string[], string, string][];

/** Command lines and what is said of them. */
const MISTAKES: readonly [line: string, words: RegExp][] = [
  [
    'drive line.csv --arrive 1,0',
    /^line\.csv:1:1: the file holds a single value; .*; if it is a path, `--path` follows it$/m,
  ],
  [
    'flash leonardo',
    /'leonardo' is no robot, and no board on which .* runs; those boards are uno, nano or mega/,
  ],
  ['flash una', /did you mean 'uno'\?/],
  ['wiring xrp', /robot 'xrp' names no board; .*uno, nano or mega; .*`npx steerbot sim square --robot xrp`/],
  [
    'replay ran.mcap',
    /^ran\.mcap: no such file; name a file that --record, .*; did you mean 'run\.mcap'\?$/m,
  ],
  ['replay run', /did you mean 'run\.mcap'\?/],
  [
    'init --kit l298n',
    /--kit 'l298n' is not known; .*presets.*did you mean 'generic-l298n' or 'dfrobot-l298n'\?/,
  ],
  ['sim seek --plot none/a.svg', /^--plot none\/a\.svg: there is no folder .*none; create it first$/m],
  ['sim s.yaml --set duration=soon', /^s\.yaml: the setting 'duration': 'soon' is not a number/m],
  ['sim s.yaml --set robots.q.at.x=3', /^s\.yaml: 'robots\.q\.at\.x' cannot be set: 'robots' has no 'q'/m],
  [
    'sim s.yaml --set robots.0.mission.arive=3',
    /^s\.yaml:\d+:\d+: .*; the setting 'robots\.0\.mission\.arive' is in it$/m,
  ],
];

describe('a command', () => {
  itInBoth.each(partOf(others, 2))(
    '%j is told that it is a %s, and not a %s',
    async (words, kind, wanted) => {
      const { code, stdout, stderr } = await steerbot(words, { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr.trimEnd().split('\n')).toEqual([
        expect.stringMatching(
          new RegExp(`^[rsm]\\.yaml:\\d+:1: this is a ${kind}; a ${wanted} is wanted, .*takes this file$`),
        ),
      ]);
    },
  );

  itInBoth.each(partOf(MISTAKES, 3))('%s', async (line, said) => {
    const { code, stdout, stderr } = await steerbot(line.split(' '), { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(said);
    expect(stderr.length).toBeLessThan(400);
  });
});
