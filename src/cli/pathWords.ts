/** What is said of paths before they are driven: what was read of a file, and where a path begins. */
import { dirname } from 'node:path';
import { loadFoundPath } from '../config/loadDefinition.js';
import { mapsIn } from '../config/mission/missionFile.js';
import { saidOf } from '../config/paths/pathFile.js';
import { distance, type Pose, type Vec2, wrapAngle } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { MissionSpec } from '../steering/mission.js';
import { fieldOf, listOf } from '../validation/values.js';

/** `course.csv: 412 points, 12.3 m, from x (mm), y (mm)`, for each path file that missions in a file's value name. */
export function pathsSaid(value: unknown, file: string): readonly string[] {
  const names = [...mapsIn(value, [])].map(({ map }) => fieldOf(map.followPath, 'path'));
  const from = dirname(file);
  return [...new Set(names)]
    .filter((name) => typeof name === 'string')
    .map((name) => `${name}: ${saidOf(loadFoundPath(name, { from }))}`);
}

/** The points of the path that a mission follows first. */
export function firstPath(mission: MissionSpec): readonly Vec2[] | undefined {
  if ('children' in mission)
    return mission.children.map((child) => firstPath(child.mission)).find((path) => path !== undefined);
  if (mission.behavior !== 'followPath') return undefined;
  return listOf(fieldOf(mission.parameters, 'path')).map((at) => {
    const [x, y] = listOf(at).map(Number);
    return { x: x ?? 0, y: y ?? 0 };
  });
}

/** A robot stands on the begin of its path, if it is not farther off. */
const NEAR: Meters = 0.1;

/** Undefined if the mission's first path begins where the robot stands, or if it follows none. */
export function beginsElsewhere(mission: MissionSpec, pose: Pose): string | undefined {
  const [first] = firstPath(mission) ?? [];
  const far = first ? distance(first, pose) : 0;
  if (!first || far <= NEAR) return undefined;
  const bearing = wrapAngle(Math.atan2(first.y - pose.y, first.x - pose.x) - pose.heading);
  const degrees = Math.round((Math.abs(bearing) * 180) / Math.PI);
  const side = bearing > 0 ? 'left' : 'right';
  const where =
    degrees === 0 ? 'straight ahead' : degrees === 180 ? 'straight behind' : `${degrees}° to the ${side}`;
  return `the path begins ${Number(far.toPrecision(3))} m away, ${where}; it drives there first`;
}
