/**
 * Writes a small picture of each scene into a folder: the build makes those of the gallery by it. Words after the folder are
 * scenes, or files' names and their scenes: `queue=doorway`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENE_GROUPS } from '../scenario/gallery.js';
import { loadScenario } from '../scenario/loadScenario.js';
import { smallPlot } from './plotRun.js';

const [folder = 'dist/page/scenes', ...words] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const word of words.length > 0 ? words : SCENE_GROUPS.flatMap(({ scenes }) => scenes)) {
  const [name = word, scene = name] = word.split('=');
  writeFileSync(join(folder, `${name}.svg`), await smallPlot(loadScenario(scene)));
}
