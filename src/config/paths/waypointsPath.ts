/**
 * Missions of ArduPilot, Mission Planner and QGroundControl: the waypoint file (`QGC WPL 110`) and the plan (`.plan`, JSON).
 * Source: MAVLink's file formats and its common message set (MAV_CMD, MAV_FRAME).
 */
import { fieldOf, isRecord, listOf } from '../../validation/values.js';
import { type EarthPlace, earthFault, localMeters } from './earth.js';
import { type FoundPath, type PathPoint, pathFault } from './found.js';
import { limitsOf } from './speeds.js';

export const isWaypointFile = (text: string): boolean => /^\s*QGC WPL \d+/.test(text);

export const isPlan = (value: unknown): boolean =>
  fieldOf(value, 'fileType') === 'Plan' && isRecord(fieldOf(value, 'mission'));

interface Item {
  readonly line: number;
  readonly frame: number;
  readonly command: number;
  readonly speed: number;
  readonly place: EarthPlace;
}

/** MAV_CMD_NAV_… of a place: waypoint, loiter, land, take off, spline. */
const PLACES = new Set([16, 17, 18, 19, 21, 22, 82]);
const WAYPOINT = 16;
const CHANGE_SPEED = 178;
/** MAV_FRAME_GLOBAL…: latitude and longitude. */
const GLOBAL_FRAMES = new Set([0, 3, 5, 6, 10, 11]);

/** @throws FileError */
export function waypointFile(text: string, file: string): FoundPath {
  const items = text.split(/\r\n|\n|\r/).flatMap((line, i): Item[] => {
    const fields = line.trim().split(/\s+/);
    if (i === 0 || line.trim() === '') return [];
    const numbers = fields.map(Number);
    if (numbers.length !== 12 || !numbers.every(Number.isFinite))
      throw pathFault(
        file,
        '12 numbers are wanted: index, current, frame, command, four parameters, latitude, longitude, altitude, autocontinue',
        i + 1,
      );
    const [, , frame = 0, command = 0, , speed = 0, , , latitude = 0, longitude = 0] = numbers;
    return [{ line: i + 1, frame, command, speed, place: { latitude, longitude } }];
  });
  // ArduPilot keeps home as item 0: an absolute waypoint, where it is armed, that is not driven to.
  const [first] = items;
  const hasHome = items.length > 1 && first?.command === WAYPOINT && first.frame === 0;
  return driven(hasHome ? items.slice(1) : items, file, hasHome ? '; home is left out' : '');
}

/** @throws FileError */
export function planFile(value: unknown, file: string): FoundPath {
  const items = listOf(fieldOf(fieldOf(value, 'mission'), 'items')).map((item): Item => {
    const params = listOf(fieldOf(item, 'params')).map(Number);
    const command = Number(fieldOf(item, 'command'));
    if (!Number.isFinite(command) || params.length < 7)
      throw pathFault(
        file,
        'a survey or another pattern is no path; a mission of simple items is wanted: convert it in QGroundControl',
      );
    const [, speed = 0, , , latitude = 0, longitude = 0] = params;
    return { line: 1, frame: Number(fieldOf(item, 'frame')), command, speed, place: { latitude, longitude } };
  });
  return driven(items, file, '');
}

function driven(items: readonly Item[], file: string, remark: string): FoundPath {
  const places: EarthPlace[] = [];
  const speeds: (number | undefined)[] = [];
  const others = new Set<number>();
  let speed: number | undefined;
  for (const { line, frame, command, speed: changed, place } of items) {
    if (command === CHANGE_SPEED && changed > 0) speed = changed;
    else if (!PLACES.has(command)) others.add(command);
    else if (place.latitude !== 0 || place.longitude !== 0) {
      const fault = earthFault(place);
      if (!GLOBAL_FRAMES.has(frame))
        throw pathFault(
          file,
          `frame ${frame} is not latitude and longitude (0, 3, 6 or 10), which is read`,
          line,
        );
      if (fault) throw pathFault(file, fault, line);
      places.push(place);
      speeds.push(speed);
    }
  }
  const left = others.size > 0 ? `; not used: commands ${[...others].join(', ')}` : '';
  const from = `a mission's waypoints; as metres round its first point, x to the east${remark}${left}`;
  return { points: limited(localMeters(places), speeds), from, metric: true };
}

/** A speed holds from where it is changed; before that there is no limit, so the first holds there, too. */
function limited(
  points: readonly PathPoint[],
  speeds: readonly (number | undefined)[],
): readonly PathPoint[] {
  const first = speeds.find((speed) => speed !== undefined);
  if (first === undefined) return points;
  const limits = limitsOf(speeds.map((speed) => speed ?? first));
  return 'index' in limits ? points : points.map((point, i) => ({ ...point, speed: limits[i] as number }));
}
