/** Loads a world from another tool's file. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Meters } from '../math/units.js';
import { loadText, relativeTo } from './loadFile.js';
import { loadPicture } from './loadPicture.js';
import { pathFault } from './paths/found.js';
import { drawnWorld } from './worlds/drawnWorld.js';
import type { FoundWorld } from './worlds/foundWorld.js';
import { gazeboWorld } from './worlds/gazeboWorld.js';
import { isRosMap, rosMap, worldOfMap } from './worlds/rosMap.js';
import { stageWorld } from './worlds/stageWorld.js';
import { SourceDocument } from './yaml/document.js';

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
