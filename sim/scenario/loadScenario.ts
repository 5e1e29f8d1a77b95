/** A scenario out of a file, with the robots and paths it names; and the gallery of scenes in the folder of ours. */
import { dirname } from 'node:path';
import { loadPath, loadRobot } from '../../src/config/loadDefinition.js';
import { findFile, knownNames, loadText, SCENARIOS } from '../../src/config/loadFile.js';
import type { Scene } from '../session/openScene.js';
import { aboutOf } from './about.js';
import type { Scenario } from './scenario.js';
import { parseScenario, type ScenarioOptions } from './scenarioFile.js';

interface LoadOptions extends Pick<ScenarioOptions, 'seed' | 'behaviors' | 'limits'> {
  /** A robot by name or by the path of its file, seen from where we are: every robot of the scenario is one. */
  readonly robot?: string | undefined;
}

/**
 * A scenario by name (`square`) or by the path of its file. Paths in it are relative to it.
 *
 * @throws FileError with every problem of the file, and of the files it names
 */
export function loadScenario(nameOrPath: string, options: LoadOptions = {}): Scenario {
  return loadScenarioFile(findFile(nameOrPath, SCENARIOS), options);
}

/** The same, by its path alone. */
export function loadScenarioFile(file: string, { robot, ...options }: LoadOptions = {}): Scenario {
  const from = dirname(file);
  return parseScenario(loadText(file), file, {
    ...options,
    robot: robot === undefined ? undefined : loadRobot(robot),
    readPath: (name) => loadPath(name, from),
    readRobot: (name) => loadRobot(name, { from }),
  });
}

/** Shown first; the others go by their names. */
const FIRST_SCENES = ['playground', 'doorway'];

export interface LoadedScene extends Scene {
  /** Where it was read. */
  readonly file: string;
}

/** @throws FileError with every problem of the file, and of the files it names */
export function loadScene(nameOrPath: string, options: LoadOptions = {}): LoadedScene {
  const file = findFile(nameOrPath, SCENARIOS);
  const scenario = loadScenarioFile(file, options);
  return { name: scenario.name, about: scenario.about ?? '', scenario, file };
}

/** Every scene that can be opened by its name. */
export function loadGallery(): { readonly name: string; readonly about: string }[] {
  const names = knownNames(SCENARIOS).sort();
  const first = FIRST_SCENES.filter((name) => names.includes(name));
  return [...first, ...names.filter((name) => !FIRST_SCENES.includes(name))].map((name) => {
    const file = findFile(name, SCENARIOS);
    return { name, about: aboutOf(loadText(file), file) };
  });
}
