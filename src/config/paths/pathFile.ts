/** Reads a path file of any kind that people have to points in metres. */

import { distance } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { plainText } from '../yaml/sourceText.js';
import { gpxPath, kmlPath } from './earthPath.js';
import { FARTHEST, type FoundPath, inFileUnit, MAX_POINTS, type PathPoint, pathFault } from './found.js';
import { geoJsonIn, geoJsonPath } from './geoJson.js';
import { doubtAbout } from './plausible.js';
import { posesPath } from './posesPath.js';
import { svgPath } from './svgPath.js';
import { tablePath } from './tablePath.js';
import { isPlan, isWaypointFile, planFile, waypointFile } from './waypointsPath.js';

export interface ReadPathOptions {
  /** Of numbers whose unit the file does not say. */
  readonly unit?: Meters | undefined;
}

/**
 * Reads a path: a table of columns by name and unit (CSV, TSV, TUM's racelines and trajectories, PathWeaver), a mission's
 * waypoints (ArduPilot, QGroundControl), GPX, KML, GeoJSON, `nav_msgs/Path` and other lists of poses as YAML or JSON, or the
 * line of an SVG drawing. What cannot be known, it refuses.
 *
 * @throws FileError with what is wrong, where, and how to cure it
 */
export function parsePath(text: string, file: string, options: ReadPathOptions = {}): FoundPath {
  const plain = plainText(text, file);
  const said = read(plain, file, options.unit);
  // A drawing may be to a scale.
  if (options.unit !== undefined && said.metric && !/<svg[\s>]/.test(plain))
    throw pathFault(file, '--unit: the file says its unit; leave it out');
  const found = options.unit === undefined || said.metric ? said : inFileUnit(said, options.unit);
  const form = isListText(plain) ? 'list' : 'table';
  const fault = wholeFault(found.points) || doubtAbout(found, form) || sizeFault(found.points);
  if (fault !== '') throw pathFault(file, fault);
  return found;
}

/** What was read, in one line: `412 points, 12.3 m, from x (mm), y (mm)`. */
export function saidOf({ points, from }: FoundPath): string {
  const way = points.slice(1).reduce((sum, point, i) => sum + distance(point, points[i] as PathPoint), 0);
  return `${points.length} points, ${Number(way.toPrecision(3))} m, from ${from}`;
}

function read(text: string, file: string, unit: Meters | undefined): FoundPath {
  const start = text.trimStart();
  if (start.startsWith('<')) return xmlPath(text, file, unit);
  if (isWaypointFile(text)) return waypointFile(start, file);
  const json = /^[{[]/.test(start) ? jsonIn(text) : undefined;
  if (isPlan(json)) return planFile(json, file);
  const geo = geoJsonIn(json);
  if (geo !== undefined) return geoJsonPath(geo, file);
  return isListText(text) ? posesPath(text, file, unit) : tablePath(text, file, unit);
}

function xmlPath(text: string, file: string, unit: Meters | undefined): FoundPath {
  const [, root = ''] = /<(?:[\w.-]+:)?(gpx|kml|svg)[\s>]/i.exec(text) ?? [];
  if (root.toLowerCase() === 'gpx') return gpxPath(text, file);
  if (root.toLowerCase() === 'kml') return kmlPath(text, file);
  if (root.toLowerCase() === 'svg') return svgPath(text, file, unit);
  throw pathFault(
    file,
    'this XML is no GPX, no KML and no SVG, which are read; export it as GPX, or as a table x_m,y_m',
  );
}

/** Whether a text is YAML or JSON: a key, an item or a bracket at the begin of the first line that is no remark. */
export const isListText = (text: string): boolean =>
  /^(?:\s*(?:#.*)?(?:\r\n|\n|\r))*\s*(?:---|[{[]|- |["']?[\w ]+["']?:(?:\s|$))/.test(text);

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The fault of the points as a whole; empty without a fault. */
function wholeFault(points: readonly PathPoint[]): string {
  const [first] = points;
  if (!first) return 'the path is empty; at least two points are wanted: x_m,y_m';
  if (points.length === 1) return 'the path has one point; at least two are wanted';
  if (points.length > MAX_POINTS)
    return `the path has ${points.length} points; at most ${MAX_POINTS} are driven; simplify the path`;
  const moves = points.some((p) => p.x !== first.x || p.y !== first.y);
  return moves
    ? ''
    : `all ${points.length} points of the path are the same; at least two different ones are wanted`;
}

const sizeFault = (points: readonly PathPoint[]): string => {
  const far = points.find(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) > FARTHEST);
  return far
    ? `[${far.x}, ${far.y}] is out of range; at most ${FARTHEST} m is wanted; subtract the first point from every point`
    : '';
};
