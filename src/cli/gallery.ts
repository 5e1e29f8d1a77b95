/** Every scene that there is, by its name, with what it is about. */
import { aboutOf } from '../../sim/about.js';
import { findFile, knownNames, loadText } from '../files/loadFile.js';

const SCENES = { folder: 'sim/scenarios', what: 'a scenario' };

export function gallery(): { readonly name: string; readonly about: string }[] {
  return knownNames(SCENES)
    .sort()
    .map((name) => ({ name, about: aboutOf(loadText(findFile(name, SCENES)), name) }));
}
