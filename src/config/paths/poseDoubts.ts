/** What stands beside a list of points, and contradicts how they would be read. */
import type { Vec2 } from '../../math/geometry.js';
import { fieldOf, isRecord, listOf } from '../../validation/values.js';
import { pathFault } from './found.js';

/** Curves, starts and directions that a list of points has not. @throws FileError */
export function refuseOtherShapes(value: unknown, file: string): void {
  if (fieldOf(value, 'startPose') !== undefined)
    throw pathFault(
      file,
      'a trajectory of RoadRunner, which begins at its startPose and is a curve in inches; export points of it as a table x_in,y_in',
    );
  if (fieldOf(value, 'reversed') === true)
    throw pathFault(file, 'reversed: it is to be driven backwards; followPath drives forwards; write false');
  const moved = movedMarker(value);
  if (moved)
    throw pathFault(
      file,
      `its points are counted from the marker's own pose, which is not at zero (${moved}); put the marker at zero, or write the points in the map as a table x_m,y_m`,
    );
}

/** The place or turn of a marker of RViz, whose points are counted from it; undefined where there is none. */
function movedMarker(value: unknown, depth = 0): string | undefined {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return undefined;
  const pose = fieldOf(value, 'pose');
  if (isRecord(pose) && listOf(fieldOf(value, 'points')).length > 0) {
    const { x = 0, y = 0 } = (fieldOf(pose, 'position') ?? {}) as Partial<Vec2>;
    const { z = 0 } = (fieldOf(pose, 'orientation') ?? {}) as { z?: number };
    if (x !== 0 || y !== 0 || z !== 0) return z === 0 ? `x ${x}, y ${y}` : `x ${x}, y ${y}, turned`;
  }
  for (const inner of Array.isArray(value) ? value.slice(0, 1000) : Object.values(value)) {
    const found = movedMarker(inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A list of markers has its markers not far below. */
const DEEPEST = 5;
