/** The files that a scenario names, and its text where it names them from another folder, or names others. */
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { missionPlaces } from '../../../sim/scenario/references.js';
import { findFile, ROBOTS, relativeTo } from '../../config/loadFile.js';
import { mapsIn } from '../../config/mission/missionFile.js';
import type { SavedFile } from '../../config/tuning/tunedFiles.js';
import { SourceDocument } from '../../config/yaml/document.js';
import { editText, writeValue } from '../../config/yaml/yamlEdit.js';
import type { Path } from '../../config/yaml/yamlLocate.js';
import { fieldOf, listOf, valueAt } from '../../validation/values.js';

/** A place in a scenario, and the file that it names there. */
export interface Reference {
  readonly path: Path;
  readonly file: string;
}

/** What must be named anew for a scenario to find it from another folder. @throws FileError */
export function movedReferences({ file, text }: SavedFile, to: string): Reference[] {
  const root = new SourceDocument(text, file).value;
  const from = dirname(file);
  return [...movedRobots(root, from, to), ...paths(root, from)];
}

/** Robots that are found by their name alone keep it. */
function movedRobots(root: unknown, from: string, to: string): Reference[] {
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

function paths(root: unknown, from: string): Reference[] {
  const maps = missionPlaces(root).flatMap((place) => [...mapsIn(valueAt(root, place), place)]);
  return maps.flatMap(({ map, path }) => {
    const name = fieldOf(map.followPath, 'path');
    if (typeof name !== 'string' || isAbsolute(name)) return [];
    return [{ path: [...(path as Path), 'followPath', 'path'], file: resolve(relativeTo(from, name)) }];
  });
}

/** The text of a scenario that lies in `folder`, with those files named from there. @throws FileError */
export function withReferences(
  { file, text }: SavedFile,
  folder: string,
  named: readonly Reference[],
): string {
  return editText(text, (plain) =>
    named.reduce(
      (before, { path, file: to }) =>
        writeValue(before, file, { path, write: () => written(nameFrom(folder, to)) }),
      plain,
    ),
  );
}

/** Never a bare word, which would be looked for by its name; slashes do on Windows, too. */
function nameFrom(folder: string, file: string): string {
  const path = relative(resolve(folder), file).split(sep).join('/');
  return isAbsolute(path) || path.startsWith('../') ? path : `./${path}`;
}

const written = (name: string): string => (/^[\w./-]+$/.test(name) ? name : JSON.stringify(name));
