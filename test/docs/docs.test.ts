/** Every file that a guide shows is written, and every command executed, in the guide's order, in a folder of its own. */
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
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type RobotOnPty, robotOnPty } from '../support/pty.js';
import { rootFile } from '../support/runs.js';
import { isMissing } from '../support/tools.js';
import { execute, needsTerminal, servesPage } from './execute.js';
import { stepsOf } from './page.js';

const PAGES = [
  'README.md',
  ...readdirSync(rootFile('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Executed elsewhere, or the like of it: there the package itself is installed, as its tarball. */
const ELSEWHERE: readonly (readonly [command: RegExp, where: string])[] = [
  [/^npm ci && npm (start|test)$/, '.ci/run'],
  [/^npm install (--save-dev )?[\w@/ -]+$/, 'test/package/package.test.ts'],
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
const noTerminal = isMissing('socat');
let board: RobotOnPty | undefined;
afterAll(() => board?.end());

async function onBoard(text: string): Promise<string> {
  if (!text.includes(AUTO) || noTerminal) return text;
  board ??= await robotOnPty();
  return text.replace(AUTO, `port: '${board.path}'`);
}

describe.each(PAGES)('%s', (page) => {
  const folder = folderOf(page);

  for (const step of stepsOf(page)) {
    if (step.kind === 'file') {
      // In its turn: a later block may show the same file anew.
      it(`shows ${step.name}`, async () => writeFileSync(join(folder, step.name), await onBoard(step.text)));
      continue;
    }
    const { line, code } = step;
    const where = ELSEWHERE.find(([command]) => command.test(line))?.[1];
    if (where) {
      it(`${line} is executed by ${where}`, () => expect(existsSync(rootFile(where))).toBe(true));
      continue;
    }
    const expected = servesPage(line) ? 0 : code;
    it.skipIf(noTerminal && needsTerminal(line))(`${line} ends with ${expected}`, async () => {
      const result = await execute(line, folder);
      expect(result.code, result.stdout + result.stderr).toBe(expected);
    });
  }

  it('links to files that are there', () => {
    const text = readFileSync(rootFile(page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link ?? '');
    expect(links.filter((link) => !existsSync(join(dirname(rootFile(page)), link)))).toEqual([]);
  });
});
