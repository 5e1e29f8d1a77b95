/** Reads a world of another tool's file. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Meters } from '../../math/units.js';
import { FileError, UnreadableFile } from '../../validation/errors.js';
import { loadText, relativeTo } from '../loadFile.js';
import { pathFault } from '../paths/found.js';
import { SourceDocument } from '../yaml/document.js';
import { drawnWorld } from './drawnWorld.js';
import type { FoundWorld } from './foundWorld.js';
import { gazeboWorld } from './gazeboWorld.js';
import { type GreyPicture, readPicture } from './picture.js';
import { isRosMap, rosMap, worldOfMap } from './rosMap.js';
import { stageWorld } from './stageWorld.js';

/** Whether a text is a world, and of no path. */
export function isWorld(text: string, file: string): boolean {
  if (/<sdf[\s>]|<world[\s>]/.test(text)) return true;
  if (/\.ya?ml$/i.test(file)) return /^image\s*:/m.test(text) && /^resolution\s*:/m.test(text);
  return /\.world$/i.test(file) || /^\s*(floorplan|define\s+\w+\s+\w+|model)\s*(\(|$)/m.test(text);
}

/** @param unit of a drawing, where it does not say it. @throws FileError */
export function loadWorld(file: string, unit?: Meters): FoundWorld {
  const text = loadText(file);
  const picture = (name: string) => loadPicture(relativeTo(dirname(file), name));
  if (/<svg[\s>]/.test(text)) return drawnWorld(text, file, unit);
  if (/<sdf[\s>]|<world[\s>]/.test(text)) return gazeboWorld(text, file);
  if (!/\.ya?ml$/i.test(file))
    return stageWorld(text, file, { picture, text: (name) => textBeside(relativeTo(dirname(file), name)) });
  const document = new SourceDocument(text, file);
  if (!isRosMap(document.value))
    throw pathFault(file, 'this is no map: its image, resolution and origin are wanted');
  const map = rosMap(document);
  const world = worldOfMap(map, picture(map.image));
  if (!world || world.walls.length === 0)
    throw pathFault(
      file,
      world
        ? 'nothing is occupied in this map'
        : 'the map is too large or too jagged for a scenario; crop it, or clean it of single cells',
    );
  return world;
}

const textBeside = (path: string): string | undefined => (existsSync(path) ? loadText(path) : undefined);

function loadPicture(path: string): GreyPicture {
  try {
    return readPicture(readFileSync(path), path);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new UnreadableFile(path, 'there is no such picture; it is wanted beside the file that names it');
  }
}
