/** Finds the files of tuned numbers, and writes the numbers into their texts. */
import type { RobotDefinition } from '../../robot/robot.js';
import type { Setup } from '../../signals/signals.js';
import type { OwnBehaviors } from '../../steering/mission.js';
import { inUnit, quantityParts, type Unit } from '../../validation/quantity.js';
import { valueAt } from '../../validation/values.js';
import { asWrittenIn } from '../mission/nodePlaces.js';
import { SourceDocument } from '../yaml/document.js';
import { editText, saveFault, writeValue } from '../yaml/yamlEdit.js';
import type { YamlPath } from '../yaml/yamlLocate.js';
import { derivedLimits } from './serializeConfig.js';
import { idOf, placesOf } from './tunablePlaces.js';

/** The robot of a setup in a scenario file. */
export interface Entry {
  /** Its index in the list of robots. */
  readonly index: number;
  /** The name of its mission, if it is one of the scenario's `missions`. */
  readonly mission?: string;
}

/** The place of a tunable: in the scenario, or in the robot file that the scenario names. */
export type TunableSource =
  | { readonly file: 'scenario'; readonly path: YamlPath }
  | { readonly file: 'robot'; readonly name: string; readonly path: YamlPath };

const keysOf = (id: string): YamlPath =>
  id.split('.').map((word) => (/^\d+$/.test(word) ? Number(word) : word));

/** The place of the tunable with that id. @param scenario the text of the scenario file */
export const sourceOf = (id: string, scenario: string, entry: Entry): TunableSource =>
  sourceIn(new SourceDocument(scenario, 'scenario').value, keysOf(id), entry);

function sourceIn(scenario: unknown, path: YamlPath, { index, mission }: Entry): TunableSource {
  const [part, ...rest] = path;
  const place = ['robots', index];
  if (part === 'mission') {
    const at = mission === undefined ? [...place, 'mission'] : ['missions', mission];
    return { file: 'scenario', path: [...at, ...asWrittenIn(valueAt(scenario, at), rest)] };
  }
  const robot = valueAt(scenario, [...place, 'robot']);
  if (part === 'robot' && typeof robot === 'string') return { file: 'robot', name: robot, path: rest };
  return { file: 'scenario', path: [...place, ...path] };
}

/** A file to save: its name for messages, and its text. */
export interface SavedFile {
  readonly file: string;
  readonly text: string;
}

/** One robot's setup, as loaded from its files and as tuned. */
export interface TunedRobot {
  readonly entry: Entry;
  readonly loaded: Setup;
  readonly tuned: Setup;
}

interface Change extends SavedNumber {
  /** It follows from other values: it is changed if it is written, and left out if not. */
  readonly follows: boolean;
}

/** The differences between two setups. */
function changesBetween(loaded: Setup, tuned: Setup, own: OwnBehaviors): Change[] {
  const before = new Map(placesOf(loaded, own).map(({ path, value }) => [idOf(path), value]));
  const followed: Readonly<Record<string, boolean>> = derivedLimits(loaded.robot);
  const followers: Readonly<Record<string, boolean>> = derivedLimits(tuned.robot);
  const otherGain = loaded.robot.control.steeringGain !== tuned.robot.control.steeringGain;
  const among = (names: typeof followers, [part, ...keys]: YamlPath): boolean =>
    part === 'robot' && names[String(keys.at(-1))] === true;
  return (
    placesOf(tuned, own)
      .map(({ path, value, facts }) => ({
        ...{ path, value, unit: facts.unit },
        follows: among(followers, path),
      }))
      // What follows no more is a change, too: unwritten, it would follow again. The response time may stand for the gain.
      .filter(
        ({ path, value, follows }) =>
          before.get(idOf(path)) !== value ||
          (among(followed, path) && !follows) ||
          (otherGain && idOf(path) === idOf(RESPONSE_TIME_PATH)),
      )
  );
}

/** Whether the robot itself was tuned, not only its mission. */
export const changesRobot = ({ loaded, tuned }: TunedRobot, own: OwnBehaviors): boolean =>
  changesBetween(loaded, tuned, own).some(({ path }) => path[0] === 'robot');

const RESPONSE_TIME_PATH = ['robot', 'control', 'responseTime'];
const STEERING_GAIN_PATH = ['robot', 'control', 'steeringGain'];

/**
 * A change in the form of its file. A file with the steering gain keeps the gain instead of the response time, since
 * each follows from the other. A value that follows and is not written stays unwritten.
 */
function asWritten(
  change: Change,
  robot: RobotDefinition,
  says: (path: YamlPath) => boolean,
): Change | undefined {
  if (idOf(change.path) === idOf(RESPONSE_TIME_PATH) && says(STEERING_GAIN_PATH)) {
    return { ...change, path: STEERING_GAIN_PATH, value: robot.control.steeringGain, unit: '' };
  }
  return change.follows && !says(change.path) ? undefined : change;
}

/** A file while its numbers are changed. */
class FileDraft {
  readonly file: string;
  text: string;
  #value: unknown;
  readonly #done = new Set<string>();

  constructor({ file, text }: SavedFile) {
    this.file = file;
    this.text = text;
    this.#value = new SourceDocument(text, file).value;
  }

  says(path: YamlPath): boolean {
    return valueAt(this.#value, path) !== undefined;
  }

  /** Robots that share a file are tuned alike: a number is written only once. */
  write(number: SavedNumber): void {
    const said = `${idOf(number.path)} ${number.value}`;
    if (this.#done.has(said)) return;
    this.#done.add(said);
    this.text = saveTunables(this.text, this.file, [number]);
    this.#value = new SourceDocument(this.text, this.file).value;
  }
}

/**
 * The changed files with their new texts; unchanged files are left out.
 *
 * @param read the file of a robot that the scenario names
 * @throws FileError if a number has no place in its file
 */
export function tunedFiles(
  scenario: SavedFile,
  robots: readonly TunedRobot[],
  read: (robot: string) => SavedFile,
  own: OwnBehaviors = {},
): SavedFile[] {
  const root = new SourceDocument(scenario.text, scenario.file).value;
  const drafts = new Map<string, FileDraft>();
  for (const { entry, loaded, tuned } of robots) {
    for (const change of changesBetween(loaded, tuned, own)) {
      const source = sourceIn(root, change.path, entry);
      const key = source.file === 'robot' ? `robot ${source.name}` : source.file;
      const draft = drafts.get(key) ?? new FileDraft(source.file === 'robot' ? read(source.name) : scenario);
      drafts.set(key, draft);
      const placed = (path: YamlPath): YamlPath => sourceIn(root, path, entry).path;
      const number = asWritten(change, tuned.robot, (path) => draft.says(placed(path)));
      if (number) draft.write({ ...number, path: placed(number.path) });
    }
  }
  return [...drafts.values()].map(({ file, text }) => ({ file, text }));
}

interface SavedNumber {
  readonly path: YamlPath;
  /** In SI. */
  readonly value: number;
  readonly unit: Unit;
}

/**
 * The text with the numbers changed. A number keeps its written unit; a new number is written with its SI unit. Four
 * significant digits.
 *
 * @throws FileError if the text is not a valid file, or a number has no place in it
 */
export const saveTunables = (text: string, file: string, changes: readonly SavedNumber[]): string =>
  editText(text, (plain) => changes.reduce((before, change) => saveNumber(before, file, change), plain));

function saveNumber(text: string, file: string, change: SavedNumber): string {
  const { path, value } = change;
  if (!Number.isFinite(value)) throw saveFault(text, file, path, 0, `${value} is not a finite number`);
  return writeValue(text, file, { path, write: (before) => numberText(before, change) });
}

const digits = (value: number): string => String(Number(value.toPrecision(4)));

/** The number in its former form: bare, or in its unit, with quotes if there were any; a new one in SI. */
function numberText(before: string | undefined, { value, unit }: SavedNumber): string {
  const inSi = `${digits(value)} ${unit}`.trim();
  if (before === undefined) return inSi;
  const quote = /^['"]/.exec(before)?.[0] ?? '';
  const parts = quantityParts(before.slice(quote.length, before.length - quote.length).trim());
  const number = parts?.word === '' ? value : inUnit(value, unit, parts?.word ?? '');
  if (!parts || number === undefined) return quote + inSi + quote;
  return quote + digits(number) + parts.gap + parts.word + quote;
}
