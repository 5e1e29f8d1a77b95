/**
 * Writes a small picture of each scene into a folder: the build makes those of the gallery by it. Words after the folder are
 * scenes, or files' names and their scenes: `queue=doorway`; `moving` is the name of a picture that moves.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENE_GROUPS } from '../../../sim/scenario/gallery.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { movingPlot, smallPlot } from '../../../sim/session/plotRun.js';

const [folder = 'dist/page/scenes', ...words] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const word of words.length > 0 ? words : SCENE_GROUPS.flatMap(({ scenes }) => scenes)) {
  const [name = word, scene = name] = word.split('=');
  const draw = name === 'moving' ? movingPlot : smallPlot;
  writeFileSync(join(folder, `${name}.svg`), await draw(loadScenario(scene)));
}
