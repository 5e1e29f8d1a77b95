/** A path as a file of any kind holds it. */
import type { Vec2 } from '../../math/geometry.js';
import type { Meters, MetersPerSecond } from '../../math/units.js';
import { FileError, placedFault } from '../../validation/errors.js';

/** A point of a path, and how fast it may be passed at most, if the file says so. */
export interface PathPoint extends Vec2 {
  readonly speed?: MetersPerSecond;
}

export interface FoundPath {
  readonly points: readonly PathPoint[];
  /** What the points were read from, for a line about them: `x (mm), y (mm)`. */
  readonly from: string;
  /** Whether the file, or the format that it has, says that they are metres. */
  readonly metric: boolean;
}

export const MAX_POINTS = 100_000;
/** The same limit as for every length. */
export const FARTHEST = 1e6;

/** The same with its numbers in a unit. */
export const inFileUnit = (found: FoundPath, unit: Meters): FoundPath => ({
  points: found.points.map(({ x, y, ...rest }) => ({ ...rest, x: x * unit, y: y * unit })),
  from: found.from.replace(', taken as metres', ''),
  metric: true,
});

/** A fault of the file as a whole, or of a line of it. */
export const pathFault = (file: string, message: string, line = 1, col = 1): FileError =>
  new FileError([placedFault(file, line, col, message)]);
