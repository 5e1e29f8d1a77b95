/** Positions of everything in one frame: drawn sizes, uncertainty, and the extent of the scene. */
import { distance, fromPolar, type Pose, toWorld, type Vec2 } from '../../../../math/geometry.js';
import type { Meters, MetersPerSecond, Radians } from '../../../../math/units.js';
import { isMeasured } from '../../../../signals/readings.js';
import type { Covariance, Tick } from '../../../../signals/signals.js';
import type {
  FrameView,
  RobotFrame,
  RobotView,
  SceneView,
  SensorView,
  ThingView,
} from '../../../../signals/view.js';
import { pathsOf, type ShownGoal, shownGoalsOf } from '../goals.js';

/** A robot whose position is known. */
export interface LocatedRobot {
  readonly view: RobotView;
  readonly frame: RobotFrame;
  /** The true pose in a simulation, else the robot's estimate. */
  readonly pose: Pose;
  readonly tick: Tick | undefined;
}

/** In the scene's order; without robots that have neither a true pose nor a tick yet. */
export function locateRobots(scene: SceneView, frame: FrameView): LocatedRobot[] {
  return scene.robots.flatMap((view, i) => {
    const same = frame.robots[i];
    const now = same?.id === view.id ? same : frame.robots.find(({ id }) => id === view.id);
    const pose = now?.truth ?? now?.tick?.estimate.pose;
    return now && pose ? [{ view, frame: now, pose, tick: now.tick }] : [];
  });
}

/** Forward positive. */
export const forwardSpeedOf = ({ estimate: { wheels } }: Tick): MetersPerSecond =>
  (wheels.left + wheels.right) / 2;

/** Along the heading: a wheeled body has no other velocity. */
export const velocityOf = (pose: Pose, tick: Tick): Vec2 => fromPolar(forwardSpeedOf(tick), pose.heading);

/** A thing's pose; for a wall, its first point. */
export const poseOfThing = (thing: ThingView, frame: FrameView | null): Pose => {
  const moved = frame?.moved.find(({ id }) => id === thing.id);
  if (moved) return { ...moved.at, heading: moved.heading };
  if (thing.kind === 'wall') return { ...(thing.points[0] ?? { x: 0, y: 0 }), heading: 0 };
  return { ...thing.at, heading: thing.kind === 'box' ? thing.heading : 0 };
};

/** A target's present position; undefined while it is unknown. */
export function positionOfGoal(goal: ShownGoal, scene: SceneView, frame: FrameView): Vec2 | undefined {
  if ('at' in goal) return (goal.kind === 'pointer' ? frame.pointer : undefined) ?? goal.at;
  const { id: wanted } = goal;
  if (goal.kind === 'robot') return locateRobots(scene, frame).find(({ view }) => view.id === wanted)?.pose;
  const thing = scene.things.find(({ id }) => id === wanted);
  return thing && poseOfThing(thing, frame);
}

/** The distance from a robot's center to the nearest target that it does not avoid. */
export function distanceToGoal(robot: LocatedRobot, scene: SceneView, frame: FrameView): number | undefined {
  const away = shownGoalsOf(robot.view.mission).flatMap((goal) => {
    const at = goal.avoided ? undefined : positionOfGoal(goal, scene, frame);
    return at ? [distance(at, robot.pose)] : [];
  });
  return away.length > 0 ? Math.min(...away) : undefined;
}

// The outline of a robot at its pose.

/** A robot is drawn at least this large [pixels]. */
const MIN_DRAWN_RADIUS = 4;

/** @param px metres per pixel */
export const drawnRadius = ({ view }: Pick<LocatedRobot, 'view'>, px: Meters): Meters =>
  Math.max(view.radius, MIN_DRAWN_RADIUS * px);

/** The corners in the world; undefined if they are unknown, or too small to see: then the robot is a circle. */
export function bodyOutlineOf(
  { view, pose }: Pick<LocatedRobot, 'view' | 'pose'>,
  px: Meters,
): Vec2[] | undefined {
  if (drawnRadius({ view }, px) > view.radius) return undefined;
  const [c, s] = [Math.cos(pose.heading), Math.sin(pose.heading)];
  return view.footprint?.map(([x, y]) => ({ x: pose.x + c * x - s * y, y: pose.y + s * x + c * y }));
}

/** How far the robot reaches ahead of its center. */
export function frontOf({ view, pose }: Pick<LocatedRobot, 'view' | 'pose'>, px: Meters): Meters {
  const ahead = bodyOutlineOf({ view, pose }, px) && view.footprint?.map(([x]) => x);
  return ahead ? Math.max(...ahead) : drawnRadius({ view }, px);
}

// The uncertainty of a pose: an ellipse of two standard deviations along each axis.

interface Ellipse {
  /** Half axes, the longer one first. */
  readonly long: Meters;
  readonly short: Meters;
  /** The angle of the longer axis from +x. */
  readonly angle: Radians;
}

const ELLIPSE_SIGMAS = 2;

/** Eigenvalues λ = (xx + yy)/2 ± √(((xx − yy)/2)² + xy²); the longer axis lies at ½ atan2(2 xy, xx − yy). */
export function ellipseOf({ xx, xy, yy }: Pick<Covariance, 'xx' | 'xy' | 'yy'>): Ellipse {
  const mean = (xx + yy) / 2;
  const spread = Math.sqrt(((xx - yy) / 2) ** 2 + xy ** 2);
  return {
    long: ELLIPSE_SIGMAS * Math.sqrt(Math.max(0, mean + spread)),
    short: ELLIPSE_SIGMAS * Math.sqrt(Math.max(0, mean - spread)),
    angle: Math.atan2(2 * xy, xx - yy) / 2,
  };
}

/** Two standard deviations of the heading. */
export const headingSpread = ({ hh }: Pick<Covariance, 'hh'>): Radians =>
  Math.min(Math.PI, ELLIPSE_SIGMAS * Math.sqrt(Math.max(0, hh)));

// The extent: the part of the plane that a scene takes up.

export interface Extent {
  readonly low: Vec2;
  readonly high: Vec2;
}

/** The smallest extent to show [m]. */
const MIN_EXTENT: Meters = 1.2;

/** An extent that grows with each disc. */
class Bounds {
  #low = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };
  #high = { x: Number.NEGATIVE_INFINITY, y: Number.NEGATIVE_INFINITY };

  add({ x, y }: Vec2, radius: Meters = 0): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    this.#low = { x: Math.min(this.#low.x, x - radius), y: Math.min(this.#low.y, y - radius) };
    this.#high = { x: Math.max(this.#high.x, x + radius), y: Math.max(this.#high.y, y + radius) };
  }

  extent(): Extent {
    const empty = this.#low.x > this.#high.x;
    const low = empty ? { x: 0, y: 0 } : this.#low;
    const high = empty ? { x: 0, y: 0 } : this.#high;
    const x = Math.max(0, MIN_EXTENT - (high.x - low.x)) / 2;
    const y = Math.max(0, MIN_EXTENT - (high.y - low.y)) / 2;
    return { low: { x: low.x - x, y: low.y - y }, high: { x: high.x + x, y: high.y + y } };
  }
}

function addThing(bounds: Bounds, thing: ThingView, frame: FrameView | null): void {
  if (thing.kind === 'wall') for (const point of thing.points) bounds.add(point);
  else {
    const radius = thing.kind === 'box' ? Math.hypot(...thing.size) / 2 : thing.radius;
    bounds.add(poseOfThing(thing, frame), radius);
  }
}

/** The extent of all things, paths, targets and robots. */
export function extentOf(scene: SceneView, frame: FrameView | null): Extent {
  const bounds = new Bounds();
  for (const thing of scene.things) addThing(bounds, thing, frame);
  const { lines = [], lamps = [], beacons = [] } = scene.floor ?? {};
  for (const at of [...lines.flatMap(({ points }) => points), ...lamps, ...beacons]) bounds.add(at);
  for (const { mission } of scene.robots) {
    for (const { points, radius } of pathsOf(mission)) for (const at of points) bounds.add(at, radius);
    for (const goal of frame ? shownGoalsOf(mission) : []) {
      if (goal.kind === 'point') bounds.add(goal.at, 0.1);
      else if (frame) bounds.add(positionOfGoal(goal, scene, frame) ?? { x: Number.NaN, y: Number.NaN }, 0.1);
    }
  }
  for (const { pose, view } of frame ? locateRobots(scene, frame) : []) bounds.add(pose, 2 * view.radius);
  return bounds.extent();
}

/** Wider by a share of its size on every side. */
export function widened({ low, high }: Extent, share: number): Extent {
  const x = (high.x - low.x) * share;
  const y = (high.y - low.y) * share;
  return { low: { x: low.x - x, y: low.y - y }, high: { x: high.x + x, y: high.y + y } };
}

// The rays of a range sensor.

/**
 * Visits a sensor's rays from right to left, except lost ones: where each begins, its direction, and the distance of its
 * echo, null without one.
 */
export function eachRay(
  { pose }: LocatedRobot,
  { at, facing, fieldOfView }: SensorView,
  distances: readonly (number | null)[],
  visit: (x: number, y: number, ux: number, uy: number, seen: number | null) => void,
): void {
  const { x, y } = toWorld(pose, at);
  const last = distances.length - 1;
  distances.forEach((seen, i) => {
    if (!isMeasured(seen)) return;
    const aside = last > 0 ? (i / last - 0.5) * fieldOfView : 0;
    const angle = pose.heading + facing + aside;
    visit(x, y, Math.cos(angle), Math.sin(angle), seen);
  });
}
