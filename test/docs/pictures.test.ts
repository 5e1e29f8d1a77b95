/** The pictures of runs in the documents are what `sim` draws today. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, steerbot } from '../cli/steerbot.js';
import { THOROUGH } from '../support/effort.js';
import { rootFile } from '../support/runs.js';

/** The others take seconds. */
const SCENES = ['blend', ...(THOROUGH ? ['u-trap', 'clutter', 'doorway'] : [])];

it.each(SCENES)('docs/%s.svg', async (scene) => {
  const cwd = folderWith({});
  await steerbot(['sim', scene, '--headless', '--plot', 'now.svg'], { cwd });
  const now = readFileSync(join(cwd, 'now.svg'), 'utf8');
  const cure = `draw it again: npx steerbot sim ${scene} --headless --plot docs/${scene}.svg`;
  expect(readFileSync(rootFile(`docs/${scene}.svg`), 'utf8') === now, cure).toBe(true);
});
