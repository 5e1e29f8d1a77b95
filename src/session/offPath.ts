/** How far off its path each robot is: on the part of the path that it has come to. */
import { cross, distance, sub, type Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { MissionSpec } from '../signals/missionTree.js';
import { leavesOf } from '../signals/missionTree.js';
import { Path } from '../steering/paths/path.js';
import { alongPath, SEARCH_WINDOW } from '../steering/paths/pathProgress.js';

interface Followed {
  readonly mission: MissionSpec;
  /** The path of the mission as text: a mission whose other numbers were tuned goes on along it. */
  readonly words: string;
  readonly path: Path;
  readonly along: ReturnType<typeof alongPath>;
}

/** Farther from one frame to the next it was put somewhere else, and begins anew. */
const JUMP: Meters = 1;
/** Farther off it does not follow the path. */
const FAR: Meters = 0.5;
/** A robot that is shown less often is followed on the straight line between. */
const STEP: Meters = SEARCH_WINDOW / 2;

/** The robots of a run, each of which is shown from time to time. */
export class OffPath {
  readonly #followed = new Map<string, Followed | undefined>();
  readonly #shown = new Map<string, Vec2>();

  /** Distance to its path, left of it positive; undefined if the robot's mission follows no path. */
  of(robot: string, mission: MissionSpec, at: Vec2): Meters | undefined {
    const last = this.#shown.get(robot) ?? at;
    this.#shown.set(robot, at);
    const from = distance(last, at) < JUMP ? last : at;
    const followed = this.#pathOf(robot, mission, from !== last);
    if (!followed) return undefined;
    const { path, along } = followed;
    const steps = Math.max(1, Math.ceil(distance(from, at) / STEP));
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      along.follow(from.x + share * (at.x - from.x), from.y + share * (at.y - from.y));
    }
    const off = cross(path.directionAt(along.progress), sub(at, path.at(along.progress)));
    const away = distance(at, path.at(along.progress));
    if (away <= FAR) return off;
    // It has left that part of the path: it may be on another one.
    const { progress, point } = path.project(at);
    return cross(path.directionAt(progress), sub(at, point));
  }

  #pathOf(robot: string, mission: MissionSpec, jumped: boolean): Followed | undefined {
    const before = this.#followed.get(robot);
    if (before?.mission === mission && !jumped) return before;
    const now = followedIn(mission);
    const isDone = before && before.path.length - before.along.progress < STEP;
    const goesOn = now && before?.words === now.words && !isDone && !jumped;
    const kept = goesOn ? { ...before, mission } : now;
    this.#followed.set(robot, kept);
    return kept;
  }
}

function followedIn(mission: MissionSpec): Followed | undefined {
  const given = leavesOf(mission).find(({ behavior }) => behavior === 'followPath')?.parameters ?? {};
  const { path: points, loop = false } = given as {
    readonly path?: readonly (readonly [Meters, Meters])[];
    readonly loop?: boolean;
  };
  if (!points) return undefined;
  const path = new Path(
    points.map(([x, y]) => ({ x, y })),
    loop,
  );
  return { mission, words: JSON.stringify([points, loop]), path, along: alongPath(path, loop) };
}
