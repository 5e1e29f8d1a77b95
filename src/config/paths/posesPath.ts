/**
 * A path as YAML or JSON: lists of poses and places, as ROS' messages (`nav_msgs/Path`, `geometry_msgs/PoseArray`, a stream of
 * `nav_msgs/Odometry`), WPILib's, Choreo's and PathPlanner's files, GeoJSON and plain lists have them.
 */
import { parseAllDocuments } from 'yaml';
import type { Vec2 } from '../../math/geometry.js';
import { FileError, messageOf } from '../../validation/errors.js';
import { fieldOf, isRecord } from '../../validation/values.js';
import { checkSize } from '../yaml/sourceText.js';
import { opensTooMany, TOO_DEEP } from '../yaml/yamlStructure.js';
import { bezier } from './curves.js';
import { localMeters, type Place, placeFault } from './earth.js';
import { type FoundPath, type PathPoint, pathFault } from './found.js';
import { limitsOf } from './speeds.js';

/** Under these keys, and below them, a file keeps its points. */
const LISTS = [
  'poses',
  'points',
  'waypoints',
  'path',
  'trajectory',
  'samples',
  'states',
  'coordinates',
  'route',
  'geometry',
  'features',
  'data',
];
/** Around a place. */
const WRAPPERS = [
  'pose',
  'position',
  'point',
  'translation',
  'anchor',
  'location',
  'transform',
  'coordinates',
];

/** Of YAML, whose parser is slow: 20 000 poses. */
const MAX_MEGABYTES = 4;

/** @throws FileError */
export function posesPath(text: string, file: string): FoundPath {
  const documents = documentsIn(text, file);
  const lists =
    documents.length > 1 && documents.every((one) => placeIn(one)) ? [documents] : documents.flatMap(listsIn);
  const [list, ...others] = lists.filter((one) => one.length > 0);
  if (!list)
    throw pathFault(
      file,
      'no list of points is found; a list of x and y under `poses`, `points` or `waypoints` is wanted, or a table x_m,y_m',
    );
  if (others.length > 0)
    throw pathFault(file, `${others.length + 1} lists of points are found; leave one of them in the file`);
  return pathOf(list, file);
}

function documentsIn(text: string, file: string): readonly unknown[] {
  if (/^\s*[{[]/.test(text)) {
    try {
      return [JSON.parse(text)];
    } catch {
      // YAML tells where it is wrong, and reads lists in brackets that are no JSON.
    }
  }
  checkSize(text.length, file, MAX_MEGABYTES);
  if (opensTooMany(text)) throw pathFault(file, TOO_DEEP);
  try {
    const documents = parseAllDocuments(text);
    if ('empty' in documents) return [];
    for (const { errors } of documents) {
      const [error] = errors;
      const [place] = error?.linePos ?? [];
      if (error) throw pathFault(file, error.message.split('\n')[0] ?? '', place?.line, place?.col);
    }
    // Without aliases, which can make a small file large.
    return documents.map((one) => one.toJS({ maxAliasCount: 0 }) as unknown).filter((one) => one !== null);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw pathFault(
      file,
      error instanceof RangeError ? TOO_DEEP : `this cannot be read as YAML (${messageOf(error)})`,
    );
  }
}

/** The lists of places in a value: the outermost that is one, for each branch. */
function listsIn(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) {
    if (value.length > 0 && (placeIn(value[0]) || value.some((one) => one === '...'))) return [value];
    return value.filter((one) => Array.isArray(one) || isRecord(one)).flatMap(listsIn);
  }
  return isRecord(value) ? LISTS.flatMap((key) => (key in value ? listsIn(value[key]) : [])) : [];
}

/** What an entry of a list tells of its place. */
interface Entry {
  readonly at: Vec2 | Place;
  /** Whether the format that has it so means metres. */
  readonly metric: boolean;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

function placeIn(entry: unknown, isWrapped = false): Entry | undefined {
  if (Array.isArray(entry)) {
    const [x, y] = entry;
    return entry.length >= 2 && entry.length <= 3 && isNumber(x) && isNumber(y)
      ? { at: { x, y }, metric: false }
      : undefined;
  }
  if (!isRecord(entry)) return undefined;
  const { x, y } = entry;
  if (isNumber(x) && isNumber(y)) return { at: { x, y }, metric: isWrapped };
  const latitude = entry.latitude ?? entry.lat;
  const longitude = entry.longitude ?? entry.lon ?? entry.lng;
  if (isNumber(latitude) && isNumber(longitude)) return { at: { latitude, longitude }, metric: true };
  for (const wrapper of WRAPPERS) {
    const inner = wrapper in entry ? placeIn(entry[wrapper], true) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/** Where ROS has a speed, it is a velocity of three parts; WPILib has one number, Choreo its parts. */
function speedIn(entry: unknown): number | undefined {
  if (!isRecord(entry)) return undefined;
  const { velocity, speed, v, vx, vy } = entry;
  const told = [velocity, speed, v].find(isNumber);
  if (told !== undefined) return told;
  return isNumber(vx) && isNumber(vy) ? Math.hypot(vx, vy) : undefined;
}

function pathOf(list: readonly unknown[], file: string): FoundPath {
  const cut = list.indexOf('...');
  if (cut >= 0)
    throw pathFault(
      file,
      `the list was cut after ${cut} points by the program that printed it; print it whole: ros2 topic echo --full-length`,
    );
  const entries = list.map((one, i) => {
    const entry = placeIn(one);
    if (!entry) throw pathFault(file, `point ${i + 1} has no x and y`);
    if (!Object.values(entry.at).every(Number.isFinite))
      throw pathFault(file, `point ${i + 1} is not a finite number`);
    return entry;
  });
  const handles = list.map((one) => ({
    next: handleOf(one, 'nextControl'),
    previous: handleOf(one, 'prevControl'),
  }));
  const isCurve = handles.some(({ next, previous }) => next ?? previous);
  if (entries.some(({ at }) => 'latitude' in at))
    return onEarth(
      entries.map(({ at }) => at as Place),
      file,
    );
  const points = entries.map(({ at }) => at as Vec2);
  if (isCurve)
    return {
      points: alongHandles(points, handles),
      from: `a curve through ${points.length} waypoints by their control points`,
      metric: true,
    };
  const metric = entries.every((entry) => entry.metric) || speedIn(list[0]) !== undefined;
  const speeds = list.map(speedIn);
  const isLimited = speeds.length > 0 && speeds.every(isNumber);
  if (!isLimited)
    return { points, from: `a list of ${metric ? 'poses in metres' : 'points, taken as metres'}`, metric };
  const limits = limitsOf(speeds as number[]);
  if ('index' in limits) throw pathFault(file, `point ${limits.index + 1}: ${limits.why}`);
  return {
    points: points.map((point, i): PathPoint => ({ ...point, speed: limits[i] as number })),
    from: 'a trajectory in metres; its speeds as limits in m/s',
    metric: true,
  };
}

function onEarth(places: readonly Place[], file: string): FoundPath {
  for (const [i, place] of places.entries()) {
    const fault = placeFault(place);
    if (fault) throw pathFault(file, `point ${i + 1}: ${fault}`);
  }
  return {
    points: localMeters(places),
    from: 'latitude and longitude; as metres round its first point, x to the east',
    metric: true,
  };
}

interface Handles {
  readonly next: Vec2 | undefined;
  readonly previous: Vec2 | undefined;
}

const handleOf = (entry: unknown, key: string): Vec2 | undefined =>
  placeIn(fieldOf(entry, key))?.at as Vec2 | undefined;

/** PathPlanner's cubic Bézier curves: each waypoint has a control point on either side. */
const alongHandles = (points: readonly Vec2[], handles: readonly Handles[]): Vec2[] =>
  points.flatMap((to, i) => {
    const from = points[i - 1];
    return from ? bezier(from, handles[i - 1]?.next ?? from, handles[i]?.previous ?? to, to) : [to];
  });

/** GeoJSON has longitude first (RFC 7946). @throws FileError */
export function geoJsonPath(value: unknown, file: string): FoundPath {
  const lines = linesOf(value);
  const [line, ...others] = lines;
  if (!line) throw pathFault(file, 'there is no LineString in this GeoJSON; a path is one');
  if (others.length > 0)
    throw pathFault(file, `${lines.length} lines are in this GeoJSON; leave one of them in the file`);
  return onEarth(
    line.map((position) => {
      const [longitude, latitude] = Array.isArray(position) ? position : [];
      return { longitude: Number(longitude), latitude: Number(latitude) };
    }),
    file,
  );
}

function linesOf(value: unknown): readonly (readonly unknown[])[] {
  if (!isRecord(value)) return [];
  const { type, coordinates, geometry, features, geometries } = value;
  if (type === 'LineString' && Array.isArray(coordinates)) return [coordinates];
  if (type === 'MultiLineString' && Array.isArray(coordinates)) return coordinates.filter(Array.isArray);
  if (type === 'Feature') return linesOf(geometry);
  const inside = type === 'FeatureCollection' ? features : geometries;
  return Array.isArray(inside) ? inside.flatMap(linesOf) : [];
}
