/** Bodies: outline, wheels and a mark that says where they face; ghosts faded, the chosen one ringed. */
import type { SafetyState } from '../../../../signals/signals.js';
import type { Box } from '../drawing/labels.js';
import { drawnRadius, frontOf, outlineOf } from '../drawing/outline.js';
import { inPlane, type Pen, traceCircle, traceLine } from '../drawing/pen.js';
import { countRealRobots, isCrowd, type Picture } from '../drawing/picture.js';
import type { LocatedRobot } from '../view/bodies.js';
import { toScreen } from '../view/camera.js';
import type { LabelBoard } from './labelBoard.js';

/** Half the side of a square in a circle of radius 1. */
const INSCRIBED_SHARE = Math.SQRT1_2;

/** @returns where bodies are, on the screen: no label goes there, but in a crowd it must */
export function drawRobots(pen: Pen, picture: Picture, labels: LabelBoard): Box[] {
  const { context, palette } = pen;
  const { bodies, focus } = picture;
  inPlane(pen);
  const ghosts = bodies.filter(({ view }) => view.ghost);
  const solid = bodies.filter(({ view }) => !view.ghost);
  context.globalAlpha = 0.45;
  drawBodies(pen, ghosts, palette.color.ghost, palette.color.ghost);
  context.globalAlpha = 1;
  drawBodies(pen, solid, palette.color.robot, palette.color['robot-edge']);
  const inState = (state: SafetyState) => solid.filter(({ tick }) => tick?.safety === state);
  ring(pen, inState('stopped'), palette.color.warning, 3);
  ring(pen, inState('faulted'), palette.color.fault, 4);
  crossOut(pen, inState('faulted'), palette.color.fault);
  const told = bodies.length > 1 ? bodies.filter(({ view }) => view.id === focus) : [];
  ring(pen, told, palette.color.ink, 1.5, 4);
  addNameLabels(pen, picture, labels);
  return isCrowd(picture) ? [] : solid.map((body) => boxOf(pen, body));
}

/** Inside its circle. */
function boxOf({ camera, px }: Pen, body: LocatedRobot): Box {
  const { x, y } = toScreen(camera, body.pose);
  const half = (INSCRIBED_SHARE * drawnRadius(body, px)) / px;
  return { left: x - half, top: y - half, width: 2 * half, height: 2 * half };
}

function drawBodies({ context, px }: Pen, bodies: readonly LocatedRobot[], fill: string, edge: string): void {
  context.fillStyle = fill;
  context.beginPath();
  for (const body of bodies) traceBody(context, body, px);
  context.fill();
  context.strokeStyle = edge;
  context.lineWidth = 1.5 * px;
  context.stroke();
  context.fillStyle = edge;
  context.beginPath();
  for (const body of bodies) traceInside(context, body, px);
  context.fill();
}

/** Its outline, else its circle. */
function traceBody(context: CanvasRenderingContext2D, body: LocatedRobot, px: number): void {
  const outline = outlineOf(body, px);
  if (outline) {
    traceLine(context, outline);
    context.closePath();
  } else traceCircle(context, body.pose.x, body.pose.y, drawnRadius(body, px));
}

/** Two wheels and a wedge. */
function traceInside(context: CanvasRenderingContext2D, body: LocatedRobot, px: number): void {
  const { pose, view } = body;
  const r = drawnRadius(body, px);
  const c = Math.cos(pose.heading);
  const s = Math.sin(pose.heading);
  const move = (x: number, y: number) => context.moveTo(pose.x + c * x - s * y, pose.y + s * x + c * y);
  const line = (x: number, y: number) => context.lineTo(pose.x + c * x - s * y, pose.y + s * x + c * y);
  const half = Math.min(view.track / 2, 0.8 * r) * (r / view.radius);
  for (const side of [half, -half]) {
    move(0.36 * r, side + 0.09 * r);
    line(0.36 * r, side - 0.09 * r);
    line(-0.36 * r, side - 0.09 * r);
    line(-0.36 * r, side + 0.09 * r);
    context.closePath();
  }
  const bow = frontOf(body, px) - 0.1 * r;
  move(bow, 0);
  line(bow - 0.48 * r, 0.36 * r);
  line(bow - 0.36 * r, 0);
  line(bow - 0.48 * r, -0.36 * r);
  context.closePath();
}

function ring(
  { context, px }: Pen,
  bodies: readonly LocatedRobot[],
  color: string,
  width: number,
  outside = 0,
): void {
  if (bodies.length === 0) return;
  context.beginPath();
  for (const body of bodies) {
    traceCircle(context, body.pose.x, body.pose.y, drawnRadius(body, px) + outside * px);
  }
  context.strokeStyle = color;
  context.lineWidth = width * px;
  context.stroke();
}

/** Not by a colour alone. */
function crossOut({ context, px }: Pen, bodies: readonly LocatedRobot[], color: string): void {
  context.beginPath();
  for (const body of bodies) {
    const { x, y } = body.pose;
    const arm = 0.7 * drawnRadius(body, px);
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x - arm, y + arm);
    context.lineTo(x + arm, y - arm);
  }
  context.strokeStyle = color;
  context.lineWidth = 3 * px;
  context.stroke();
}

/** Of a crowd only the one that the page is about; who has but a ghost beside it needs no name. */
function addNameLabels(pen: Pen, picture: Picture, labels: LabelBoard): void {
  const { palette, px } = pen;
  if (countRealRobots(picture) < 2) return;
  const crowd = isCrowd(picture);
  for (const body of picture.bodies) {
    const { view, pose } = body;
    if (crowd && view.id !== picture.focus) continue;
    const gap = drawnRadius(body, px) / px + 6;
    const color = view.ghost ? palette.color.muted : palette.color.ink;
    labels.add(`robot ${view.id}`, view.id, color, pose, Math.PI / 2, gap);
  }
}
