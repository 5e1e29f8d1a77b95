/** Finds the robot or thing at a point of the map. */
import { distance, rotate, sub, type Vec2 } from '../../../../math/geometry.js';
import type { Meters } from '../../../../math/units.js';
import { type LocatedRobot, locateRobots, poseOfThing } from '../../../../scene/located.js';
import type { FrameView, SceneView, ThingView } from '../../../../signals/view.js';

/** The robot at a point; a real one before a ghost, then the nearest. @param slack for a finger's width */
export function robotAt(robots: readonly LocatedRobot[], at: Vec2, slack: Meters): LocatedRobot | undefined {
  const under = robots.filter(({ pose, view }) => distance(pose, at) <= Math.max(view.radius, slack));
  return under.sort(
    (a, b) => Number(a.view.ghost) - Number(b.view.ghost) || distance(a.pose, at) - distance(b.pose, at),
  )[0];
}

/** Whether a thing may be dragged: walls belong to the ground, and a mover has its own path. */
const isDraggable = ({ kind }: ThingView): boolean => kind === 'circle' || kind === 'box';

/** Whether a point is on a thing; never on a wall. */
export function thingCovers(thing: ThingView, frame: FrameView | null, at: Vec2, slack: Meters): boolean {
  const place = poseOfThing(thing, frame);
  if (thing.kind === 'wall') return false;
  if (thing.kind !== 'box') return distance(place, at) <= Math.max(thing.radius, slack);
  const inBox = rotate(sub(at, place), -place.heading);
  const [long, wide] = thing.size;
  return Math.abs(inBox.x) <= Math.max(long / 2, slack) && Math.abs(inBox.y) <= Math.max(wide / 2, slack);
}

/** Without the heading: the server takes nothing that it does not expect. */
const placeOf = ({ x, y }: Vec2): Vec2 => ({ x, y });

/** The robot at a point, or the topmost thing that may be dragged. */
export function draggableAt(
  scene: SceneView,
  frame: FrameView | null,
  at: Vec2,
  slack: Meters,
): { readonly id: string; readonly at: Vec2 } | undefined {
  const robot = frame && robotAt(locateRobots(scene, frame), at, slack);
  if (robot) return { id: robot.view.id, at: placeOf(robot.pose) };
  const thing = scene.things.findLast(
    (candidate) => isDraggable(candidate) && thingCovers(candidate, frame, at, slack),
  );
  return thing && { id: thing.id, at: placeOf(poseOfThing(thing, frame)) };
}
