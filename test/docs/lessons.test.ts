/** The figures of docs/teach.md are those that its lessons give today. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { parse } from 'yaml';
import { simulate } from '../../sim/engine/run.js';
import type { RobotResult } from '../../sim/referee/result.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { parseMission } from '../../src/config/mission/missionFile.js';
import { missionText } from '../../src/config/mission/missionText.js';
import { LESSON_TEXTS } from '../../src/dashboard/page/articles/articleList.js';
import { lessonParts } from '../../src/dashboard/page/lessons/clock.js';
import { handInText } from '../../src/dashboard/page/lessons/handIn.js';
import { ended } from '../cli/steerbot.js';
import { itOnce as it, itInBoth, itThorough, partOf } from '../support/effort.js';
import { blocks } from '../support/markdown.js';
import { rootFile } from '../support/runs.js';

const folder = mkdtempSync(join(tmpdir(), 'steerbot-lessons-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const guide = readFileSync(rootFile('docs/teach.md'), 'utf8');

/** The rows of the table with this heading. */
function rows(heading: string): string[][] {
  const table = guide.slice(guide.indexOf(`| ${heading} |`)).split('\n\n')[0] ?? '';
  const lines = table.split('\n').slice(2);
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** A lesson with another mission, as a pupil would write it. */
async function handedIn(lesson: string, change: (text: string) => string, seed?: number) {
  const file = join(folder, `${lesson}.yaml`);
  writeFileSync(file, change(readFileSync(rootFile(`docs/lessons/${lesson}.yaml`), 'utf8')));
  const scenario = loadScenario(file, seed === undefined ? {} : { seed });
  const { passed, robots } = await simulate(scenario);
  return { passed, robot: robots[0] as RobotResult };
}

/** As the guide rounds it. */
const like = (written: string, measured: number): string => {
  const [, decimals = ''] = /\.(\d+)/.exec(written) ?? [];
  return `${measured.toFixed(decimals.length)}${written.replace(/^[\d.]+/, '')}`;
};

describe.each(LESSON_TEXTS)('the text of $title', ({ name }) => {
  const text = readFileSync(rootFile(`docs/lessons/${name}.md`), 'utf8');
  const asked = [...text.matchAll(/\]\(ask:([\w-]+)\)/g)].map(([, question]) => question);

  it('begins with the mission of its scene', () => {
    const [given = ''] = blocks(text, 'yaml mission');
    const [robot] = loadScenario(name).robots;
    const mission = parseMission(given, 'mission', { readPath: () => [] });
    expect(missionText(mission)).toBe(missionText(robot?.mission as never));
  });

  it('fills 45 minutes', () => {
    expect(lessonParts(text).reduce((sum, { lasts }) => sum + lasts, 0)).toBe(45 * 60);
  });

  it('asks what the teacher has an answer for', () => {
    const answers = parse(readFileSync(rootFile('docs/teacher/answers.yaml'), 'utf8'));
    expect(asked).toEqual(Object.keys(answers[name]));
  });

  it('gives no numbers away that its scene does not have', () => {
    for (const [, written = '', label = ''] of text.matchAll(/\[([^\]]+)\]\(tune:([^)]+)\)/g))
      expect(readFileSync(rootFile(`docs/lessons/${name}.yaml`), 'utf8')).toMatch(
        new RegExp(`${label.split('.').at(-1)}: ${written.replace(/ m$/, '')}`),
      );
  });
});

describe('lesson 1', () => {
  it.each(rows('slowingRadius'))(
    'with a slowing radius of %s takes %s and overshoots by %s',
    async (...row) => {
      const [radius = '', time = '', overshoot = ''] = row;
      const approach = radius.startsWith('none') ? '' : `, profile: linear, slowingRadius: ${radius}`;
      const { robot } = await handedIn('1-stop', (text) =>
        text.replace(', profile: linear, slowingRadius: 0.15', approach),
      );
      expect(like(time, robot.timeToGoal ?? Number.NaN)).toBe(time);
      expect(like(overshoot, (robot.overshoot ?? Number.NaN) * 1000)).toBe(overshoot);
    },
  );
});

describe('lesson 2', () => {
  it.each(rows('radius, predict'))('with %s takes %s, %s RMS, and misses %s', async (...row) => {
    const [parameters = '', time = '', rms = '', missed = ''] = row;
    const [radius, predict] = parameters.split(', ');
    const { robot } = await handedIn('2-path', (text) =>
      text
        .replace('radius: 80 mm', `radius: ${radius}`)
        .replace('predict: 0.8 s', predict === 'none' ? '' : `predict: ${predict}`),
    );
    expect(like(time, robot.timeToGoal ?? Number.NaN)).toBe(time);
    expect(like(rms, (robot.crossTrack?.rms ?? Number.NaN) * 1000)).toBe(rms);
    expect(like(missed, (robot.crossTrack?.missed ?? Number.NaN) * 1000)).toBe(missed);
  });
});

describe('lesson 3', () => {
  const SEEDS = [1, 2, 3, 4, 5];
  const mission = (text: string) => (lesson: string) =>
    `${lesson.slice(0, lesson.indexOf('      arrive:'))}${text.replace(/^/gm, '      ')}`;
  const [, solution = ''] = /# solution\.yaml\n([\s\S]*)/.exec(blocks(guide, 'yaml')[0] ?? '') ?? [];

  itInBoth.each(partOf(SEEDS, 1))('is passed by the solution with seed %i', async (seed) => {
    const { passed } = await handedIn('3-courtyard', mission(solution), seed);
    expect(passed).toBe(true);
  });

  itInBoth.each(partOf(SEEDS, 1))(
    'is not passed without a margin, with seed %i: about 100 mm are left',
    async (seed) => {
      const careless = solution.replace('{ margin: 60 mm }', '{}');
      const { passed, robot } = await handedIn('3-courtyard', mission(careless), seed);
      expect({ passed, contacts: robot.contacts }).toEqual({ passed: false, contacts: 0 });
      expect(Math.abs((robot.minClearance ?? 0) - 0.1)).toBeLessThan(0.011);
    },
  );

  itInBoth.each(partOf(SEEDS, 1))('is not passed by a sum of forces, with seed %i', async (seed) => {
    const { robot } = await handedIn('3-courtyard', mission(solution.replace('prioritize', 'blend')), seed);
    expect(robot.contacts).toBeGreaterThan(0);
  });
});

describe('grading a class', () => {
  const given = (lesson: string): string => readFileSync(rootFile(`docs/lessons/${lesson}.yaml`), 'utf8');

  /** @param handIns files by their names */
  function grade(lesson: string, handIns: Readonly<Record<string, string>>, ...more: readonly string[]) {
    const cwd = mkdtempSync(join(folder, 'class-'));
    mkdirSync(join(cwd, 'class'));
    for (const [name, text] of Object.entries(handIns)) writeFileSync(join(cwd, 'class', name), text);
    const args = [
      rootFile('docs/teacher/grade.mjs'),
      rootFile(`docs/lessons/${lesson}.yaml`),
      'class',
      ...more,
    ];
    const env = { ...process.env, TMPDIR: cwd, TEMP: cwd };
    return ended(spawn(process.execPath, args, { cwd, env })).then((end) => ({
      ...end,
      cwd,
      left: readdirSync(cwd).filter((name) => name !== 'class'),
    }));
  }

  itThorough('prints the table of the guide, a cheat among its rows', async () => {
    const [, args = ''] = /^node (docs\/teacher\/grade\.mjs .*?) +# exit code 1/m.exec(guide) ?? [];
    const { code, stdout } = await ended(spawn(process.execPath, args.split(' '), { cwd: rootFile('.') }));
    expect(blocks(guide, 'text')).toContain(stdout);
    expect(stdout).toMatch(/^eve +0 of 2 +1 /m);
    expect(code).toBe(1);
  });

  itThorough(
    'writes the table for a spreadsheet, a program and a browser, and says how far it is',
    async () => {
      const evil = { 'a&b.yaml': given('1-stop').replace(/arrive: .*/, 'arrive: { target: "=1<2" }') };
      const names = ['t.csv', 't.json', 't.html'].flatMap((file) => [`--${file.slice(2)}`, file]);
      const { code, stderr, left, cwd } = await grade(
        '1-stop',
        { 'c.yaml': given('1-stop'), ...evil },
        '1',
        ...names,
      );
      expect(code).toBe(1);
      expect(stderr).toMatch(/^1 of 2: .*\n2 of 2: /);
      expect(left.sort()).toEqual(['t.csv', 't.html', 't.json']);
      const text = (file: string): string => readFileSync(join(cwd, file), 'utf8');
      expect(text('t.csv')).toMatch(
        /^"hand-in","passed","exit code","slowest \[s\]","why"\n"a&b","0 of 1","2","never","a&b\.yaml/,
      );
      expect(JSON.parse(text('t.json'))).toMatchObject([
        { name: 'a&b', passed: 0, runs: 1, code: 2, slowest: null },
        { name: 'c', passed: 0, runs: 1, code: 1 },
      ]);
      expect(text('t.html')).toMatch(/<title>1-stop\.yaml: 0 of 2 passed<\/title>/);
      expect(text('t.html')).toContain('<td>a&amp;b</td>');
      expect(text('t.html')).not.toMatch(/=1<2/);
    },
  );

  itThorough('reads what the page handed in, and compares the numbers among its answers', async () => {
    const handIn = (by: string, far: string, lesson = '1-stop') =>
      handInText({
        ...{ lesson, by, took: 1800 },
        answers: { 'braking-distance': far, force: '<b>black</b>' },
        mission: 'arrive: { target: [1.5, 0] }',
      });
    const { code, stdout, cwd } = await grade(
      '1-stop',
      {
        'a.yaml': handIn('A', '12,5 cm'),
        'b.yaml': handIn('B', 'v²/2a = 0.25 m'),
        'c.yaml': handIn('C', '0.125', '2-path'),
        'd.yaml': given('1-stop').replace(/arrive: .*/, 'arrive: { target: [1.5, 0] }'),
      },
      ...['1', '--answers', rootFile('docs/teacher/answers.yaml')],
      ...['--html', 't.html', '--csv', 't.csv', '--json', 't.json'],
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^hand-in .* why +answers$/m);
    expect(stdout).toMatch(/^A +1 of 1 +0 .* 1 of 1$/m);
    expect(stdout).toMatch(/^B +1 of 1 +0 .* 0 of 1$/m);
    expect(stdout).toMatch(/^C +0 of 1 +2 .* c\.yaml: it is handed in for the lesson '2-path'/m);
    expect(stdout).toMatch(/^d +1 of 1 +0 .* 0 of 1$/m);
    const text = (file: string): string => readFileSync(join(cwd, file), 'utf8');
    expect(text('t.html')).toContain('<td>✓ 12,5 cm</td>');
    expect(text('t.html')).toContain('<td>✗ v²/2a = 0.25 m</td>');
    expect(text('t.html')).toContain('&lt;b&gt;black&lt;/b&gt;');
    expect(text('t.csv')).toMatch(/^"A",.*,"30","12,5 cm","<b>black<\/b>"$/m);
    expect(JSON.parse(text('t.json'))[0]).toMatchObject({ minutes: 30, right: 1, asked: 1 });
  });

  itThorough('is not fooled by a target of its own, nor by a path of its own', async () => {
    const yard = given('3-courtyard').replace('target: [4, 0]', 'target: [0, 0]');
    const beyond = given('1-stop').replace(
      /arrive: .*/,
      'prioritize: [{ arrive: { target: [1.55, 0], within: 10 mm } }]',
    );
    const path = given('2-path').replace('[1.2, 0], [1.2, 0.8], [0.6, 0.8], ', '');
    const ended = await Promise.all([
      grade('3-courtyard', { 'eve.yaml': yard }, '1'),
      grade('1-stop', { 'eve.yaml': beyond }, '1'),
      grade('2-path', { 'eve.yaml': path }, '1'),
    ]);
    expect(ended.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(ended[0]?.stdout).toMatch(/distance.reaches \(a to \[4, 0\]\) never/);
    expect(ended[1]?.stdout).toMatch(/inside 0\.0\d+, not 0/);
    expect(ended[2]?.stdout).toMatch(/eve.yaml: its path is not the lesson's/);
  });

  itThorough(
    'takes a mission however it is indented, and tells faults by the line of the hand-in',
    async () => {
      const right = 'robots:\n- id: a\n  mission:\n            arrive:\n              target: [1.5, 0]\n';
      const wrong = 'mission:\n  arrive:\n    target: [1.5, 0]\n    witin: 1 mm\n';
      const { code, stdout } = await grade('1-stop', { 'a.yml': right, 'b.yaml': wrong, 'c.yaml': '{' }, '1');
      expect(stdout).toMatch(/^a\.yml +1 of 1 +0 /m);
      expect(stdout).toMatch(/^b +0 of 1 +2 .* b\.yaml:4:5: unknown key 'witin'/m);
      expect(stdout).toMatch(/^c +0 of 1 +2 .* c\.yaml:1:\d+: /m);
      expect(code).toBe(1);
    },
  );

  itThorough(
    'goes on past what is no file, cuts off what takes too long, and leaves nothing behind',
    async () => {
      const end = grade('1-stop', { 'slow.yaml': given('1-stop') }, '1', '0.01');
      expect(await end).toMatchObject({
        code: 1,
        left: [],
        stdout: expect.stringMatching(/took more than 0\.01 s/),
      });
      mkdirSync(join(folder, 'odd', 'x.yaml'), { recursive: true });
      const args = [rootFile('docs/teacher/grade.mjs'), rootFile('docs/lessons/1-stop.yaml'), 'odd', '1'];
      const { code, stdout } = await ended(spawn(process.execPath, args, { cwd: folder }));
      expect(stdout).toMatch(/x\.yaml: this is a folder/);
      expect(code).toBe(1);
    },
  );

  itInBoth.each(
    partOf<[string, string, Readonly<Record<string, string>>, string[], RegExp]>(
      [
        [
          'seeds that are no number',
          '1-stop',
          { 'a.yaml': '' },
          ['abc'],
          /^'abc' seeds are not possible; 1 to/,
        ],
        ['no seed at all', '1-stop', { 'a.yaml': '' }, ['0'], /^'0' seeds/],
        ['an empty folder', '1-stop', {}, [], /^class: no hand-ins/],
        ['a lesson that is not there', 'none', { 'a.yaml': '' }, [], /none\.yaml: there is no such file\n$/],
      ],
      2,
    ),
  )('with %s ends with 2 and one line', async (_, lesson, handIns, more, words) => {
    const { code, stdout, stderr } = await grade(lesson, handIns, ...more);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
