/** The scenes of a folder of ours, and those that a user names by a path. */
import { findFile, knownNames, loadText } from '../../src/config/loadFile.js';
import type { Scene } from '../session/openScene.js';
import { aboutOf } from './about.js';
import { type LoadOptions, loadScenarioFile } from './loadScenario.js';

const FOLDER = { folder: 'sim/scenarios', what: 'a scenario' };
/** Shown first; the others go by their names. */
const FIRST = ['playground', 'doorway'];

export interface LoadedScene extends Scene {
  /** Where it was read. */
  readonly file: string;
}

/** @throws FileError with every problem of the file, and of the files it names */
export function loadScene(nameOrPath: string, options: LoadOptions = {}): LoadedScene {
  const file = findFile(nameOrPath, FOLDER);
  const scenario = loadScenarioFile(file, options);
  return { name: scenario.name, about: scenario.about ?? '', scenario, file };
}

/** Every scene that can be opened by its name. */
export function loadGallery(): { readonly name: string; readonly about: string }[] {
  const names = knownNames(FOLDER).sort();
  const first = FIRST.filter((name) => names.includes(name));
  return [...first, ...names.filter((name) => !FIRST.includes(name))].map((name) => {
    const file = findFile(name, FOLDER);
    return { name, about: aboutOf(loadText(file), file) };
  });
}
