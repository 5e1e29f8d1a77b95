/** The ground of a scene and what stands on it: tape, lamps, beacons, planned paths, walls, obstacles, movers; and targets. */
import type { Pose, Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { FloorView, SceneView, ThingView } from '../signals/view.js';
import { distinct, pathsOf, type ShownGoal } from './goals.js';
import type { Piece, Shape } from './shapes.js';

const circlesAt = (places: readonly Vec2[], radius: Meters): readonly Piece[] =>
  places.map((at) => ({ kind: 'circle', at, radius }));

const lineOf = (points: readonly Vec2[]): Piece => ({ kind: 'line', points });

/** Radius of a lamp, and of the inner of a beacon's two rings [pixels]: in the world they have no size. */
const LAMP_RADIUS = 6;
const RING_RADIUS = 4;

export const floorShapes = ({ lines, lamps, beacons }: FloorView, px: Meters): readonly Shape[] => [
  ...lines.map(
    ({ points, width }): Shape => ({ pieces: [lineOf(points)], stroke: 'tape', width, round: 'corners' }),
  ),
  { pieces: circlesAt(lamps, LAMP_RADIUS * px), fill: 'warning', stroke: 'ink', width: 0.8 * px },
  {
    pieces: [1, 2].flatMap((n) => circlesAt(beacons, n * RING_RADIUS * px)),
    stroke: 'ink',
    width: 1.5 * px,
  },
];

/** Planned paths with their bands; robots that share one have it once. */
export const pathShapes = (
  { robots }: { readonly robots: readonly Pick<SceneView['robots'][number], 'mission'>[] },
  px: Meters,
): readonly Shape[] =>
  distinct(robots.flatMap(({ mission }) => pathsOf(mission))).flatMap(
    ({ points, radius }): readonly Shape[] => [
      ...(radius > px
        ? [{ pieces: [lineOf(points)], stroke: 'band', width: 2 * radius, round: true } as const]
        : []),
      { pieces: [lineOf(points)], ...pathLook(px) },
    ],
  );

export const pathLook = (px: Meters) =>
  ({ stroke: 'path', width: 1.5 * px, dashes: [7 * px, 5 * px] }) as const;

/** The area where arrived robots are put back, by two opposite corners. */
export function putBackShape([a, b]: readonly [Vec2, Vec2], px: Meters): Shape {
  const points = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
  return { pieces: [{ kind: 'line', points, closed: true }], ...putBackLook(px) };
}

export const putBackLook = (px: Meters) => ({ stroke: 'path', width: px, dashes: [2 * px, 3 * px] }) as const;

/** A thing that may be elsewhere than the scene has it; for a wall, which cannot, its first point. */
export type PoseOf = (thing: ThingView) => Pose;

/** Robots drive through it. */
export const isPermeable = (thing: ThingView): boolean => thing.kind === 'mover' && !thing.solid;

export function pieceOf(thing: ThingView, at: Pose): Piece {
  if (thing.kind === 'wall') return lineOf(thing.points);
  return thing.kind === 'box'
    ? { kind: 'box', at, size: thing.size }
    : { kind: 'circle', at, radius: thing.radius };
}

export const obstacleLook = (px: Meters) =>
  ({ fill: 'obstacle', stroke: 'obstacle-edge', width: 1.25 * px }) as const;

export const wallLook = (px: Meters) => ({ stroke: 'wall', width: 3 * px, round: true }) as const;

export const moverLook = (px: Meters) =>
  ({ stroke: 'mover', width: 2 * px, dashes: [4 * px, 3 * px] }) as const;

/** Solid things, walls, and rings for the movers that robots can drive through. */
export function thingShapes(things: readonly ThingView[], poseOf: PoseOf, px: Meters): readonly Shape[] {
  const pieces = (chosen: readonly ThingView[]) => chosen.map((thing) => pieceOf(thing, poseOf(thing)));
  const walls = things.filter(({ kind }) => kind === 'wall');
  const solid = things.filter((thing) => thing.kind !== 'wall' && !isPermeable(thing));
  return [
    { pieces: pieces(solid), ...obstacleLook(px) },
    { pieces: pieces(walls), ...wallLook(px) },
    { pieces: pieces(things.filter(isPermeable)), ...moverLook(px) },
  ];
}

/** The ways of movers. */
export const trackShape = (things: readonly ThingView[], px: Meters): Shape => ({
  pieces: things.flatMap((thing) => (thing.kind === 'mover' && thing.track ? [lineOf(thing.track)] : [])),
  ...trackLook(px),
});

export const trackLook = (px: Meters) =>
  ({ stroke: 'mover', width: px, dashes: [px, 4 * px], round: true, alpha: 0.6 }) as const;

// Targets -------------------------------------------------------------------------------------------------

/** The arms of a target's cross, from its center [pixels]. */
export const CROSS_ARM = 9;
const CROSS_GAP = 3;
/** Radius of the smallest ring round it, and of the pointer's second one [pixels]. */
const MIN_TARGET_RING = 6;
const POINTER_RING = 12;

/** An avoided target has a mark already, but one wants to see the pointer; a target robot is visible anyway. */
export const isShownTarget = ({ kind, avoided }: ShownGoal): boolean =>
  kind === 'pointer' || (kind !== 'robot' && !avoided);

/** A cross in a ring of radius `within`, if that is large enough to see; the pointer has a second ring. */
export function targetPieces(
  { x, y }: Vec2,
  goal: Pick<ShownGoal, 'kind' | 'within'>,
  px: Meters,
): readonly Piece[] {
  const [gap, arm] = [CROSS_GAP * px, CROSS_ARM * px];
  const ends = [
    ...[x + gap, y, x + arm, y, x - gap, y, x - arm, y],
    ...[x, y + gap, x, y + arm, x, y - gap, x, y - arm],
  ];
  return [
    { kind: 'segments', ends },
    ...circlesAt([{ x, y }], Math.max(goal.within, MIN_TARGET_RING * px)),
    ...(goal.kind === 'pointer' ? circlesAt([{ x, y }], POINTER_RING * px) : []),
  ];
}

export const targetLook = (px: Meters) => ({ stroke: 'target', width: 2 * px, round: true }) as const;

// Spots of the game ---------------------------------------------------------------------------------------

/** Places to drive to against the clock: rings that fill when they are reached. @param reached which of them are */
export function spotShapes(
  spots: readonly Vec2[],
  reached: readonly boolean[],
  radius: Meters,
  px: Meters,
): readonly Shape[] {
  const ring = (at: Vec2): Piece => ({ kind: 'circle', at, radius });
  const done = spots.filter((_, i) => reached[i]).map(ring);
  const open = spots.filter((_, i) => !reached[i]);
  return [
    { pieces: done, fill: 'velocity', alpha: 0.35 },
    { pieces: done, stroke: 'velocity', width: 2 * px },
    { pieces: open.map(ring), stroke: 'draft', width: 2.5 * px, dashes: [5 * px, 4 * px], round: true },
    { pieces: open.map((at): Piece => ({ kind: 'circle', at, radius: radius / 4 })), fill: 'draft' },
  ];
}
