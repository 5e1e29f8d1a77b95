/** The figures of docs/teach.md are those that its lessons give today. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadScenario } from '../../sim/loadScenario.js';
import type { RobotResult } from '../../sim/result.js';
import { simulate } from '../../sim/run.js';
import { ended } from '../cli/steerbot.js';
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
      text.replace('radius: 80 mm', `radius: ${radius}`).replace('predict: 0.8 s', `predict: ${predict}`),
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

  it.each(SEEDS)('is passed by the solution with seed %i', async (seed) => {
    const { passed } = await handedIn('3-courtyard', mission(solution), seed);
    expect(passed).toBe(true);
  });

  it.each(SEEDS)('is not passed without a margin, with seed %i: 14 mm are left', async (seed) => {
    const careless = solution.replace('{ margin: 50 mm }', '{}');
    const { passed, robot } = await handedIn('3-courtyard', mission(careless), seed);
    expect({ passed, contacts: robot.contacts }).toEqual({ passed: false, contacts: 0 });
    expect(robot.minClearance).toBeCloseTo(0.014, 3);
  });

  it.each(SEEDS)('is not passed by a sum of forces, with seed %i', async (seed) => {
    const { robot } = await handedIn('3-courtyard', mission(solution.replace('prioritize', 'blend')), seed);
    expect(robot.contacts).toBeGreaterThan(0);
  });
});

describe('grading a class', () => {
  it('prints the table of the guide', async () => {
    const args = ['lessons/grade.mjs', 'lessons/1-stop.yaml', 'lessons/hand-ins', '2'];
    const { code, stdout } = await ended(spawn(process.execPath, args, { cwd: rootFile('docs') }));
    expect(blocks(guide, 'text')).toContain(stdout);
    expect(code).toBe(1);
  });
});
