import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { BAD_INPUTS, GOOD_PATH, GOOD_ROBOT, GOOD_SCENARIO } from '../support/badInputs.js';
import { itOnce as it, itInBoth, partOf } from '../support/effort.js';
import { rootFile } from '../support/runs.js';
import { folderWith, steerbot } from './steerbot.js';

const filesIn = (folder: string): string[] =>
  readdirSync(rootFile(folder)).flatMap((name) =>
    /\.(ya?ml|csv)$/.test(name) ? [rootFile(`${folder}/${name}`)] : [],
  );

describe('steerbot check, on what is well', () => {
  it('finds nothing wrong in any robot, scenario and path of its own', async () => {
    const files = ['robots', 'sim/scenarios', 'sim/scenarios/robots', 'sim/scenarios/paths'].flatMap(filesIn);
    expect(files.length).toBeGreaterThan(25);
    expect(await steerbot(['check', ...files])).toEqual({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`(^|\\n)${files.length} files: nothing wrong\\n$`)),
      stderr: '',
    });
  });

  itInBoth.each(partOf(['r.yaml', 's.yaml', 'line.csv'], 1))('names the one file: %s', async (file) => {
    const cwd = folderWith({ 'r.yaml': GOOD_ROBOT, 's.yaml': GOOD_SCENARIO, 'line.csv': GOOD_PATH });
    const said = 'line.csv: 2 points, 1 m, from x_m, y_m\n';
    const read = { 'r.yaml': '', 's.yaml': `s.yaml: ${said}`, 'line.csv': said }[file];
    expect(await steerbot(['check', file], { cwd })).toEqual({
      code: 0,
      stdout: `${read}${file}: nothing wrong\n`,
      stderr: '',
    });
  });

  it('takes the names of robots and scenes', async () => {
    const { code, stdout } = await steerbot(['check', 'scout', 'seek']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '2 files: nothing wrong\n' });
    const { stderr } = await steerbot(['check', 'scot']);
    expect(stderr).toMatch(/^scot: no such file; .*; did you mean 'scout'\?$/m);
  });

  it('tells an editor places and words, and what was read', async () => {
    const bad = GOOD_ROBOT.replace('450 g', 'heavy');
    const cwd = folderWith({ 'bad.yaml': bad, 'line.csv': GOOD_PATH });
    const { code, stdout, stderr } = await steerbot(['check', '--json', 'line.csv', 'bad.yaml', 'none.csv'], {
      cwd,
    });
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      faults: [
        expect.objectContaining({ file: 'bad.yaml', line: 3, col: 18, found: "'heavy' is not a number" }),
        { file: 'none.csv', line: 0, col: 0, found: 'no such file', allowed: '', cure: '' },
      ],
      read: [{ file: 'line.csv', said: '2 points, 1 m, from x_m, y_m' }],
    });
  });
});

/** Every case in a folder of its own, and the one process that checks them all. */
const cases = BAD_INPUTS.map((input) => ({ ...input, folder: folderWith(input.files) }));

describe('steerbot check, on what is not', () => {
  it('refuses every bad file of a list at once, each where it is wrong, and says nothing else', async () => {
    const { code, stdout, stderr } = await steerbot([
      'check',
      ...cases.map(({ folder, check }) => join(folder, check)),
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const lines = stderr.split('\n');
    const unsaid = cases.filter(({ folder, check, blames, at, expect: words }) => {
      const place = `${[join(folder, blames ?? check), at].filter(Boolean).join(':')}: `;
      return !lines.some((line) => line.startsWith(place) && words.test(line));
    });
    expect(unsaid.map(({ name }) => name)).toEqual([]);
    expect(lines.filter((line) => /^\s+at |Error/.test(line))).toEqual([]);
  });

  it('goes on to the good files behind a bad one, and is still not content', async () => {
    const cwd = folderWith({ 'bad.yaml': GOOD_ROBOT.replace('450 g', 'heavy'), 'good.yaml': GOOD_ROBOT });
    const { code, stdout, stderr } = await steerbot(['check', 'bad.yaml', 'good.yaml', 'none.csv'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^bad\.yaml:3:18: 'heavy' is not a number/),
      expect.stringMatching(/^none\.csv: no such file/),
    ]);
  });
});

describe('steerbot sim, given a bad file', () => {
  const scenarios = cases.filter(({ name, files }) => /^a scenario/.test(name) && 's.yaml' in files);

  itInBoth.each(
    partOf(
      scenarios.filter((_, i) => i % Math.ceil(scenarios.length / 6) === 0),
      2,
    ),
  )('$name, ends with 2 before anything runs', async ({ folder, check, blames, at, expect: words }) => {
    const { code, stdout, stderr } = await steerbot(
      ['sim', join(folder, check), '--json', '--plot', 'x.svg'],
      {
        cwd: folder,
      },
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const place = `${join(folder, blames ?? check)}:${at}: `;
    expect(stderr.split('\n').filter((line) => line.startsWith(place) && words.test(line))).toHaveLength(1);
    expect(readdirSync(folder)).not.toContain('x.svg');
  });
});
