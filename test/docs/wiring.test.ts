/** What docs/build.md shows of a robot's wiring is what the command says of it today. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, steerbot } from '../cli/steerbot.js';
import { blocks } from '../support/markdown.js';
import { rootFile } from '../support/runs.js';

it('the guide shows the picture and the table that `wiring` makes', async () => {
  const cwd = folderWith({});
  const { stdout } = await steerbot(['wiring', 'generic-l298n', '--svg', 'wiring.svg'], { cwd });
  const picture = readFileSync(join(cwd, 'wiring.svg'), 'utf8');
  expect(readFileSync(rootFile('docs/wiring-generic-l298n.svg'), 'utf8')).toBe(picture);
  const [table = '?'] = blocks(readFileSync(rootFile('docs/build.md'), 'utf8'), 'text');
  expect(stdout.slice(0, table.length)).toBe(table);
});
