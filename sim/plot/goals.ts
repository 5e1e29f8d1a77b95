/** The goals of a mission, read from its parameters: paths and fixed targets for a picture. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import { leavesOf, type MissionSpec } from '../../src/signals/missionTree.js';

export interface PlottedPath {
  readonly points: readonly Vec2[];
  /** Half the width of the path's band; 0 for a bare line. */
  readonly radius: Meters;
  /** Its last point is joined to the first. */
  readonly loop: boolean;
}

export interface FixedTarget {
  readonly at: Vec2;
  readonly within: Meters;
}

const asNumber = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** `[x, y]` or `{ x, y }`; anything else, or a number that is not finite, is no point. */
function asPoint(value: unknown): Vec2 | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const [x, y] = Array.isArray(value) ? value : 'x' in value && 'y' in value ? [value.x, value.y] : [];
  const point = { x: asNumber(x), y: asNumber(y) };
  return Number.isFinite(point.x) && Number.isFinite(point.y) ? point : undefined;
}

const asPoints = (value: unknown): Vec2[] =>
  Array.isArray(value) ? value.flatMap((entry) => asPoint(entry) ?? []) : [];

const positive = (value: unknown): number => {
  const number = asNumber(value);
  return Number.isFinite(number) && number > 0 ? number : 0;
};

/** The paths that a mission follows. */
export const plottedPathsOf = (mission: MissionSpec): PlottedPath[] =>
  leavesOf(mission)
    .filter(({ behavior }) => behavior === 'followPath')
    .map(({ parameters }) => ({
      points: asPoints(parameters.path ?? parameters.points),
      radius: positive(parameters.radius),
      loop: parameters.loop === true,
    }))
    .filter(({ points }) => points.length > 1);

/** The fixed points that a mission seeks or arrives at; moving targets have none. */
export const targetsOf = (mission: MissionSpec): FixedTarget[] =>
  leavesOf(mission)
    .filter(({ behavior }) => behavior === 'seek' || behavior === 'arrive')
    .flatMap(({ parameters }) => {
      const { target } = parameters;
      const pointer = typeof target === 'object' && target !== null && 'pointer' in target;
      const at = asPoint(pointer ? target.pointer : target);
      return at ? [{ at, within: positive(parameters.within) }] : [];
    });
