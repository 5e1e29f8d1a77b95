/** Saves what was tuned on the page to the files it came from, comments included; packaged files to copies. */

import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { missionPlaces } from '../../../sim/scenario/references.js';
import { findFile, isPackaged, loadText, ROBOTS, relativeTo } from '../../config/loadFile.js';
import { mapsIn } from '../../config/mission/missionFile.js';
import { parseRobot } from '../../config/robot/robotFile.js';
import { changesRobot, type SavedFile, type TunedRobot, tunedFiles } from '../../config/tuning/tunedFiles.js';
import { SourceDocument } from '../../config/yaml/document.js';
import { editText, writeValue } from '../../config/yaml/yamlEdit.js';
import type { YamlPath } from '../../config/yaml/yamlLocate.js';
import type { Setup } from '../../signals/signals.js';
import type { OwnBehaviors } from '../../steering/mission.js';
import { fieldOf, listOf, valueAt } from '../../validation/values.js';
import { OwnCopies, type Write } from './ownCopies.js';

const PACKAGED_REFUSAL = 'the files that come with Steerbot stay as they are';

const read = (file: string): SavedFile => ({ file, text: loadText(file) });

/** Where the tuned values of one scene are saved, from its opening on. */
export class SceneFiles {
  readonly #own: OwnBehaviors;
  readonly #copies: OwnCopies;
  /** The file that was opened. */
  readonly #opened: string;
  #copied = false;
  /** The robots that the file named when it was opened, and when it was saved last. */
  readonly #namedAtFirst: readonly unknown[];
  #named: readonly unknown[];
  /** The values saved last, by entry: turning a value back after a save is a change, too. */
  readonly #saved = new Map<string, Setup>();

  /** @param file the scenario's file @param copies the session's copies */
  constructor(file: string, own: OwnBehaviors, copies: OwnCopies) {
    this.#opened = file;
    this.#own = own;
    this.#copies = copies;
    this.#namedAtFirst = robotNames(read(this.#file));
    this.#named = this.#namedAtFirst;
  }

  /** Saves the scenario's file, and those of its robots. @throws FileError @returns what was saved, in words */
  save(robots: readonly TunedRobot[]): string {
    // No copy yet, or it was removed: all tuned values must be written.
    if (isPackaged(this.#file)) this.#saved.clear();
    const since = robots.map((one) => ({ ...one, loaded: this.#saved.get(keyOf(one)) ?? one.loaded }));
    const writes = this.#plan(since);
    this.#copies.write(writes);
    this.#named = robotNames(read(this.#file));
    this.#copied ||= this.#copies.made(this.#file) || writes.some(({ copyOf }) => copyOf !== undefined);
    for (const one of robots) this.#saved.set(keyOf(one), one.tuned);
    return saying(
      writes,
      this.#copied ? `; ${PACKAGED_REFUSAL}; run yours: steerbot sim ${typed(this.#file)}` : '',
    );
  }

  get #file(): string {
    return this.#copies.now(this.#opened);
  }

  /** Plans all files: if one cannot be written, none is. */
  #plan(robots: readonly TunedRobot[]): Write[] {
    const scenario = read(this.#file);
    this.#refuseOthers(scenario, robots);
    const names: string[] = [];
    const readRobot = (name: string): SavedFile => {
      names.push(name);
      return read(findFile(name, ROBOTS, dirname(scenario.file)));
    };
    const tuned = tunedFiles(scenario, robots, readRobot, this.#own);
    const writes: Write[] = [];
    const renamed: FileReference[] = [];
    // In the order in which `tunedFiles` read them.
    for (const [i, { file, text }] of tuned.filter((one) => one.file !== scenario.file).entries()) {
      parseRobot(text, file);
      const write = this.#copies.planned(file, text, writes);
      writes.push(write);
      if (write.copyOf === undefined) continue;
      const entries = this.#tunedEntries(scenario, robots, names[i]);
      renamed.push(...entries.map((entry) => ({ path: ['robots', entry, 'robot'], file: write.file })));
    }
    const after = tuned.find((one) => one.file === scenario.file);
    if (after || renamed.length > 0) writes.unshift(this.#scenario(after ?? scenario, renamed, writes));
    return writes;
  }

  /** Guards files: another program may have put another robot in the place of the one that was tuned. @throws Error */
  #refuseOthers(scenario: SavedFile, robots: readonly TunedRobot[]): void {
    const names = robotNames(scenario);
    const other = robots.find(
      ({ entry: { index } }) =>
        names[index] !== this.#named[index] && names[index] !== this.#namedAtFirst[index],
    );
    if (!other) return;
    const found = `${scenario.file} was changed by another program: robot ${other.entry.index + 1} is another one`;
    throw new Error(`${found}; open the scene again`);
  }

  /** The tuned entries that name this robot; other entries with the same robot keep its file. */
  #tunedEntries(scenario: SavedFile, robots: readonly TunedRobot[], name: string | undefined): number[] {
    const root = new SourceDocument(scenario.text, scenario.file).value;
    const tuned = robots.filter((robot) => changesRobot(robot, this.#own)).map(({ entry }) => entry.index);
    return [...new Set(tuned)].filter((index) => valueAt(root, ['robots', index, 'robot']) === name);
  }

  #scenario(scenario: SavedFile, renamed: readonly FileReference[], others: readonly Write[]): Write {
    const write = this.#copies.planned(scenario.file, scenario.text, others);
    const folder = dirname(write.file);
    const moved = write.copyOf === undefined ? [] : movedReferences(scenario, folder);
    const isRenamed = ({ path }: FileReference) => renamed.some((one) => `${one.path}` === `${path}`);
    const named = [...moved.filter((one) => !isRenamed(one)), ...renamed];
    return { ...write, text: withReferences(scenario, folder, named) };
  }
}

/** By entry: the name or file of a robot; undefined for a robot that is written in the scenario itself. */
const robotNames = ({ file, text }: SavedFile): (string | undefined)[] =>
  listOf(fieldOf(new SourceDocument(text, file).value, 'robots')).map((entry) => {
    const name = fieldOf(entry, 'robot');
    return typeof name === 'string' ? name : undefined;
  });

const keyOf = ({ entry }: TunedRobot): string => JSON.stringify(entry);

/** Saves the tuned values of a robot that drives; its mission came from the command line, and is not saved. */
export class RobotFile {
  readonly #name: string;
  readonly #copies = new OwnCopies();
  #copied = false;
  #saved: Setup | undefined;

  /** @param name the robot's name, or the path of its file */
  constructor(name: string) {
    this.#name = name;
  }

  /** @throws FileError @returns what was saved, in words */
  save(loaded: Setup, tuned: Setup): string {
    const file = this.#copies.now(findFile(this.#name, ROBOTS));
    const text = `robots: [{ id: it, robot: ${JSON.stringify(this.#name)} }]`;
    const changed = { ...tuned, mission: loaded.mission };
    const robot = {
      entry: { index: 0 },
      loaded: (!isPackaged(file) && this.#saved) || loaded,
      tuned: changed,
    };
    const files = tunedFiles({ file: 'the command line', text }, [robot], () => read(file));
    // Another program may have left the file unfinished: what is saved must be a robot that can be loaded.
    for (const one of files) parseRobot(one.text, one.file);
    const writes = files.map((one) => this.#copies.planned(one.file, one.text));
    this.#copies.write(writes);
    this.#copied ||= writes.some(({ copyOf }) => copyOf !== undefined);
    this.#saved = changed;
    const own = typed(this.#copies.now(file));
    const words = saying(
      writes,
      this.#copied ? `; ${PACKAGED_REFUSAL}; drive yours: steerbot drive ${own}` : '',
    );
    return tuned.mission === loaded.mission
      ? words
      : `${words}; the mission came from the command line and is not saved`;
  }
}

/** @param more words to add */
function saying(writes: readonly Write[], more: string): string {
  const names = writes.map(({ file }) => relative('.', file));
  return names.length === 0 ? 'nothing has changed' : `saved to ${names.join(' and ')}${more}`;
}

/** A file as a user types it: always a path, never a bare name. */
function typed(file: string): string {
  const path = relative('.', file);
  const typed = /[/\\]/.test(path) ? path : `./${path}`;
  return typed.includes(' ') ? `"${typed}"` : typed;
}

/** A place in a scenario, and the file that it names. */
export interface FileReference {
  readonly path: YamlPath;
  readonly file: string;
}

/** The names that must change for a scenario to find its files from another folder. @throws FileError */
export function movedReferences({ file, text }: SavedFile, to: string): FileReference[] {
  const root = new SourceDocument(text, file).value;
  const from = dirname(file);
  return [...movedRobots(root, from, to), ...paths(root, from)];
}

/** Robots that are found by name keep their name. */
function movedRobots(root: unknown, from: string, to: string): FileReference[] {
  return listOf(fieldOf(root, 'robots')).flatMap((entry, i) => {
    const name = fieldOf(entry, 'robot');
    if (typeof name !== 'string') return [];
    const file = resolve(findFile(name, ROBOTS, from));
    return foundFrom(name, to) === file ? [] : [{ path: ['robots', i, 'robot'], file }];
  });
}

function foundFrom(name: string, folder: string): string | undefined {
  try {
    return resolve(findFile(name, ROBOTS, folder));
  } catch {
    return undefined;
  }
}

function paths(root: unknown, from: string): FileReference[] {
  const maps = missionPlaces(root).flatMap((place) => [...mapsIn(valueAt(root, place), place)]);
  return maps.flatMap(({ map, path }) => {
    const name = fieldOf(map.followPath, 'path');
    if (typeof name !== 'string' || isAbsolute(name)) return [];
    return [{ path: [...(path as YamlPath), 'followPath', 'path'], file: resolve(relativeTo(from, name)) }];
  });
}

/** The text of a scenario in `folder`, with these files named relative to it. @throws FileError */
export function withReferences(
  { file, text }: SavedFile,
  folder: string,
  named: readonly FileReference[],
): string {
  return editText(text, (plain) =>
    named.reduce(
      (before, { path, file: to }) =>
        writeValue(before, file, { path, write: () => written(nameFrom(folder, to)) }),
      plain,
    ),
  );
}

/** Never a bare word, which would be looked up as a name; slashes work on Windows, too. */
function nameFrom(folder: string, file: string): string {
  const path = relative(resolve(folder), file).split(sep).join('/');
  return isAbsolute(path) || path.startsWith('../') ? path : `./${path}`;
}

const written = (name: string): string => (/^[\w./-]+$/.test(name) ? name : JSON.stringify(name));
