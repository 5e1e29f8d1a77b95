/** Where everything is in one frame: robots, things, and the targets of missions. */
import { distance, fromPolar, type Pose, type Vec2 } from '../math/geometry.js';
import type { MetersPerSecond } from '../math/units.js';
import type { Tick } from '../signals/signals.js';
import type { FrameView, RobotFrame, RobotView, SceneView, ThingView } from '../signals/view.js';
import { type ShownGoal, shownGoalsOf } from './goals.js';

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
export const poseOfThing = (thing: ThingView, frame: Pick<FrameView, 'moved'> | null): Pose => {
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
