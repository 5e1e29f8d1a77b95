/** Which file says what was tuned, and that file's text as it is to say it from now on. */

import type { RobotDefinition } from '../../robot/robot.js';
import type { Setup } from '../../signals/signals.js';
import type { OwnBehaviors } from '../../steering/mission.js';
import { valueAt } from '../../validation/values.js';
import { SourceDocument } from '../yaml/document.js';
import type { Path } from '../yaml/writtenPlace.js';
import { type SavedNumber, saveTunables } from './saveTunables.js';
import { idOf, placesOf } from './tunablePlaces.js';
import { derived } from './writtenSetup.js';

/** Whose setup it is in a scenario's file. */
export interface Entry {
  /** Its place in the list of robots. */
  readonly index: number;
  /** The name of the mission that it drives, where that is one of the scenario's own `missions`. */
  readonly mission?: string;
}

/** Where a tunable is written: in the scenario, or in the file of the robot that it names. */
export type Source =
  | { readonly file: 'scenario'; readonly path: Path }
  | { readonly file: 'robot'; readonly name: string; readonly path: Path };

const keysOf = (id: string): Path => id.split('.').map((word) => (/^\d+$/.test(word) ? Number(word) : word));

/** Where the tunable of that id is written. @param scenario the text of the scenario's file */
export const sourceOf = (id: string, scenario: string, entry: Entry): Source =>
  sourceIn(new SourceDocument(scenario, 'scenario').value, keysOf(id), entry);

function sourceIn(scenario: unknown, path: Path, { index, mission }: Entry): Source {
  const [part, ...rest] = path;
  const place = ['robots', index];
  if (part === 'mission' && mission !== undefined) {
    return { file: 'scenario', path: ['missions', mission, ...rest] };
  }
  const robot = valueAt(scenario, [...place, 'robot']);
  if (part === 'robot' && typeof robot === 'string') return { file: 'robot', name: robot, path: rest };
  return { file: 'scenario', path: [...place, ...path] };
}

/** A file that can be saved: its name as it is shown, and its text. */
export interface SavedFile {
  readonly file: string;
  readonly text: string;
}

/** One robot's setup as its files have it, and as it was tuned. */
export interface TunedRobot {
  readonly entry: Entry;
  readonly loaded: Setup;
  readonly tuned: Setup;
}

interface Change extends SavedNumber {
  /** Follows from others: it is changed where it is written, and left out where it is not. */
  readonly follows: boolean;
}

/** What differs between two setups, as their files write it. */
function changesBetween(loaded: Setup, tuned: Setup, own: OwnBehaviors): Change[] {
  const before = new Map(placesOf(loaded, own).map(({ path, value }) => [idOf(path), value]));
  const changed = placesOf(tuned, own).filter(({ path, value }) => before.get(idOf(path)) !== value);
  const followers: Readonly<Record<string, boolean>> = derived(tuned.robot);
  return changed.map(({ path, value, facts }) => ({
    ...{ path, value, unit: facts.unit },
    follows: path[0] === 'robot' && followers[String(path.at(-1))] === true,
  }));
}

/** Whether anything of the robot itself was tuned, and not of its mission alone. */
export const changesRobot = ({ loaded, tuned }: TunedRobot, own: OwnBehaviors): boolean =>
  changesBetween(loaded, tuned, own).some(({ path }) => path[0] === 'robot');

const RESPONSE = ['robot', 'control', 'responseTime'];
const GAIN = ['robot', 'control', 'steeringGain'];

/**
 * A change as its file writes it: one that gives the steering's gain keeps giving that, and not the time, since one
 * follows from the other; what follows and is not written stays unwritten.
 */
function asWritten(
  change: Change,
  robot: RobotDefinition,
  says: (path: Path) => boolean,
): Change | undefined {
  if (idOf(change.path) === idOf(RESPONSE) && says(GAIN)) {
    return { ...change, path: GAIN, value: robot.control.steeringGain, unit: '' };
  }
  return change.follows && !says(change.path) ? undefined : change;
}

/** A file while its numbers are changed. */
class Draft {
  readonly file: string;
  text: string;
  #value: unknown;
  readonly #done = new Set<string>();

  constructor({ file, text }: SavedFile) {
    this.file = file;
    this.text = text;
    this.#value = new SourceDocument(text, file).value;
  }

  says(path: Path): boolean {
    return valueAt(this.#value, path) !== undefined;
  }

  /** Robots that share a file are tuned alike: what is said already is not said again. */
  write(number: SavedNumber): void {
    const said = `${idOf(number.path)} ${number.value}`;
    if (this.#done.has(said)) return;
    this.#done.add(said);
    this.text = saveTunables(this.text, this.file, [number]);
    this.#value = new SourceDocument(this.text, this.file).value;
  }
}

/**
 * The files that say what was tuned, with their new texts; those that stay as they are left out.
 *
 * @param read the file of a robot that the scenario names
 * @throws FileError where a number has no place in its file
 */
export function tunedFiles(
  scenario: SavedFile,
  robots: readonly TunedRobot[],
  read: (robot: string) => SavedFile,
  own: OwnBehaviors = {},
): SavedFile[] {
  const root = new SourceDocument(scenario.text, scenario.file).value;
  const drafts = new Map<string, Draft>();
  for (const { entry, loaded, tuned } of robots) {
    for (const change of changesBetween(loaded, tuned, own)) {
      const source = sourceIn(root, change.path, entry);
      const key = source.file === 'robot' ? `robot ${source.name}` : source.file;
      const draft = drafts.get(key) ?? new Draft(source.file === 'robot' ? read(source.name) : scenario);
      drafts.set(key, draft);
      const placed = (path: Path): Path => sourceIn(root, path, entry).path;
      const number = asWritten(change, tuned.robot, (path) => draft.says(placed(path)));
      if (number) draft.write({ ...number, path: placed(number.path) });
    }
  }
  return [...drafts.values()].map(({ file, text }) => ({ file, text }));
}
