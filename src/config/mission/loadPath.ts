/** A path's points out of a CSV file. */
import type { Vec2 } from '../../math/geometry.js';
import { loadText, relativeTo } from '../loadFile.js';
import { parsePath } from './pathFile.js';

/**
 * @param from the folder that the path is relative to
 * @throws FileError with the problems of the file
 */
export function loadPath(name: string, from = '.'): readonly Vec2[] {
  const file = relativeTo(from, name);
  return parsePath(loadText(file), file);
}
