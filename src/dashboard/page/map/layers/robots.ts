/** Robots on the map, and their names. */
import { bodyShapes, drawnRadius } from '../../../../scene/bodies.js';
import { incidentShapes } from '../../../../scene/incident.js';
import { type LocatedRobot, poseOfThing } from '../../../../scene/located.js';
import type { ThingView } from '../../../../signals/view.js';
import { incidents } from '../../failure/failures.js';
import { lookedAt } from '../../failure/lookBack.js';
import { drawShapes } from '../drawing/canvas.js';
import type { LabelBox } from '../drawing/labels.js';
import type { Pen } from '../drawing/pen.js';
import { countRealRobots, isCrowd, type Picture } from '../drawing/picture.js';
import { toScreen } from '../view/camera.js';
import type { LabelBoard } from './labelBoard.js';

/** @returns the bodies' boxes on the screen, which labels avoid; none in a crowd, where labels need the space */
export function drawRobots(pen: Pen, picture: Picture, labels: LabelBoard): LabelBox[] {
  const { robots, focus } = picture;
  drawShapes(pen, bodyShapes(robots, focus, pen.px));
  addNameLabels(pen, picture, labels);
  return isCrowd(picture) ? [] : robots.filter(({ view }) => !view.ghost).map((robot) => boxOf(pen, robot));
}

/** What comes within this time belongs to the moment that is shown [s]. */
const SOON = 0.05;

/** Where something failed or was touched, as it was at the moment that the map shows. */
export function drawIncidents(pen: Pen, { scene, frame, robots }: Picture): void {
  if (!frame) return;
  const poseOf = (thing: ThingView) => poseOfThing(thing, frame);
  const until = lookedAt.value ?? frame.at;
  const happened = incidents.value.filter(({ at }) => at <= until + SOON);
  drawShapes(pen, incidentShapes(happened, scene, robots, poseOf, pen.px));
}

/** Half the side of a square in a circle of radius 1. */
const INSCRIBED_SHARE = Math.SQRT1_2;

/** A box inside the robot's circle. */
function boxOf({ camera, px }: Pen, robot: LocatedRobot): LabelBox {
  const { x, y } = toScreen(camera, robot.pose);
  const half = (INSCRIBED_SHARE * drawnRadius(robot, px)) / px;
  return { left: x - half, top: y - half, width: 2 * half, height: 2 * half };
}

/** In a crowd only the robot in focus has a name; a single robot, even with a ghost, needs none. */
function addNameLabels(pen: Pen, picture: Picture, labels: LabelBoard): void {
  const { palette, px } = pen;
  if (countRealRobots(picture) < 2) return;
  const crowd = isCrowd(picture);
  for (const robot of picture.robots) {
    const { view, pose } = robot;
    if (crowd && view.id !== picture.focus) continue;
    const gap = drawnRadius(robot, px) / px + 6;
    const color = palette.color(view.ghost ? 'muted' : 'ink');
    labels.add(`robot ${view.id}`, view.id, color, pose, Math.PI / 2, gap);
  }
}
