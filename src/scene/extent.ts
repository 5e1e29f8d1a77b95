/** The part of the plane that a picture shows: all things, paths, targets and robots. */
import type { Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { FrameView, SceneView } from '../signals/view.js';
import { pathsOf, shownGoalsOf } from './goals.js';
import { locateRobots, poseOfThing, positionOfGoal } from './located.js';

export interface Extent {
  readonly low: Vec2;
  readonly high: Vec2;
}

/** A disc that must be in the picture. */
export interface ExtentDisc {
  readonly at: Vec2;
  readonly radius: Meters;
}

const discsAt = (points: readonly Vec2[], radius: Meters): readonly ExtentDisc[] =>
  points.map((at) => ({ at, radius }));

/** What of a scene is in every picture of it. */
export type DrawnScene = Pick<SceneView, 'things' | 'floor' | 'putBack'> & {
  readonly robots: readonly Pick<SceneView['robots'][number], 'mission'>[];
};

/** The discs of all that stands or moves in a scene, and of planned paths. */
export const sceneDiscs = (
  { things, floor, robots, putBack }: DrawnScene,
  frame: FrameView | null,
): readonly ExtentDisc[] => [
  ...things.flatMap((thing) => {
    if (thing.kind === 'wall') return discsAt(thing.points, 0);
    const radius = thing.kind === 'box' ? Math.hypot(...thing.size) / 2 : thing.radius;
    return discsAt([poseOfThing(thing, frame)], radius);
  }),
  ...(floor?.lines ?? []).flatMap(({ points, width }) => discsAt(points, width / 2)),
  ...discsAt([...(floor?.lamps ?? []), ...(floor?.beacons ?? []), ...(putBack ?? [])], 0),
  ...robots.flatMap(({ mission }) =>
    pathsOf(mission).flatMap(({ points, radius }) => discsAt(points, radius)),
  ),
];

/** The smallest extent that holds all discs; discs with a number that is not finite are left out. */
export function extentOfDiscs(discs: readonly ExtentDisc[]): Extent {
  const finite = discs.filter(({ at, radius }) => Number.isFinite(at.x + at.y + radius));
  if (finite.length === 0) return { low: { x: 0, y: 0 }, high: { x: 0, y: 0 } };
  // A crowd's lines have more points than a call may have arguments.
  const most = (of: (disc: ExtentDisc) => number) =>
    finite.reduce((before, disc) => Math.max(before, of(disc)), Number.NEGATIVE_INFINITY);
  return {
    low: { x: -most(({ at, radius }) => radius - at.x), y: -most(({ at, radius }) => radius - at.y) },
    high: { x: most(({ at, radius }) => at.x + radius), y: most(({ at, radius }) => at.y + radius) },
  };
}

/** At least so wide and so high, about its middle. */
export function atLeast({ low, high }: Extent, width: Meters, height: Meters): Extent {
  const x = Math.max(0, width - (high.x - low.x)) / 2;
  const y = Math.max(0, height - (high.y - low.y)) / 2;
  return { low: { x: low.x - x, y: low.y - y }, high: { x: high.x + x, y: high.y + y } };
}

/** The smallest extent to show. */
const MIN_EXTENT: Meters = 1.2;
/** Room round a target. */
const TARGET_ROOM: Meters = 0.1;

/** The extent of all things, paths, targets and robots. */
export function extentOf(scene: SceneView, frame: FrameView | null): Extent {
  const goals = frame ? scene.robots.flatMap(({ mission }) => shownGoalsOf(mission)) : [];
  const targets = goals.flatMap((goal) => {
    const at = goal.kind === 'point' ? goal.at : frame && positionOfGoal(goal, scene, frame);
    return at ? [{ at, radius: TARGET_ROOM }] : [];
  });
  const robots = frame ? locateRobots(scene, frame) : [];
  const discs = [
    ...sceneDiscs(scene, frame),
    ...targets,
    ...robots.map(({ pose, view }) => ({ at: pose, radius: 2 * view.radius })),
  ];
  return atLeast(extentOfDiscs(discs), MIN_EXTENT, MIN_EXTENT);
}

/** Wider by a share of its size on every side. */
export function widened({ low, high }: Extent, share: number): Extent {
  const x = (high.x - low.x) * share;
  const y = (high.y - low.y) * share;
  return { low: { x: low.x - x, y: low.y - y }, high: { x: high.x + x, y: high.y + y } };
}
