/** The pictures of runs in the documents are what `sim` draws today. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { movingPlot, smallPlot } from '../../sim/session/plotRun.js';
import { ARTICLES } from '../../src/dashboard/page/articles/articleList.js';
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

/** Of crowds they take seconds. */
const CROWDS = ['queue', 'flocking'];

it.each(ARTICLES.filter(({ name }) => THOROUGH || !CROWDS.includes(name)))(
  'docs/articles/$name.svg',
  async ({ name, scene }) => {
    const now = await smallPlot(loadScenario(scene));
    expect(
      readFileSync(rootFile(`docs/articles/${name}.svg`), 'utf8') === now,
      'draw it again: npm run pictures',
    ).toBe(true);
  },
);

it('docs/moving.svg, the picture of the README that moves', async () => {
  const now = await movingPlot(loadScenario('playground'));
  expect(readFileSync(rootFile('docs/moving.svg'), 'utf8') === now, 'draw it again: npm run pictures').toBe(
    true,
  );
  // Body, ghost and pointer are carried, bodies turned, and two arrows change: 20 s each.
  expect(now.match(/dur="20s"/g)).toHaveLength(3 + 2 + 4);
});
