/**
 * Grades a class: `node grade.mjs LESSON.yaml FOLDER [SEEDS] [SECONDS] [--answers FILE] [--csv FILE] [--json FILE]
 * [--html FILE]` runs every hand-in of a folder with the seeds 1 … SEEDS, each for SECONDS at most, several at once, and prints
 * a table. What it has graded so far it says on the way. The answers of a hand-in stand in the reports; a file of answers
 * (answers.yaml) says which of them are right.
 *
 * Exit codes: 0, all pupils passed; 1, at least one did not; 2, nothing could be graded.
 *
 * A hand-in is a file that the page saved, or the lesson's file with another mission. Only the mission is used: world, robot and criteria are the
 * lesson's, and so are the points of a path, so that a pupil cannot pass with an easier path.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';

const manifest = import.meta.resolve('steerbot/package.json');
const { bin } = JSON.parse(readFileSync(new URL(manifest), 'utf8'));
const program = fileURLToPath(new URL(bin.steerbot, manifest));
// The yaml package that Steerbot itself uses.
const { isMap, isSeq, LineCounter, parseDocument } = createRequire(manifest)('yaml');

/** A hand-in, or the whole folder, cannot be graded. */
class Refused extends Error {}

const MOST_SEEDS = 1000;
/** Time limit of one run [s]; far more than a run takes. */
const TIME_LIMIT = '60';

const REPORTS = ['csv', 'json', 'html'];

function argumentsOf(given) {
  const options = Object.fromEntries([...REPORTS, 'answers'].map((name) => [name, { type: 'string' }]));
  let parsed;
  try {
    parsed = parseArgs({ args: given, options, allowPositionals: true });
  } catch (error) {
    throw new Refused(error.message.split('\n')[0]);
  }
  const [lesson, folder, seeds = '3', seconds = TIME_LIMIT] = parsed.positionals;
  if (!lesson || !folder)
    throw new Refused(
      'usage: node grade.mjs LESSON.yaml FOLDER [SEEDS] [SECONDS] [--answers FILE] [--csv FILE] [--json FILE] [--html FILE]',
    );
  if (!existsSync(lesson) || !statSync(lesson).isFile())
    throw new Refused(`${lesson}: there is no such file`);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Refused(`${folder} is not a folder`);
  if (!/^[1-9]\d*$/.test(seeds) || Number(seeds) > MOST_SEEDS)
    throw new Refused(`'${seeds}' seeds are not possible; 1 to ${MOST_SEEDS} are`);
  if (!(Number(seconds) > 0)) throw new Refused(`'${seconds}' is not a time limit; give seconds`);
  const { answers, ...reports } = parsed.values;
  return { lesson, folder, seeds: Number(seeds), seconds: Number(seconds), answers, reports };
}

/** A YAML file as plain data, with the place of each value and key. @throws Refused */
function read(file) {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  const [error] = document.errors;
  const { line, col } = error?.linePos?.[0] ?? {};
  if (error) throw new Refused(`${basename(file)}:${line}:${col}: ${error.message.split('\n')[0]}`);
  const place = (offset) => `${lines.linePos(offset).line}:${lines.linePos(offset).col}`;
  const places = [...placesOf(document.contents, '')].map(([way, offset]) => [way, place(offset)]);
  return { data: document.toJS(), places: new Map(places) };
}

/** The place of each value by its path, `.robots.0.mission`, and of each key by its path and a colon. */
function* placesOf(node, way) {
  if (node?.range) yield [way, node.range[0]];
  if (isSeq(node)) for (const [i, item] of node.items.entries()) yield* placesOf(item, `${way}.${i}`);
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    if (key?.range) yield [`${way}.${key}:`, key.range[0]];
    yield* placesOf(value, `${way}.${key}`);
  }
}

const MISSION = '.robots.0.mission';

/**
 * A hand-in is a scenario, the part of it from `mission:` on, or only the mission. @returns the mission and its path
 */
function missionOf(data, name) {
  const first = data?.robots?.[0];
  if (first?.mission !== undefined) return { mission: first.mission, way: MISSION };
  if (data?.mission !== undefined) return { mission: data.mission, way: '.mission' };
  if (data === null || typeof data !== 'object' || data.robots)
    throw new Refused(`${name}: no mission is found`);
  return { mission: data, way: '' };
}

// Answers ---------------------------------------------------------------------------------------------------

/** In SI; a pupil may write a comma, and leave the unit out. */
const UNITS = { mm: 0.001, cm: 0.01, m: 1, ms: 0.001, s: 1, min: 60 };
const NUMBER = /([-−]?\d+(?:[.,]\d+)?)\s*([a-z]+)?/i;

/** The first number of an answer, in the unit that is expected where it has none. */
function numberIn(text, expected = 'm') {
  const [, digits, unit = expected] = NUMBER.exec(text) ?? [];
  return (
    Number(digits?.replace(',', '.').replace('−', '-')) * (UNITS[unit.toLowerCase()] ?? UNITS[expected] ?? 1)
  );
}

/** `{ is: 0.125 m, within: 10 mm }` is compared; a sentence is for the teacher to read. @returns undefined for a sentence */
function isRight(answer, key) {
  if (typeof key !== 'object' || key === null) return undefined;
  const [, , unit] = NUMBER.exec(String(key.is)) ?? [];
  return Math.abs(numberIn(answer, unit) - numberIn(String(key.is))) <= numberIn(String(key.within)) + 1e-9;
}

/** What the file of answers has for this lesson, by the questions' names. */
function keysOf(file, lesson) {
  if (file === undefined) return {};
  if (!existsSync(file)) throw new Refused(`${file}: there is no such file`);
  const keys = read(file).data?.[basename(lesson, '.yaml')];
  if (!keys) throw new Refused(`${file}: it has no answers for '${basename(lesson, '.yaml')}'`);
  return keys;
}

/** The texts of a hand-in's answers, by their questions' names, and how many of the numbers among them are right. */
function answersOf({ answers = {} }, keys) {
  const isMap = typeof answers === 'object' && answers !== null && !Array.isArray(answers);
  const given = Object.fromEntries(
    Object.entries(isMap ? answers : {}).map(([name, answer]) => [name, String(answer)]),
  );
  const asked = Object.entries(keys).filter(([, key]) => typeof key === 'object');
  const right = asked.filter(([name, key]) => isRight(given[name] ?? '', key)).length;
  return { answers: given, right, asked: asked.length };
}

/** Every path in a mission, at any depth. */
function pathsOf(mission) {
  if (mission === null || typeof mission !== 'object') return [];
  return Object.entries(mission).flatMap(([key, value]) => (key === 'path' ? [value] : pathsOf(value)));
}

/** A lesson may name files beside it; the graded file is in another folder, so the names become absolute. */
function withWholePaths(value, folder) {
  if (typeof value === 'string' && /\.(ya?ml|csv)$/.test(value) && existsSync(join(folder, value)))
    return resolve(folder, value);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, each]) => [key, withWholePaths(each, folder)]);
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

/** The runs that are going on, to be ended by Ctrl-C. */
const going = new Set();
let isInterrupted = false;

/** Runs the program. @returns its exit code and what it wrote; `late` if it took too long */
function programEnds(args, seconds) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    going.add(child);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => {
        said[name] += text;
      });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, seconds * 1000);
    child.once('close', (code) => {
      clearTimeout(timer);
      going.delete(child);
      done({ code, late, ...said });
    });
  });
}

/** One run of a file: its exit code, its time, and the reason of a failure. */
async function run(file, seed, seconds) {
  if (isInterrupted) throw new Refused('interrupted');
  const args = ['sim', file, '--json', '--seed', String(seed)];
  const { code, late, stdout, stderr } = await programEnds(args, seconds);
  if (isInterrupted) throw new Refused('interrupted');
  if (late) return { code: 'none', time: Number.NaN, why: `took more than ${seconds} s` };
  // For an invalid file there is only the message on stderr: file:line:column: fault; cure.
  if (stdout === '') return { code, time: Number.NaN, why: stderr.split('\n')[0] };
  const { robots, criteria } = JSON.parse(stdout);
  const missed = criteria.filter(({ passed }) => !passed);
  const why = missed.map(
    ({ criterion, of, limit, measured }) =>
      `${criterion}${of ? ` (${of})` : ''} ${shown(measured)}${limit === null ? '' : `, not ${shown(limit)}`}`,
  );
  return { code, time: robots[0].timeToGoal ?? Number.POSITIVE_INFINITY, why: why.join('; ') };
}

/** As many runs at once as the computer has processors. */
const queue = [];
let free = availableParallelism();

function atOnce(task) {
  return new Promise((done, failed) => {
    queue.push(() => task().then(done, failed));
    next();
  });
}

function next() {
  if (free === 0) return;
  const begin = queue.shift();
  if (!begin) return;
  free -= 1;
  begin().finally(() => {
    free += 1;
    next();
  });
}

const shown = (value) => (Number.isFinite(value) ? String(Number(value.toPrecision(3))) : 'never');

/** Translates a fault of the graded file to the name and the place in the hand-in. */
function inHandIn(why, graded, { name, places, way }) {
  const [, where, what] = new RegExp(`^.*?${basename(graded)}:(\\d+:\\d+): (.*)$`).exec(why) ?? [];
  if (what === undefined) return why;
  const found = [...read(graded).places].find(([key, at]) => at === where && key.startsWith(MISSION));
  const at = found && places.get(found[0].replace(MISSION, way));
  return at === undefined ? `${name}: ${what}` : `${name}:${at}: ${what}`;
}

/** What is told of a hand-in. */
async function grade({ data, places }, name, lesson, { seeds, seconds, scratch, title }) {
  if (typeof data?.lesson === 'string' && data.lesson !== title)
    throw new Refused(`${name}: it is handed in for the lesson '${data.lesson}'`);
  const { mission, way } = missionOf(data, name);
  const asked = pathsOf(lesson.robots[0].mission);
  if (asked.length > 0 && !isDeepStrictEqual(pathsOf(mission), asked))
    throw new Refused(`${name}: its path is not the lesson's`);
  const graded = join(scratch, `${name}.yaml`);
  const [first, ...others] = lesson.robots;
  // JSON is valid YAML.
  writeFileSync(graded, JSON.stringify({ ...lesson, robots: [{ ...first, mission }, ...others] }, null, 1));
  const runs = await Promise.all(
    Array.from({ length: seeds }, (_, i) => atOnce(() => run(graded, i + 1, seconds))),
  );
  const failed = runs.filter(({ code }) => code !== 0);
  const why = failed[0] ? inHandIn(failed[0].why, graded, { name, places, way }) : '';
  return {
    passed: runs.length - failed.length,
    code: failed[0]?.code ?? 0,
    slowest: Math.max(...runs.map(({ time }) => time)),
    why,
  };
}

/** If one hand-in cannot be graded, the others still are. */
async function gradeOf(path, lesson, options) {
  const file = basename(path);
  const told = {
    name: basename(path, '.yaml'),
    runs: options.seeds,
    ...answersOf({}, options.keys),
    minutes: null,
  };
  try {
    if (!statSync(path).isFile()) throw new Refused(`${file}: this is a folder`);
    const text = read(path);
    Object.assign(told, answersOf(text.data ?? {}, options.keys));
    if (typeof text.data?.by === 'string' && text.data.by.trim() !== '') told.name = text.data.by.trim();
    if (typeof text.data?.minutes === 'number') told.minutes = text.data.minutes;
    return { ...told, ...(await grade(text, file, lesson, options)) };
  } catch (error) {
    if (error.message === 'interrupted') throw error;
    return { ...told, passed: 0, code: 2, slowest: Number.NaN, why: error.message };
  }
}

// What is written ------------------------------------------------------------------------------------------

const HEADINGS = ['hand-in', 'passed', 'exit code', 'slowest [s]', 'why'];
/** Pupils' text may contain control characters, which a terminal would obey. */
const plain = (cell) => String(cell).replace(/\p{Cc}+/gu, ' ');
const rowOf = ({ name, passed, runs, code, slowest, why }) =>
  [name, `${passed} of ${runs}`, code, shown(slowest), why].map(plain);

const quoted = (cell) => `"${cell.replaceAll('"', '""')}"`;
/** A spreadsheet would run a cell that begins so as a formula. */
const harmless = (cell) => (/^[=+\-@]/.test(cell) ? `'${cell}` : cell);

/** The names of all questions that anybody answered. */
const questionsOf = (grades) => [...new Set(grades.flatMap(({ answers }) => Object.keys(answers)))];

/** The minutes and each answer in a column of its own, where there are any. */
function csvOf(grades) {
  const questions = questionsOf(grades);
  const more = ({ minutes, answers }) =>
    questions.length === 0 ? [] : [minutes ?? '', ...questions.map((name) => answers[name] ?? '')].map(plain);
  const headings = questions.length === 0 ? HEADINGS : [...HEADINGS, 'minutes', ...questions];
  const rows = [headings, ...grades.map((one) => [...rowOf(one), ...more(one)])];
  return rows.map((row) => `${row.map(plain).map(harmless).map(quoted).join(',')}\n`).join('');
}

const jsonOf = (grades) =>
  `${JSON.stringify(
    grades.map(({ slowest, ...rest }) => ({ ...rest, slowest: Number.isFinite(slowest) ? slowest : null })),
    null,
    2,
  )}\n`;

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]);

/** Each question with its right answer, and what each pupil wrote. */
function answersHtml(grades, keys) {
  const questions = questionsOf(grades);
  const keyOf = (key) =>
    key === undefined ? '' : typeof key === 'string' ? key : `${key.is} ± ${key.within}`;
  return questions
    .map((name) => {
      const rows = grades.map(({ name: pupil, answers }) => {
        const said = answers[name];
        const right = said === undefined ? undefined : isRight(said, keys[name]);
        const mark = right === undefined ? '' : right ? '✓ ' : '✗ ';
        const cells = [plain(pupil), `${mark}${said ?? '–'}`].map((cell) => `<td>${escaped(cell)}</td>`);
        return `<tr${right === undefined ? '' : ` class="${right ? 'passed' : 'failed'}"`}>${cells.join('')}</tr>`;
      });
      const key = keyOf(keys[name]);
      return `<h2>${escaped(name)}</h2>\n${key && `<p>${escaped(key)}</p>\n`}<table>\n${rows.join('\n')}\n</table>\n`;
    })
    .join('');
}

function htmlOf(grades, lesson, keys) {
  const cells = (row, tag) => row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('');
  const rows = grades.map(
    (one) => `<tr class="${one.passed === one.runs ? 'passed' : 'failed'}">${cells(rowOf(one), 'td')}</tr>`,
  );
  const all = grades.filter(({ passed, runs }) => passed === runs).length;
  const title = escaped(`${basename(lesson)}: ${all} of ${grades.length} passed`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<style>
body { margin: 2em auto; max-width: 70em; font: 16px/1.5 system-ui, sans-serif; color: #16202a; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.4em 0.8em; border-bottom: 1px solid #d5dce3; text-align: left; vertical-align: top; }
td:first-child { border-left: 6px solid transparent; font-weight: 600; width: 12em; }
.failed td:first-child { border-left-color: #b3141f; }
.passed td:first-child { border-left-color: #0a7248; }
</style>
<h1>${title}</h1>
<table>
<tr>${cells(HEADINGS, 'th')}</tr>
${rows.join('\n')}
</table>
${answersHtml(grades, keys)}</html>
`;
}

function print(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    );
}

const isYaml = (name) => ['.yaml', '.yml'].includes(extname(name).toLowerCase());

/** @returns the exit code */
async function gradeAll(given, scratch) {
  const { lesson, folder, reports, answers, ...limits } = argumentsOf(given);
  const { data } = read(lesson);
  if (data?.robots?.[0]?.mission === undefined)
    throw new Refused(`${lesson}: this is not a lesson; it has no mission`);
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  const handIns = names.filter(isYaml).sort();
  if (handIns.length === 0) throw new Refused(`${folder}: no hand-ins are found; their names end in .yaml`);
  const others = names.filter((name) => !isYaml(name));
  if (others.length > 0) console.error(`not graded, since they do not end in .yaml: ${others.join(', ')}`);
  const asked = withWholePaths(data, dirname(lesson));
  const keys = keysOf(answers, lesson);
  const options = { ...limits, scratch, keys, title: basename(lesson, '.yaml') };
  let count = 0;
  const grades = await Promise.all(
    handIns.map(async (name) => {
      const done = await gradeOf(join(folder, name), asked, options);
      count += 1;
      console.error(`${count} of ${handIns.length}: ${plain(done.name)} ${done.passed} of ${done.runs}`);
      return done;
    }),
  );
  const hasKeys = grades.some((one) => one.asked > 0);
  const printed = (one) => (hasKeys ? [...rowOf(one), `${one.right} of ${one.asked}`] : rowOf(one));
  print([hasKeys ? [...HEADINGS, 'answers'] : HEADINGS, ...grades.map(printed)]);
  const texts = { csv: csvOf, json: jsonOf, html: (all) => htmlOf(all, lesson, keys) };
  for (const [kind, file] of Object.entries(reports)) writeFileSync(file, texts[kind](grades));
  return grades.every(({ code }) => code === 0) ? 0 : 1;
}

const scratch = mkdtempSync(join(tmpdir(), 'steerbot-grading-'));
process.on('SIGINT', () => {
  isInterrupted = true;
  for (const child of going) child.kill('SIGKILL');
});
try {
  process.exitCode = await gradeAll(process.argv.slice(2), scratch);
} catch (error) {
  console.error(error instanceof Refused ? error.message : String(error));
  process.exitCode = 2;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
