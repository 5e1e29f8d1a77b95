/** Where the values of YAML and JSON files keep places, and what they tell of them. */
import type { Vec2 } from '../../math/geometry.js';
import { isRecord } from '../../validation/values.js';
import type { EarthPlace } from './earth.js';
import { namesPlaces } from './layout.js';

/** Under these keys, and below them, a file keeps its points. */
const LISTS = [
  ...[
    'poses',
    'points',
    'waypoints',
    'path',
    'trajectory',
    'samples',
    'states',
    'route',
    'coordinates',
    'polygon',
    'transforms',
  ],
  ...['data', 'message', 'msg', 'nav_msgs/Path'],
];
/** Around a place. */
const WRAPPERS = [
  'pose',
  'position',
  'point',
  'translation',
  'anchor',
  'anchorPoint',
  'location',
  'transform',
  'coordinates',
];
/** What is beside or around a place that means metres: ROS (REP 103), WPILib, PathPlanner. */
const METRIC = ['pose', 'translation', 'anchor', 'anchorPoint', 'orientation', 'rotation', 'quaternion'];

/** The lists of places in a value: the outermost that is one, for each branch. */
export function listsIn(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) {
    if (value.length > 0 && (placeIn(value[0]) || isFlat(value[0]) || value.some((one) => one === '...')))
      return [value];
    return value.filter((one) => Array.isArray(one) || isRecord(one)).flatMap(listsIn);
  }
  if (!isRecord(value)) return [];
  const named = Object.values(value);
  // As RViz keeps waypoints: waypoint0, waypoint1 …
  if (named.length > 1 && named.every((one) => isRecord(one) && placeIn(one))) return [named];
  return LISTS.flatMap((key) => (key in value ? listsIn(value[key]) : []));
}

/** Of names, numbers and words alone, two of them a place: read by its names, as a line of a table is. */
export const isFlat = (entry: unknown): boolean =>
  isRecord(entry) &&
  Object.values(entry).every((value) => value === null || typeof value !== 'object') &&
  namesPlaces(Object.keys(entry));

/** What an entry of a list tells of its place. */
export interface FoundPlace {
  readonly at: Vec2 | EarthPlace;
  /** Whether the format that has it so means metres. */
  readonly metric: boolean;
}

export const isNumber = (value: unknown): value is number => typeof value === 'number';

/** @param wrapper the key that it is under */
export function placeIn(entry: unknown, wrapper = ''): FoundPlace | undefined {
  const isMetric = METRIC.includes(wrapper);
  if (Array.isArray(entry)) {
    const [x, y] = entry;
    const isPoint = entry.length === 2 || wrapper !== '';
    return isPoint && isNumber(x) && isNumber(y) ? { at: { x, y }, metric: isMetric } : undefined;
  }
  if (!isRecord(entry)) return undefined;
  const { x, y } = entry;
  if (isNumber(x) && isNumber(y)) return { at: { x, y }, metric: isMetric };
  const latitude = entry.latitude ?? entry.lat;
  const longitude = entry.longitude ?? entry.lon ?? entry.lng;
  if (isNumber(latitude) && isNumber(longitude)) return { at: { latitude, longitude }, metric: true };
  const beside = METRIC.some((key) => key in entry);
  for (const key of WRAPPERS) {
    const inner = key in entry ? placeIn(entry[key], key) : undefined;
    if (inner) return { ...inner, metric: inner.metric || beside || isMetric };
  }
  return undefined;
}

/** ROS has velocities of three parts, which are none of the path's; WPILib has one number, Choreo its parts. */
export function speedIn(entry: unknown): number | undefined {
  if (!isRecord(entry)) return undefined;
  const { velocity, speed, v, vx, vy, vl, vr } = entry;
  const told = [velocity, speed, v].find(isNumber);
  if (told !== undefined) return told;
  if (isNumber(vl) && isNumber(vr)) return (vl + vr) / 2;
  return isNumber(vx) && isNumber(vy) ? Math.hypot(vx, vy) : undefined;
}
