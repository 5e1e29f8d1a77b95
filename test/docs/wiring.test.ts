/** What docs/build.md and docs/kits.md show of robots' wiring is what the command says of it today. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wiringPicture } from '../../src/cli/wiring/wiring.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { folderWith, steerbot } from '../cli/steerbot.js';
import { boardPresets } from '../cli/wiring/boardPresets.js';
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

const drawn = readdirSync(rootFile('docs')).flatMap((name) => /^wiring-(.+)\.svg$/.exec(name)?.[1] ?? []);

it.each(drawn)('the picture of %s is what `wiring --svg` draws of it today', (name) => {
  const file = `docs/wiring-${name}.svg`;
  const picture = wiringPicture(loadRobot(name));
  const cure = `draw it again: npx steerbot wiring ${name} --svg ${file}`;
  expect(readFileSync(rootFile(file), 'utf8') === picture, cure).toBe(true);
});

it('every robot with a board has its family in the guide of kits', () => {
  const guide = readFileSync(rootFile('docs/kits.md'), 'utf8');
  const missing = boardPresets.filter(({ name }) => !guide.includes(`\`${name}\``));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
