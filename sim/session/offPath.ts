/** How far a robot is off the path that it follows. */
import { cross, sub, type Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import type { MissionSpec } from '../../src/signals/missionTree.js';
import { Path } from '../../src/steering/paths/path.js';
import { leavesOf } from './retarget.js';

/** Made once for each mission. */
const paths = new WeakMap<MissionSpec, Path | null>();

function pathOf(mission: MissionSpec): Path | null {
  const known = paths.get(mission);
  if (known !== undefined) return known;
  const { path, loop } = (leavesOf(mission).find(({ behavior }) => behavior === 'followPath')?.parameters ??
    {}) as {
    path?: readonly (readonly [number, number])[];
    loop?: boolean;
  };
  const points = path?.map(([x, y]) => ({ x, y }));
  const made = points ? new Path(points, loop) : null;
  paths.set(mission, made);
  return made;
}

/** To the nearest point of the path, left of it positive; undefined where the mission follows none. */
export function offPath(mission: MissionSpec, at: Vec2): Meters | undefined {
  const path = pathOf(mission);
  if (!path) return undefined;
  const { progress, point, distance } = path.project(at);
  return cross(path.directionAt(progress), sub(at, point)) < 0 ? -distance : distance;
}
