/**
 * The same mission with another goal: its points move there; without points it gets one after its avoiding behaviors.
 */
import { missionSchema } from '../config/mission/missionSchema.js';
import { distance, type Vec2 } from '../math/geometry.js';
import { leavesOf } from '../signals/missionTree.js';
import {
  avoids,
  goalsOf,
  hasNodes,
  type LeafSpec,
  type MissionSpec,
  missionBehavior,
  type OwnBehaviors,
} from '../steering/mission.js';
import { messageOf } from '../validation/errors.js';

function withLeaves(spec: MissionSpec, change: (leaf: LeafSpec) => LeafSpec): MissionSpec {
  if (!('children' in spec)) return change(spec);
  const children = spec.children.map((child) => ({ ...child, mission: withLeaves(child.mission, change) }));
  return { ...spec, children };
}

const withParameter = (leaf: LeafSpec, name: string, value: unknown): LeafSpec => ({
  ...leaf,
  parameters: { ...leaf.parameters, [name]: value },
});

/** Whether the mission follows the pointer. */
export const followsPointer = (spec: MissionSpec): boolean => pointerOf(spec) !== undefined;

/** The pointer's place in the mission, before an operator moves it. */
export function pointerOf(spec: MissionSpec): Vec2 | undefined {
  for (const { parameters } of leavesOf(spec)) {
    const { target } = parameters as { target?: { pointer?: readonly [number, number] } };
    const [x, y] = target?.pointer ?? [];
    if (x !== undefined && y !== undefined) return { x, y };
  }
  return undefined;
}

/** News of a goal that an operator gave. */
export const goalWords = ({ x, y }: Vec2): string => `goal: ${x.toFixed(2)}, ${y.toFixed(2)} m`;

/** News of a path that an operator gave. */
export const pathWords = (path: readonly Vec2[]): string => `path of ${path.length} points`;

/** @returns why not, where there is no such mission */
export function goingTo(spec: MissionSpec, { x, y }: Vec2, own: OwnBehaviors = {}): MissionSpec | string {
  const named = leavesOf(spec).filter(({ parameters }) => Array.isArray(parameters.target));
  // Behaviors that go to their point; others use a point for something else.
  const going = named.filter((leaf) => goalsOf(leaf).length > 0);
  const moved = going.length > 0 ? going : named;
  // A story has places of its own: an operator's goal takes its place.
  if (moved.length === 0 || hasNodes(spec))
    return afterAvoiding(spec, readMission({ arrive: { target: [x, y] } }, own), own);
  const change = (leaf: LeafSpec) => (moved.includes(leaf) ? withParameter(leaf, 'target', [x, y]) : leaf);
  return checked(withLeaves(spec, change), own);
}

/** @returns why not, where there is no such mission */
export function following(
  spec: MissionSpec,
  points: readonly Vec2[],
  own: OwnBehaviors = {},
): MissionSpec | string {
  const apart = points.filter((point, i) => i === 0 || distance(point, points[i - 1] ?? point) > 0);
  const read = readMission({ followPath: { path: apart.map(({ x, y }) => [x, y]) } }, own);
  if (typeof read === 'string') return read;
  const follows = ({ behavior }: LeafSpec) => behavior === 'followPath';
  if (!leavesOf(spec).some(follows) || hasNodes(spec)) return afterAvoiding(spec, read, own);
  const [path] = leavesOf(read).map(({ parameters }) => parameters.path);
  const change = (leaf: LeafSpec) => (follows(leaf) ? withParameter(leaf, 'path', path) : leaf);
  return checked(withLeaves(spec, change), own);
}

function readMission(mission: object, own: OwnBehaviors): MissionSpec | string {
  const { data, error } = missionSchema(own).safeParse(mission);
  return data ?? error?.issues[0]?.message ?? 'there is no such mission';
}

function afterAvoiding(
  spec: MissionSpec,
  wanted: MissionSpec | string,
  own: OwnBehaviors,
): MissionSpec | string {
  const avoiding = leavesOf(spec).filter(avoids);
  if (typeof wanted === 'string' || avoiding.length === 0) return wanted;
  const children = [...avoiding, wanted].map((mission) => ({ mission }));
  return checked({ behavior: 'prioritize', children }, own);
}

/** A mission that cannot be built is never given to a robot. */
function checked(spec: MissionSpec, own: OwnBehaviors): MissionSpec | string {
  try {
    missionBehavior(spec, own);
    return spec;
  } catch (error) {
    return messageOf(error);
  }
}
