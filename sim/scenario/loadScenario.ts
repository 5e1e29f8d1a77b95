/**
 * Loads a scenario with the robots and paths it names, from a file or an object; and the gallery of Steerbot's scenes.
 */
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadFoundPath, loadRobot, robotOf } from '../../src/config/loadDefinition.js';
import {
  findFile,
  knownNames,
  LESSONS,
  loadText,
  packagedNames,
  SCENARIOS,
} from '../../src/config/loadFile.js';
import { missionOnPage, missionValue } from '../../src/config/mission/missionFile.js';
import { ProgramValue } from '../../src/config/placedValue.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { type Behavior, isBehavior, requireBehaviors } from '../../src/steering/behavior.js';
import { writtenMission } from '../../src/steering/mission.js';
import { misuse } from '../../src/validation/caller.js';
import {
  aList,
  anObject,
  aText,
  aWholeNumber,
  type Checks,
  described,
  requireOptions,
  requireText,
} from '../../src/validation/options.js';
import { fieldOf, isRecord } from '../../src/validation/values.js';
import type { Scene } from '../session/openScene.js';
import { headOf } from './about.js';
import { type GalleryEntry, galleryEntry, OWN_GROUP, sceneOrder } from './gallery.js';
import type { Scenario } from './scenario.js';
import { parseScenario, readScenario, type ScenarioOptions } from './scenarioFile.js';

interface LoadOptions extends Pick<ScenarioOptions, 'seed' | 'behaviors' | 'limits' | 'settings'> {
  /** Replaces every robot of the scenario: a name, or the path of a file, relative to the working directory. */
  readonly robot?: string | undefined;
  /** Replaces every robot's mission: the path of a file, relative to the working directory. */
  readonly mission?: string | undefined;
  /** The same, by the text of such a file, as it was written on a page. */
  readonly missionText?: string | undefined;
}

/**
 * Loads a scenario by name (`square`) or by the path of its file. Paths in it are relative to that file.
 *
 * @throws FileError with every problem of the file, and of the files it names
 * @example
 * ```ts
 * import { loadScenario } from 'steerbot';
 * console.log(loadScenario('square').robots.length); // 1
 * ```
 */
export function loadScenario(nameOrPath: string, options: LoadOptions = {}): Scenario {
  requireText('loadScenario', 'the name or file', nameOrPath);
  requireOptions('loadScenario', options, LOAD_SHAPES);
  return loadScenarioFile(findFile(nameOrPath, SCENARIOS), options);
}

/** The same, by path only. */
export function loadScenarioFile(file: string, { robot, ...options }: LoadOptions = {}): Scenario {
  const from = dirname(file);
  return parseScenario(loadText(file), file, {
    ...options,
    mission: missionOf(options),
    robot: robot === undefined ? undefined : loadRobot(robot),
    readPath: (name) => loadFoundPath(name, { from }).points,
    readRobot: (name) => loadRobot(name, { from }),
  });
}

function missionOf({ mission: file, missionText: text, behaviors }: LoadOptions): unknown {
  if (text !== undefined) return missionOnPage(text, behaviors);
  if (file === undefined) return undefined;
  const readPath = (name: string) => loadFoundPath(name, { from: dirname(file) }).points;
  return missionValue(loadText(file), file, { readPath, ...(behaviors && { behaviors }) });
}

/** A number in SI, or one with its unit: `0.5`, `'50 cm'`. */
type Quantity = number | string;

export interface ScenarioRobot {
  /** The name for targets and criteria; default `robot-1`, `robot-2` and so on. */
  readonly id?: string;
  /** A name, the path of a file, or a definition from `loadRobot`. */
  readonly robot: string | RobotDefinition;
  readonly at?: { x: Quantity; y: Quantity; heading?: Quantity; speed?: Quantity };
  /** A behavior, or a mission as a file writes it: `{ arrive: { target: [1, 0] } }`. */
  readonly mission: Behavior | object;
  /** For comparison: it touches no robot, and no criterion counts it. */
  readonly ghost?: boolean;
}

/** A scenario as a program writes it: the keys of a scenario's file (docs/scenario.md), and behaviors as missions. */
export interface ScenarioDefinition {
  readonly robots: readonly ScenarioRobot[];
  readonly name?: string;
  readonly about?: string;
  readonly duration?: Quantity;
  readonly seed?: number;
  readonly sensing?: 'truth' | 'odometry';
  readonly bodies?: 'physics' | 'kinematic';
  readonly world?: object;
  readonly plant?: object;
  readonly communication?: object;
  readonly faults?: readonly object[];
  readonly criteria?: readonly object[];
  readonly respawn?: object;
  readonly vary?: object;
}

/**
 * Makes a scenario from an object, for `simulate`. Paths of files in it are relative to the working directory.
 *
 * @throws FileError with every problem, each with the path of its value: `scenario.robots[0].mission.arrive.target`
 * @example
 * ```ts
 * import { arrive, scenario } from 'steerbot';
 * const course = scenario({ duration: '10 s', robots: [{ robot: 'scout', mission: arrive({ target: [1, 0] }) }] });
 * console.log(course.duration); // 10
 * ```
 */
export function scenario(definition: ScenarioDefinition): Scenario {
  requireRobots(definition);
  const own: Record<string, () => Behavior> = {};
  const definitions = new Map<string, RobotDefinition>();
  const robots = definition.robots.map(({ robot, mission, ...entry }, i) => {
    const name = typeof robot === 'string' ? robot : `robot ${i + 1} of the program`;
    if (typeof robot !== 'string') definitions.set(name, robotOf(`scenario.robots[${i}]`, robot));
    return {
      id: `robot-${i + 1}`,
      ...entry,
      robot: name,
      mission: isBehavior(mission) ? writtenMission(mission, own) : mission,
    };
  });
  const value = new ProgramValue({ name: 'scenario', ...definition, robots }, 'scenario');
  return readScenario(value, '', {
    behaviors: own,
    readPath: (name) => loadFoundPath(name).points,
    readRobot: (name) => definitions.get(name) ?? loadRobot(name),
  });
}

/** @throws TypeError where the robots are no list, or one of them has no mission that can be meant */
function requireRobots(definition: ScenarioDefinition): void {
  const given: unknown = definition;
  if (typeof given === 'string')
    throw misuse(`scenario: '${given}' is found; loadScenario('${given}') loads a scenario by its name`);
  const robots = fieldOf(definition, 'robots');
  if (!Array.isArray(robots))
    throw misuse(
      `scenario: robots is ${described(robots)}; a list is wanted: [{ robot: 'scout', mission: arrive({ target: [1, 0] }) }]`,
    );
  for (const [i, entry] of robots.entries()) {
    const mission = fieldOf(entry, 'mission');
    if (typeof mission === 'function') requireBehaviors(`scenario.robots[${i}].mission`, [mission]);
    if (!isRecord(entry))
      throw misuse(`scenario.robots[${i}] is ${described(entry)}; { robot, mission } is wanted`);
  }
}

const LOAD_SHAPES: Checks<LoadOptions> = {
  seed: aWholeNumber,
  behaviors: anObject,
  limits: anObject,
  settings: aList,
  robot: aText,
  mission: aText,
  missionText: aText,
};

export interface LoadedScene extends Scene {
  /** The file that it was read from. */
  readonly file: string;
}

/** @throws FileError with every problem of the file, and of the files it names */
export function loadScene(nameOrPath: string, options: LoadOptions = {}): LoadedScene {
  const file = findFile(nameOrPath, SCENARIOS);
  const scenario = loadScenarioFile(file, options);
  return { name: scenario.name, about: scenario.about ?? '', scenario, file };
}

/** All scenes that can be opened by name, in their groups; those in the working folder are the user's own, and come first. */
export function loadGallery(): GalleryEntry[] {
  const packaged = [...packagedNames(SCENARIOS), ...packagedNames(LESSONS)];
  const own = knownNames(SCENARIOS).filter((name) => !packaged.includes(name));
  const entries = sceneOrder(packaged).map((name) => {
    const file = findFile(name, SCENARIOS);
    return galleryEntry(name, headOf(loadText(file), file));
  });
  return [...[...own.sort(), ...ownScenes()].map(ownEntry), ...entries];
}

/** A scene of the user's own, by its name or its file. */
export function ownEntry(name: string): GalleryEntry {
  const file = findFile(name, SCENARIOS);
  return { name, about: headOf(loadText(file), file).about, group: OWN_GROUP, words: '' };
}

/** More files than these are not looked at: a working folder may hold anything. */
const MAX_OWN_FILES = 60;

/** The scenarios that lie in the working folder, by their files. */
function ownScenes(): string[] {
  const files = readdirSync('.').filter((file) => /\.ya?ml$/.test(file));
  return files.sort().slice(0, MAX_OWN_FILES).filter(isScenario);
}

/** Robots and missions are written in such files, too. */
function isScenario(file: string): boolean {
  try {
    return /^robots:/m.test(loadText(file));
  } catch {
    return false;
  }
}
