/** Robots from above: outline, wheels and a wedge that shows the heading; rings and crosses for their state. */
import { fromPolar, type Pose, type Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { SafetyState } from '../signals/signals.js';
import type { RobotView } from '../signals/view.js';
import type { Ink } from './inks.js';
import type { LocatedRobot } from './located.js';
import type { Piece, Shape } from './shapes.js';

/** A body's shape from above: its outline, else a circle. */
export type BodyShape = Pick<RobotView, 'radius' | 'footprint'>;

/** A body at a pose. */
interface Body {
  readonly view: BodyShape;
  readonly pose: Pose;
}

/** A robot is drawn at least this large [pixels]. */
const MIN_DRAWN_RADIUS = 4;

/** @param px metres a pixel */
export const drawnRadius = ({ view }: Pick<Body, 'view'>, px: Meters): Meters =>
  Math.max(view.radius, MIN_DRAWN_RADIUS * px);

/** The corners in the world; undefined if they are unknown, or too small to see: then the robot is a circle. */
export function bodyOutlineOf({ view, pose }: Body, px: Meters): Vec2[] | undefined {
  if (drawnRadius({ view }, px) > view.radius) return undefined;
  const [c, s] = [Math.cos(pose.heading), Math.sin(pose.heading)];
  return view.footprint?.map(([x, y]) => ({ x: pose.x + c * x - s * y, y: pose.y + s * x + c * y }));
}

/** How far the robot reaches ahead of its center. */
export function frontOf({ view, pose }: Body, px: Meters): Meters {
  const ahead = bodyOutlineOf({ view, pose }, px) && view.footprint?.map(([x]) => x);
  return ahead ? Math.max(...ahead) : drawnRadius({ view }, px);
}

/** Its outline, else its circle. */
export function outlinePiece(body: Body, px: Meters): Piece {
  const points = bodyOutlineOf(body, px);
  if (points) return { kind: 'line', points, closed: true };
  return { kind: 'circle', at: body.pose, radius: drawnRadius(body, px) };
}

/** A body of a moment: its outline, and a line to its front. */
export function bodyPieces(body: Body, px: Meters): readonly Piece[] {
  const { x, y, heading } = body.pose;
  const nose = fromPolar(frontOf(body, px), heading);
  const from = { x: x + 0.35 * nose.x, y: y + 0.35 * nose.y };
  return [outlinePiece(body, px), { kind: 'line', points: [from, { x: x + nose.x, y: y + nose.y }] }];
}

/** All robots; ghosts are faint, a stopped or faulted one has a ring, that in focus among others another. */
export function bodyShapes(
  robots: readonly LocatedRobot[],
  focus: string | undefined,
  px: Meters,
): readonly Shape[] {
  const real = robots.filter(({ view }) => !view.ghost);
  const inState = (state: SafetyState) => real.filter(({ tick }) => tick?.safety === state);
  const inFocus = robots.length > 1 ? robots.filter(({ view }) => view.id === focus) : [];
  return [
    ...bodies(
      robots.filter(({ view }) => view.ghost),
      { fill: 'ghost', edge: 'ghost', alpha: 0.45 },
      px,
    ),
    ...bodies(real, { fill: 'robot', edge: 'robot-edge', alpha: 1 }, px),
    ring(inState('stopped'), 'warning', 3, 0, px),
    ring(inState('faulted'), 'fault', 4, 0, px),
    crossOut(inState('faulted'), px),
    ring(inFocus, 'ink', 1.5, 4, px),
  ];
}

interface Look {
  readonly fill: Ink;
  readonly edge: Ink;
  readonly alpha: number;
}

const bodies = (
  robots: readonly LocatedRobot[],
  { fill, edge, alpha }: Look,
  px: Meters,
): readonly Shape[] => [
  {
    pieces: robots.map((robot) => outlinePiece(robot, px)),
    fill,
    stroke: edge,
    width: 1.5 * px,
    alpha,
  },
  { pieces: robots.flatMap((robot) => wheelsAndWedge(robot, px)), fill: edge, alpha },
];

function wheelsAndWedge(robot: LocatedRobot, px: Meters): readonly Piece[] {
  const { pose, view } = robot;
  const r = drawnRadius(robot, px);
  const [c, s] = [Math.cos(pose.heading), Math.sin(pose.heading)];
  const area = (...corners: readonly (readonly [x: number, y: number])[]): Piece => ({
    kind: 'line',
    points: corners.map(([x, y]) => ({ x: pose.x + c * x - s * y, y: pose.y + s * x + c * y })),
    closed: true,
  });
  const half = Math.min(view.track / 2, 0.8 * r) * (r / view.radius);
  const [long, wide] = [0.36 * r, 0.09 * r];
  const wheel = (side: number): Piece =>
    area([long, side + wide], [long, side - wide], [-long, side - wide], [-long, side + wide]);
  const bow = frontOf(robot, px) - 0.1 * r;
  const [tail, notch] = [bow - 0.48 * r, bow - 0.36 * r];
  return [wheel(half), wheel(-half), area([bow, 0], [tail, 0.36 * r], [notch, 0], [tail, -0.36 * r])];
}

/** @param outside of the body, and `width` [pixels] */
const ring = (
  robots: readonly LocatedRobot[],
  stroke: Ink,
  width: number,
  outside: number,
  px: Meters,
): Shape => ({
  pieces: robots.map((robot) => ({
    kind: 'circle',
    at: robot.pose,
    radius: drawnRadius(robot, px) + outside * px,
  })),
  stroke,
  width: width * px,
});

/** So that a fault does not show by color alone. */
const crossOut = (robots: readonly LocatedRobot[], px: Meters): Shape => ({
  pieces: robots.map((robot) => {
    const { x, y } = robot.pose;
    const arm = 0.7 * drawnRadius(robot, px);
    return {
      kind: 'segments',
      ends: [x - arm, y - arm, x + arm, y + arm, x - arm, y + arm, x + arm, y - arm],
    };
  }),
  stroke: 'fault',
  width: 3 * px,
});
