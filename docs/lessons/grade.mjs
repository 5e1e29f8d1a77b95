/**
 * Grades a class: `node grade.mjs LESSON.yaml FOLDER [SEEDS]` runs every hand-in of a folder with the seeds 1 … SEEDS, and
 * prints a table. Its exit code is 0 when everybody passed, 1 when not.
 *
 * A hand-in is the lesson's file with another mission. Nothing else of it is taken: world, robot and criteria are the
 * lesson's, so that nobody passes by an easier one.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [lesson, folder, seeds = '3'] = process.argv.slice(2);
if (!lesson || !folder) {
  console.error('usage: node grade.mjs LESSON.yaml FOLDER [SEEDS]');
  process.exit(2);
}

const manifest = import.meta.resolve('steerbot/package.json');
const { bin } = JSON.parse(readFileSync(new URL(manifest), 'utf8'));
const program = fileURLToPath(new URL(bin.steerbot, manifest));

/** What the lesson gives, up to `mission:`, and from there on what is the pupil's: that line, and those further in. */
function parts(text) {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => /^ *mission:/.test(line));
  const indent = /^ */.exec(lines[at] ?? '')[0];
  const isOutside = (line) => line.trim() !== '' && !line.startsWith(`${indent} `);
  const length = lines.slice(at + 1).findIndex(isOutside);
  return { given: lines.slice(0, at), mission: lines.slice(at, length < 0 ? undefined : at + 1 + length) };
}

/** One run of a file: its exit code, its time, and why it failed, if it did. */
function run(file, seed) {
  const args = [program, 'sim', file, '--json', '--seed', String(seed)];
  const { status: code, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  // With a file that is wrong there is nothing but words: file:line:column: what, and a cure.
  if (stdout === '') return { code, time: Number.NaN, why: stderr.split('\n')[0].replace(file, 'line') };
  const { robots, criteria } = JSON.parse(stdout);
  const missed = criteria.filter(({ passed }) => !passed);
  const why = missed.map(
    ({ criterion, limit, measured }) => `${criterion} ${shown(measured)}, not ${shown(limit)}`,
  );
  return { code, time: robots[0].timeToGoal ?? Number.POSITIVE_INFINITY, why: why.join('; ') };
}

const shown = (value) => (Number.isFinite(value) ? String(Number(value.toPrecision(3))) : 'never');

/** @returns its row of the table */
function grade(name) {
  const { mission } = parts(readFileSync(join(folder, name), 'utf8'));
  // Beside the lesson, since a lesson's paths are relative to it.
  const file = join(dirname(lesson), `.grading-${name}`);
  writeFileSync(file, [...parts(readFileSync(lesson, 'utf8')).given, ...mission].join('\n'));
  const runs = Array.from({ length: Number(seeds) }, (_, i) => run(file, i + 1));
  rmSync(file);
  const failed = runs.filter(({ code }) => code !== 0);
  const passed = `${runs.length - failed.length} of ${runs.length}`;
  const slowest = shown(Math.max(...runs.map(({ time }) => time)));
  return [basename(name, '.yaml'), passed, failed[0]?.code ?? 0, slowest, failed[0]?.why ?? ''].map(String);
}

const handIns = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const table = [['hand-in', 'passed', 'exit code', 'slowest [s]', 'why'], ...handIns.sort().map(grade)];
const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
for (const row of table)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
process.exitCode = table.slice(1).every((row) => row[2] === '0') ? 0 : 1;
