/** Where everybody and everything is in one frame. */
import { distance, fromPolar, type Pose, type Vec2 } from '../../../../math/geometry.js';
import type { MetersPerSecond } from '../../../../math/units.js';
import type { Tick } from '../../../../signals/signals.js';
import type { FrameView, RobotFrame, RobotView, SceneView, ThingView } from '../../../../signals/view.js';
import { type Goal, goalsOf } from '../goals.js';

/** A robot whose place is known. */
export interface LocatedRobot {
  readonly view: RobotView;
  readonly frame: RobotFrame;
  /** True where a simulation tells, else as it believes. */
  readonly pose: Pose;
  readonly tick: Tick | undefined;
}

/** In the scene's order; who has neither a true place nor a tick yet is left out. */
export function locateRobots(scene: SceneView, frame: FrameView): LocatedRobot[] {
  return scene.robots.flatMap((view, i) => {
    const same = frame.robots[i];
    const now = same?.id === view.id ? same : frame.robots.find(({ id }) => id === view.id);
    const pose = now?.truth ?? now?.tick?.estimate.pose;
    return now && pose ? [{ view, frame: now, pose, tick: now.tick }] : [];
  });
}

/** Forward, backwards negative. */
export const speedOf = ({ estimate: { wheels } }: Tick): MetersPerSecond => (wheels.left + wheels.right) / 2;

/** Along the heading: a wheeled body has no other velocity. */
export const velocityOf = (pose: Pose, tick: Tick): Vec2 => fromPolar(speedOf(tick), pose.heading);

/** Where a thing stands; of a wall, its first point. */
export const poseOfThing = (thing: ThingView, frame: FrameView | null): Pose => {
  const moved = frame?.moved.find(({ id }) => id === thing.id);
  if (moved) return { ...moved.at, heading: moved.heading };
  if (thing.kind === 'wall') return { ...(thing.points[0] ?? { x: 0, y: 0 }), heading: 0 };
  return { ...thing.at, heading: thing.kind === 'box' ? thing.heading : 0 };
};

/** Where a target is now; undefined while nobody knows. */
export function positionOfGoal(goal: Goal, scene: SceneView, frame: FrameView): Vec2 | undefined {
  if ('at' in goal) return (goal.kind === 'pointer' ? frame.pointer : undefined) ?? goal.at;
  const { id: wanted } = goal;
  if (goal.kind === 'robot') return locateRobots(scene, frame).find(({ view }) => view.id === wanted)?.pose;
  const thing = scene.things.find(({ id }) => id === wanted);
  return thing && poseOfThing(thing, frame);
}

/** How far a robot's middle is from the nearest of what it is to reach. */
export function distanceToGoal(body: LocatedRobot, scene: SceneView, frame: FrameView): number | undefined {
  const away = goalsOf(body.view.mission).flatMap((goal) => {
    const at = goal.avoided ? undefined : positionOfGoal(goal, scene, frame);
    return at ? [distance(at, body.pose)] : [];
  });
  return away.length > 0 ? Math.min(...away) : undefined;
}
