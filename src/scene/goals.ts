/** The targets and paths that a mission's parameters name. */
import type { Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import { type LeafSpec, leavesOf, type MissionSpec } from '../signals/missionTree.js';

/** A target that a behavior steers by; `avoided`: away from it. */
export type ShownGoal = { readonly within: Meters; readonly avoided: boolean } & (
  | { readonly kind: 'point' | 'pointer'; readonly at: Vec2 }
  | { readonly kind: 'mover' | 'robot'; readonly id: string }
);

export interface PlannedPath {
  readonly points: readonly Vec2[];
  /** Half the width of its band; 0 for a plain line. */
  readonly radius: Meters;
  /** Its last point is joined to the first. */
  readonly loop: boolean;
}

/** Parameters that name a target; `between` names two. */
const TARGET_PARAMETERS = ['target', 'leader', 'from'];
const AVOIDING_BEHAVIORS = ['flee', 'evade', 'hide'];

const positiveOrZero = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

/** `[x, y]` or `{ x, y }`; anything else, or a number that is not finite, is no point. */
function parsePoint(value: unknown): Vec2 | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const [x, y] = Array.isArray(value) ? value : 'x' in value && 'y' in value ? [value.x, value.y] : [];
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined;
}

type GoalPlace = { kind: 'point' | 'pointer'; at: Vec2 } | { kind: 'mover' | 'robot'; id: string };

function parseGoalPlace(value: unknown): GoalPlace | undefined {
  const point = parsePoint(value);
  if (point) return { kind: 'point', at: point };
  if (typeof value !== 'object' || value === null) return undefined;
  if ('mover' in value && typeof value.mover === 'string') return { kind: 'mover', id: value.mover };
  if ('robot' in value && typeof value.robot === 'string') return { kind: 'robot', id: value.robot };
  const at = 'pointer' in value ? parsePoint(value.pointer) : undefined;
  return at && { kind: 'pointer', at };
}

function goalsOfLeaf({ behavior, parameters }: LeafSpec): ShownGoal[] {
  const { between, within, points } = parameters;
  const values = [
    ...TARGET_PARAMETERS.map((name) => parameters[name]),
    ...(Array.isArray(between) ? between : []),
    ...(behavior === 'patrol' && Array.isArray(points) ? points : []),
  ];
  const avoided = AVOIDING_BEHAVIORS.includes(behavior);
  return values.flatMap((value) => {
    const place = parseGoalPlace(value);
    return place ? [{ ...place, within: positiveOrZero(within), avoided }] : [];
  });
}

/** Every target of a mission, in the order of its leaves. */
export const shownGoalsOf = (mission: MissionSpec): readonly ShownGoal[] =>
  leavesOf(mission).flatMap(goalsOfLeaf);

/** The paths that a mission follows. */
export const pathsOf = (mission: MissionSpec): readonly PlannedPath[] =>
  leavesOf(mission).flatMap(({ behavior, parameters: { path, points: given, radius, loop } }) => {
    const list = path ?? given;
    if (behavior !== 'followPath' || !Array.isArray(list)) return [];
    const points = list.flatMap((point) => parsePoint(point) ?? []);
    return points.length > 1 ? [{ points, radius: positiveOrZero(radius), loop: loop === true }] : [];
  });

/** Removes duplicates: a crowd's robots share targets. */
export function distinct<T>(values: readonly T[]): T[] {
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...byText.values()];
}
