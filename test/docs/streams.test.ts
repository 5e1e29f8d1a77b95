/** The recipes of docs/streams.md: they compile as checked JavaScript, run, and print what they say. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { itThorough, THOROUGH } from '../support/effort.js';
import { rootFile } from '../support/runs.js';
import { execute } from './execute.js';
import { stepsOf } from './page.js';

const recipes = stepsOf('docs/streams.md').flatMap((step) => (step.kind === 'file' ? [step] : []));

/** Inside the package, so that programs may import it by its name. */
const folder = mkdtempSync(rootFile('dist/docs-streams-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const { name, text } of recipes) writeFileSync(join(folder, name), text);

/** What the last line that prints says in its comment. */
const printed = (text: string): string | undefined => /^console\.log\(.*\); \/\/ (.*)$/m.exec(text)?.[1];

describe('a recipe for streams', () => {
  it('is one of ten, and is short', () => {
    const programs = recipes.filter(({ name }) => !name.endsWith('.test.js'));
    expect(programs).toHaveLength(10);
    for (const { name, text } of programs) expect([name, text.split('\n').length < 25]).toEqual([name, true]);
    expect(programs.filter(({ text }) => printed(text) !== undefined).length).toBeGreaterThanOrEqual(9);
  });

  // All of them run one after the other: a later one may read what an earlier one has written.
  itThorough(
    'compiles, runs and prints what it says',
    async () => {
      const options =
        '--ignoreConfig --noEmit --checkJs --allowJs --strict false --module nodenext --target es2023';
      const files = recipes.map(({ name }) => join(folder, name));
      const tsc = [
        rootFile('node_modules/typescript/bin/tsc'),
        ...options.split(' '),
        '--types',
        'node',
        ...files,
      ];
      expect(spawnSync(process.execPath, tsc, { encoding: 'utf8' }).stdout).toBe('');
      for (const { name, text } of recipes) {
        const line = name.endsWith('.test.js') ? `node --test ${name}` : `node ${name}`;
        const { code, stdout, stderr } = await execute(line, folder);
        expect([name, code, stderr]).toEqual([name, 0, '']);
        const words = printed(text);
        if (words !== undefined) expect([name, stdout.trim()]).toEqual([name, words]);
      }
    },
    THOROUGH ? 120_000 : undefined,
  );
});
