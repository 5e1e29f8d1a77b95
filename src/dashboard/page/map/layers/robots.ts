/** Robots on the map, and their names. */
import { bodyShapes, drawnRadius, outlinePiece } from '../../../../scene/bodies.js';
import { shadowShapes } from '../../../../scene/depth.js';
import { incidentShapes } from '../../../../scene/incident.js';
import { type LocatedRobot, poseOfThing } from '../../../../scene/located.js';
import type { ThingView } from '../../../../signals/view.js';
import { incidents } from '../../failure/failures.js';
import { lookedAt } from '../../failure/lookBack.js';
import { drawShapes } from '../drawing/canvas.js';
import type { LabelBox } from '../drawing/labels.js';
import { onScreen, type Pen } from '../drawing/pen.js';
import { countRealRobots, isCrowd, type Picture } from '../drawing/picture.js';
import { toScreen } from '../view/camera.js';
import type { LabelBoard } from './labelBoard.js';

/** @returns the bodies' boxes on the screen, which labels avoid; none in a crowd, where labels need the space */
export function drawRobots(pen: Pen, picture: Picture, labels: LabelBoard): LabelBox[] {
  const { robots, focus } = picture;
  const bodies = robots.filter(({ view }) => !view.ghost).map((robot) => outlinePiece(robot, pen.px));
  drawShapes(pen, [...shadowShapes(bodies, pen.px), ...bodyShapes(robots, focus, pen.px)]);
  addNameLabels(pen, picture, labels);
  if (isCrowd(picture)) writeNumbers(pen, robots);
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

/** Smaller bodies have no room for a number, which stands beside them then; still smaller ones have none [pixels]. */
const ROOMY_RADIUS = 10;
const NUMBERED_RADIUS = 5;

/** For each body the number at the end of its name; without one its place in the scene. */
function writeNumbers(pen: Pen, robots: readonly LocatedRobot[]): void {
  const { context, palette, px, camera } = pen;
  onScreen(pen);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = palette.color('ink');
  for (const [i, robot] of robots.entries()) {
    const radius = drawnRadius(robot, px) / px;
    if (robot.view.ghost || radius < NUMBERED_RADIUS) continue;
    const { x, y } = toScreen(camera, robot.pose);
    const isRoomy = radius >= ROOMY_RADIUS;
    const aside = isRoomy ? 0 : radius + 2;
    context.font = `${isRoomy ? Math.round(Math.min(14, 0.8 * radius)) : 9}px ${palette.font}`;
    context.fillText(/\d+$/.exec(robot.view.id)?.[0] ?? String(i + 1), x + aside, y + aside);
  }
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
