/** Mission files: the path files that they name are read before the mission is checked. */

import type { MissionSpec, OwnBehaviors } from '../../steering/mission.js';
import { FileError, type FileFault, inOrder, UnreadableFile } from '../../validation/errors.js';
import { fieldOf, isRecord, type KeyPath, valueAt, withValue } from '../../validation/values.js';
import { refuseOtherKind } from '../fileKind.js';
import type { PathPoint } from '../paths/found.js';
import type { PlacedValue } from '../placedValue.js';
import { SourceDocument } from '../yaml/document.js';
import { missionSchema } from './missionSchema.js';

/** Reads the points of a path file that a mission names. @throws FileError */
export type ReadPath = (name: string) => readonly PathPoint[];

/** Replaces a path that cannot be read, so that one fault gives one message. */
const PLACEHOLDER_PATH = [
  [0, 0],
  [1, 0],
];

/** The result of `read`. Its errors become faults; a missing file is a fault at the place that names it. */
export function readNamed<T>(
  read: (name: string) => T,
  name: string,
  faultHere: (message: string) => FileFault,
  faults: FileFault[],
): T | undefined {
  try {
    return read(name);
  } catch (error) {
    if (error instanceof UnreadableFile) faults.push(faultHere(`'${name}': ${error.why}`));
    else if (error instanceof FileError) faults.push(...error.faults);
    else throw error;
    return undefined;
  }
}

export interface PlacedMap {
  readonly map: Readonly<Record<string, unknown>>;
  readonly path: KeyPath;
}

/** Every map of `value`, from the outside in. @param path where `value` itself is */
export function* mapsIn(value: unknown, path: KeyPath): Generator<PlacedMap> {
  if (typeof value !== 'object' || value === null) return;
  if (isRecord(value)) yield { map: value, path };
  for (const [key, inner] of Object.entries(value)) yield* mapsIn(inner, [...path, key]);
}

/**
 * A file's value with the points of every path file in place of its name.
 *
 * @param missions where in the value its missions are
 */
export function withPaths(
  document: PlacedValue,
  root: unknown,
  missions: readonly KeyPath[],
  readPath: ReadPath,
): { value: unknown; faults: FileFault[] } {
  const faults: FileFault[] = [];
  let value = root;
  for (const { map, path } of missions.flatMap((place) => [...mapsIn(valueAt(root, place), place)])) {
    const name = fieldOf(map.followPath, 'path');
    if (typeof name !== 'string') continue;
    const place = [...path, 'followPath', 'path'];
    const points = readNamed(readPath, name, (message) => document.fault(place, message), faults);
    value = withValue(value, place, points?.map(writtenPoint) ?? PLACEHOLDER_PATH);
  }
  return { value, faults };
}

/** As a mission has it. */
export const writtenPoint = ({ x, y, speed }: PathPoint): readonly number[] =>
  speed === undefined ? [x, y] : [x, y, speed];

export interface MissionOptions {
  readonly readPath: ReadPath;
  /** The user's own behaviors, by the names that missions use. */
  readonly behaviors?: OwnBehaviors;
}

/** A scenario has it under that key; a mission file has nothing else. */
const WHOLE =
  "a mission file is the mission itself, such as 'arrive: { target: [1, 0] }'; leave 'mission:' out";

/**
 * Reads a mission file.
 *
 * @throws FileError with every problem of the file, and of the paths it names
 */
export function parseMission(text: string, file: string, options: MissionOptions): MissionSpec {
  const document = new SourceDocument(text, file);
  refuseOtherKind(document, 'mission');
  if (fieldOf(document.value, 'mission') !== undefined)
    throw new FileError([document.fault(['mission'], WHOLE, 'key')]);
  const paths = withPaths(document, document.value, [[]], options.readPath);
  const { value, faults } = document.check(missionSchema(options.behaviors), paths.value);
  const all = [...paths.faults, ...faults];
  if (!value || all.length > 0) throw new FileError(inOrder(all));
  return value;
}

/**
 * The same for a mission that is written on a page. Guards files: it may name none.
 *
 * @throws FileError as `parseMission`
 */
export const missionOnPage = (text: string, behaviors: OwnBehaviors | undefined): unknown =>
  missionValue(text, 'mission', {
    readPath: (name) => {
      throw new UnreadableFile(
        name,
        'a mission written on the page holds its points: path: [[0, 0], [1, 0]]',
      );
    },
    ...(behaviors && { behaviors }),
  });

/**
 * A mission file's value for a scenario, with the points of its paths in place of their names.
 *
 * @throws FileError as `parseMission`
 */
export function missionValue(text: string, file: string, options: MissionOptions): unknown {
  parseMission(text, file, options);
  const document = new SourceDocument(text, file);
  return withPaths(document, document.value, [[]], options.readPath).value;
}
