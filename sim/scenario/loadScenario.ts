/** A scenario out of a file, with the robots and paths it names. */
import { dirname } from 'node:path';
import { loadPath, loadRobot } from '../../src/config/loadDefinition.js';
import { findFile, loadText } from '../../src/config/loadFile.js';
import type { Scenario } from './scenario.js';
import { parseScenario, type ScenarioOptions } from './scenarioFile.js';

export interface LoadOptions extends Pick<ScenarioOptions, 'seed' | 'behaviors' | 'limits'> {
  /** A robot by name or by the path of its file, seen from where we are: every robot of the scenario is one. */
  readonly robot?: string | undefined;
}

/**
 * A scenario by name (`square`) or by the path of its file. Paths in it are relative to it.
 *
 * @throws FileError with every problem of the file, and of the files it names
 */
export function loadScenario(nameOrPath: string, options: LoadOptions = {}): Scenario {
  return loadScenarioFile(findFile(nameOrPath, { folder: 'sim/scenarios', what: 'a scenario' }), options);
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
