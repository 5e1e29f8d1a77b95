/** Every file that a guide shows is written, and every command but npm's executed, in the guide's order, in a folder of its own. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { steerbot } from '../cli/steerbot.js';
import { THOROUGH, thirdOf } from '../support/effort.js';
import { freePort } from '../support/freePort.js';
import { type RobotOnPty, robotOnPty } from '../support/pty.js';
import { rootFile } from '../support/runs.js';
import { isMissing } from '../support/tools.js';
import { execute, needsTerminal, servesPage } from './execute.js';
import { stepsOf } from './page.js';

const GUIDES = ['docs', 'docs/articles'].flatMap((folder) =>
  readdirSync(rootFile(folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);
const PAGES = THOROUGH ? thirdOf(['README.md', ...GUIDES]) : ['README.md'];

/** What ends by itself and soon; `npm test` executes it in its own process. Boards, pages and studies take their time. */
const QUICK = /^npx steerbot (check|schema|wiring|sim (?!.*--(seeds|firmware)).*--(headless|plot)) /;

/**
 * Not executed here. What npm installs by a name comes from its registry, whose packages are not ours to test: elsewhere
 * the package itself is installed, as its tarball.
 */
const ELSEWHERE: readonly (readonly [command: RegExp, is: string, where: string])[] = [
  [
    /^node (ten|look|button|knob|square)\.js$/,
    'is executed on an emulated board by',
    'test/docs/johnnyFive.test.ts',
  ],
  [/^redis-server |--queue /, 'is executed by', 'test/study/queue'],
  [/^npm ci && npm (start|test)$/, 'is executed by', '.ci/run'],
  // The drive before it is not armed in this test, so its recording has nothing to resume.
  [/--resume monday/, 'is executed with a drive that was pulled out by', 'test/drive/pulledCable.test.ts'],
  [
    /^npm (init -y|pkg set type=module)$/,
    'is not executed, but what it makes by',
    'test/package/installed.ts',
  ],
  [
    /^npm install (--save-dev )?[\w@/ -]+$/,
    'is not executed, but the tarball installed by',
    'test/package/package.test.ts',
  ],
  [
    /^node docs\/teacher\/grade\.mjs \S+ \S+ 2$/,
    'is executed, and its table compared, by',
    'test/docs/lessons.test.ts',
  ],
];

/** Inside the package, so that programs may import it by its name. */
mkdirSync(rootFile('dist'), { recursive: true });
const root = mkdtempSync(rootFile('dist/docs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The README's reader is nowhere in particular; a guide's has the guides at hand. */
function folderOf(page: string): string {
  const folder = mkdtempSync(join(root, 'page-'));
  if (page !== 'README.md') cpSync(rootFile('docs'), join(folder, 'docs'), { recursive: true });
  return folder;
}

/** A program that looks for a board by itself finds an emulated one, on a pseudo-terminal. */
const AUTO = "port: 'auto'";
/** The guide's robot listens at this TCP port. Another program may use it, so the tests replace it by a free one. */
const WRITTEN_PORT = '7070';
const unused = freePort().then(String);
const noTerminal = isMissing('socat');
let board: RobotOnPty | undefined;
afterAll(() => board?.end());

/** The text of a file, with an emulated board's port for `auto`, and a free TCP port for the written one. */
async function onThisMachine(text: string): Promise<string> {
  const here = text.replaceAll(WRITTEN_PORT, await unused);
  if (!here.includes(AUTO) || noTerminal) return here;
  board ??= await robotOnPty();
  return here.replace(AUTO, `port: '${board.path}'`);
}

/** To other files: an article's other links act on the page that shows it. */
const linksOf = (page: string): string[] =>
  [
    ...readFileSync(rootFile(page), 'utf8').matchAll(/\]\((?!https?:|scene:|mission:|tune:|calc:)([^)#]+)/g),
  ].map(([, link]) => link ?? '');

/** What npm packs; it takes README and LICENSE by itself. */
const SHIPPED: readonly string[] = [
  ...JSON.parse(readFileSync(rootFile('package.json'), 'utf8')).files,
  'README.md',
  'LICENSE',
];

describe.each(PAGES)('%s', (page) => {
  const folder = folderOf(page);

  for (const step of stepsOf(page)) {
    if (step.kind === 'file') {
      // In its turn: a later block may show the same file anew.
      it(`shows ${step.name}`, async () =>
        writeFileSync(join(folder, step.name), await onThisMachine(step.text)));
      continue;
    }
    const { line, code } = step;
    const [, is, where] = ELSEWHERE.find(([command]) => command.test(line)) ?? [];
    if (where !== undefined) {
      it(`${line} ${is} ${where}`, () => expect(existsSync(rootFile(where))).toBe(true));
      continue;
    }
    const expected = servesPage(line) ? 0 : code;
    if (!THOROUGH) {
      it.runIf(QUICK.test(`${line} `))(`${line} ends with ${code}`, async () => {
        const ended = await steerbot(line.split(/\s+/).slice(2), { cwd: folder });
        expect(ended.code, ended.stdout + ended.stderr).toBe(code);
      });
      continue;
    }
    it.skipIf(noTerminal && needsTerminal(line))(`${line} ends with ${expected}`, async () => {
      const result = await execute(line, folder);
      expect(result.code, result.stdout + result.stderr).toBe(expected);
    });
  }

  it('links to files that are there', () => {
    const links = linksOf(page);
    expect(links.filter((link) => !existsSync(join(dirname(rootFile(page)), link)))).toEqual([]);
  });

  // The README is the repository's face, too, and says so; the guide for who extends it says so of the sources.
  it.skipIf(page === 'README.md')('links to nothing that the package does not hold', () => {
    const links = linksOf(page).map((link) => posix.join(posix.dirname(page), link));
    const held = ['docs/code.md', 'docs/extend.md'].includes(page) ? [...SHIPPED, 'src'] : SHIPPED;
    const isHeld = (path: string) => held.some((part) => path === part || path.startsWith(`${part}/`));
    expect(links.filter((path) => !isHeld(path))).toEqual([]);
  });
});

/** `[step](../src/control/step.ts)`: a name, and the file that it is of. */
const STOP = /\[(\w+)\]\((\.\.\/src\/[\w/]+\.ts)\)/g;

describe('the way from a reading to a PWM byte', () => {
  const guide = readFileSync(rootFile('docs/extend.md'), 'utf8');
  const way = guide.slice(guide.indexOf('## From one sensor reading'));
  const stops = [...way.matchAll(STOP)].map(([, name = '', file = '']) => ({ name, file: `docs/${file}` }));
  const textOf = (file: string) => readFileSync(rootFile(posix.normalize(file)), 'utf8');

  it.each(stops)('$name stands in $file', ({ name, file }) => {
    expect(textOf(file)).toMatch(new RegExp(`export (const|function|class|interface|type) ${name}\\b`));
  });

  it('passes each stage of step(), in its order', () => {
    const step = textOf('docs/../src/control/step.ts');
    const body = step.slice(step.indexOf('export function step'), step.indexOf('return {'));
    const called = [...body.matchAll(/(?<![.\w])(\w+)\(/g)].map(([, name]) => name);
    const places = ['estimate', 'perceive', 'behave', 'guard', 'supervise', 'toMotors'].map((name) => [
      called.indexOf(name),
      stops.findIndex((stop) => stop.name === name),
    ]);
    for (const [inCode, inGuide] of places) expect([inCode, inGuide]).not.toContain(-1);
    const inOrder = (index: number) =>
      places
        .map((place) => place[index] as number)
        .every((place, i, all) => i === 0 || place > (all[i - 1] as number));
    expect([inOrder(0), inOrder(1)]).toEqual([true, true]);
  });
});

it('every picture is shown by some page', () => {
  const shown = ['README.md', ...GUIDES].flatMap((each) => linksOf(each).map((link) => posix.basename(link)));
  const pictures = readdirSync(rootFile('docs')).filter((name) => /\.(svg|png)$/.test(name));
  expect(pictures.filter((name) => !shown.includes(name))).toEqual([]);
});

describe('the map of the code', () => {
  const map = readFileSync(rootFile('docs/code.md'), 'utf8');
  const roomsIn = (folder: string) =>
    readdirSync(rootFile(folder), { withFileTypes: true }).flatMap((room) =>
      room.isDirectory() ? [room.name] : [],
    );
  const named = (heading: string, end: string) =>
    [...map.slice(map.indexOf(heading), map.indexOf(end)).matchAll(/^\| (`.*?) \|/gm)].flatMap(
      ([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, room = '']) => room),
    );

  it('names each room of src and sim, once', () => {
    expect(named('| `src/` |', '| `sim/` |').toSorted()).toEqual(roomsIn('src').toSorted());
    expect(named('| `sim/` |', '`robots/` has').toSorted()).toEqual(roomsIn('sim').toSorted());
  });

  it('names the parts of the state that each stage keeps', () => {
    const state = readFileSync(rootFile('src/control/state.ts'), 'utf8');
    const kept = [...map.matchAll(/^\| .*\| .*\| (.*) \|$/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(?:mission\.|guards\.)?(\w+)`/g)].map(([, part = '']) => part),
    );
    expect(kept.length).toBeGreaterThan(8);
    for (const part of kept) expect(state).toMatch(new RegExp(`readonly ${part}\\b`));
  });
});
