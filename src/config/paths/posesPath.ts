/**
 * A path as YAML or JSON: lists of poses and places, as ROS' messages (`nav_msgs/Path`, `geometry_msgs/PoseArray`, a stream of
 * `nav_msgs/Odometry`), WPILib's, Choreo's and PathPlanner's files, pandas and plain lists have them.
 */
import { parseAllDocuments } from 'yaml';
import type { Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { FileError, messageOf } from '../../validation/errors.js';
import { fieldOf, isRecord, listOf } from '../../validation/values.js';
import { otherKind } from '../fileKind.js';
import { checkSize } from '../yaml/sourceText.js';
import { opensTooMany, TOO_DEEP } from '../yaml/yamlStructure.js';
import { columnOf, lengthUnit } from './columns.js';
import { bezier } from './curves.js';
import { type EarthPlace, earthFault, localMeters } from './earth.js';
import { type FoundPath, inFileUnit, type PathPoint, pathFault } from './found.js';
import { isFlat, isNumber, listsIn, placeIn, speedIn } from './places.js';
import { refuseOtherShapes } from './poseDoubts.js';
import { remarkWithUnit } from './remarks.js';
import { IMPLAUSIBLE_SPEED, limitsOf } from './speeds.js';
import { tablePath } from './tablePath.js';

/** Of YAML, whose parser is slow: 20 000 poses. */
const MAX_MEGABYTES = 4;

const NO_POINTS =
  'no list of points is found; a list of x and y under `poses`, `points` or `waypoints` is wanted, or a table x_m,y_m';

/** @param unit of numbers that say none. @throws FileError */
export function posesPath(text: string, file: string, unit?: Meters): FoundPath {
  const documents = documentsIn(text, file);
  const [whole] = documents;
  for (const document of documents) refuseOtherShapes(document, file);
  const table = documents.length === 1 ? asTable(whole) : undefined;
  if (table !== undefined) return tablePath(table, file, unit);
  const each = documents.map((one) => (placeIn(one) ? [one] : listsIn(one).flat()));
  const isStream = documents.length > 1 && each.every((list) => list.length === 1);
  const lists = isStream ? [each.flat()] : documents.flatMap(listsIn);
  const [list, ...others] = lists.filter((one) => one.length > 0);
  if (!list) throw pathFault(file, otherKind(whole, file, 'path') ?? NO_POINTS);
  if (others.length > 0)
    throw pathFault(file, `${others.length + 1} lists of points are found; leave one of them in the file`);
  const said = unitIn(whole, file);
  const remark = remarkWithUnit(text);
  if (said === undefined && unit === undefined && remark !== undefined)
    throw pathFault(file, 'this remark says a unit; say it as a key, such as unit: mm', remark);
  mustBeOne(documents, file);
  if (said !== undefined && unit !== undefined)
    throw pathFault(file, '--unit: the file says its unit; leave it out');
  if (list.every(isFlat)) {
    const found = tablePath(tableOfRecords(list), file, said ?? unit);
    return said === undefined ? found : inFileUnit(found, said);
  }
  return pathOf(list, file, { said, given: unit });
}

/** `units: cm`, however deep it stands. @throws FileError for units of something else, or for several */
function unitIn(value: unknown, file: string): Meters | undefined {
  const said = new Map(saidUnits(value, '').map(([key, word]) => [word.toLowerCase(), key]));
  const [first, ...others] = said;
  if (!first) return undefined;
  const [word, key] = first;
  const unit = lengthUnit(word);
  if (unit !== undefined && others.length === 0 && !/speed|velocity|angle/i.test(key)) return unit;
  throw pathFault(
    file,
    `${key}: ${word} is not applied; write the numbers in metres and metres a second, and leave the units out`,
  );
}

const MAX_DEPTH = 5;

/** Keys that tell units, with what they say; of a list those of its first entry. */
function saidUnits(
  value: unknown,
  around: string,
  depth = 0,
): readonly (readonly [key: string, word: string])[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return saidUnits(value[0], around, depth + 1);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const whole = `${around}${key}`;
    if (typeof inner === 'string') return /unit/i.test(whole) ? [[whole, inner] as const] : [];
    return saidUnits(inner, /unit/i.test(key) ? `${key}.` : around, depth + 1);
  });
}

/** Columns beside each other, as pandas writes them: `{ columns, data }`, or a list for each name. */
function asTable(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const { columns, data } = value;
  if (Array.isArray(columns) && Array.isArray(data)) return linesOf([columns, ...data.map(listOf)]);
  const lists = Object.entries(value).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].every(isNumber),
  );
  const [first, ...others] = lists;
  if (!first || others.length === 0 || !lists.some(([name]) => columnOf(name))) return undefined;
  const same = lists.filter(([, list]) => list.length === first[1].length);
  return linesOf([same.map(([name]) => name), ...first[1].map((_, i) => same.map(([, list]) => list[i]))]);
}

function tableOfRecords(list: readonly unknown[]): string {
  const keys = new Set(list.flatMap((one) => Object.keys(one as object)));
  const names = [...keys].filter((name) => !/unit/i.test(name));
  const field = (value: unknown) =>
    typeof value === 'number' ? value : String(value ?? '').replace(/[,\n]/g, ' ');
  return linesOf([names, ...list.map((one) => names.map((name) => field(fieldOf(one, name))))]);
}

/** @throws FileError where a stream holds the transforms of several frames */
function mustBeOne(documents: readonly unknown[], file: string): void {
  const transforms = documents.flatMap((one) => listOf(fieldOf(one, 'transforms')));
  const frames = new Set(
    transforms.map(
      (one) => `${fieldOf(fieldOf(one, 'header'), 'frame_id')} → ${fieldOf(one, 'child_frame_id')}`,
    ),
  );
  if (frames.size > 1)
    throw pathFault(
      file,
      `transforms of several frames are mixed (${[...frames].slice(0, 3).join(', ')}); leave those of one in the file`,
    );
}

const linesOf = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => row.join(',')).join('\n');

function documentsIn(text: string, file: string): readonly unknown[] {
  if (/^\s*[{[]/.test(text)) {
    try {
      return [JSON.parse(text)];
    } catch {
      // YAML tells where it is wrong, and reads lists in brackets that are no JSON.
    }
  }
  const lines = jsonLines(text);
  if (lines) return lines;
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

/** A JSON value in each line; undefined if they are not. */
function jsonLines(text: string): readonly unknown[] | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
    return lines.map((line) => JSON.parse(line) as unknown);
  } catch {
    return undefined;
  }
}

/** The size of the numbers: what the file says, or what is given. */
interface Units {
  readonly said: Meters | undefined;
  readonly given: Meters | undefined;
}

function pathOf(list: readonly unknown[], file: string, { said, given }: Units): FoundPath {
  const cut = list.indexOf('...');
  if (cut >= 0)
    throw pathFault(
      file,
      `the list was cut after ${cut} points by the program that printed it; print it whole: ros2 topic echo --full-length`,
    );
  const entries = list.map((one, i) => {
    const entry = placeIn(one);
    if (!entry)
      throw pathFault(
        file,
        `point ${i + 1} is not two numbers, x and y; of three or more it is not known which they are: write a table, x_m,y_m`,
      );
    if (!Object.values(entry.at).every(Number.isFinite))
      throw pathFault(file, `point ${i + 1} is not a finite number`);
    return entry;
  });
  if (entries.some(({ at }) => 'latitude' in at))
    return onEarth(
      entries.map(({ at }) => at as EarthPlace),
      file,
    );
  const points = entries.map(({ at }) => at as Vec2);
  const handles = list.map((one) => ({
    next: handleOf(one, 'nextControl'),
    previous: handleOf(one, 'prevControl'),
  }));
  if (handles.some(({ next, previous }) => next ?? previous))
    return {
      points: alongHandles(points, handles),
      from: `a curve through ${points.length} waypoints by their control points`,
      metric: true,
    };
  // (Choreo's and WPILib's samples have a time and a speed of their own, and are in metres.)
  const isSampled = list.every(
    (one) => isRecord(one) && isNumber(one.t ?? one.time) && speedIn(one) !== undefined,
  );
  const metric = isSampled || entries.every((entry) => entry.metric);
  if (metric && given !== undefined) throw pathFault(file, '--unit: these poses are in metres; leave it out');
  const unit = said ?? 1;
  const speeds = list.map(speedIn);
  const isLimited = speeds.every(isNumber);
  const words = metric
    ? 'a list of poses in metres'
    : said === undefined
      ? 'a list of points, taken as metres'
      : 'a list of points';
  if (!isLimited)
    return {
      points: points.map(({ x, y }) => ({ x: x * unit, y: y * unit })),
      from: words,
      metric: metric || said !== undefined,
    };
  if (said !== undefined || given !== undefined)
    throw pathFault(file, 'its speeds say no unit; write a table instead, such as x_mm,y_mm,v_mmps');
  const limits = limitsOf(speeds as number[]);
  if ('index' in limits) throw pathFault(file, `point ${limits.index + 1}: ${limits.why}`);
  if (limits.some((speed) => speed > IMPLAUSIBLE_SPEED))
    throw pathFault(
      file,
      'its speeds are fast for metres a second; write a table instead, such as x_m,y_m,v_kmh',
    );
  return {
    points: points.map((point, i): PathPoint => ({ ...point, speed: limits[i] as number })),
    from: `${metric ? 'a trajectory in metres' : words}; its speeds as limits in m/s`,
    metric,
  };
}

export function onEarth(places: readonly EarthPlace[], file: string): FoundPath {
  for (const [i, place] of places.entries()) {
    const fault = earthFault(place);
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
  placeIn(fieldOf(entry, key), key)?.at as Vec2 | undefined;

/** PathPlanner's cubic Bézier curves: each waypoint has a control point on either side. */
const alongHandles = (points: readonly Vec2[], handles: readonly Handles[]): Vec2[] =>
  points.flatMap((to, i) => {
    const from = points[i - 1];
    return from ? bezier(from, handles[i - 1]?.next ?? from, handles[i]?.previous ?? to, to) : [to];
  });
