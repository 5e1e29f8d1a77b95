/** Robots on the map: their bodies, their pose estimates, and the rays of their range sensors. */
import { distance, type Pose, wrapAngle } from '../../../../math/geometry.js';
import type { Estimate, SafetyState } from '../../../../signals/signals.js';
import type { SensorView } from '../../../../signals/view.js';
import type { LabelBox } from '../drawing/labels.js';
import { inPlane, type Pen, traceCircle, traceLine } from '../drawing/pen.js';
import { countRealRobots, isCrowd, type Picture } from '../drawing/picture.js';
import { toScreen } from '../view/camera.js';
import {
  bodyOutlineOf,
  drawnRadius,
  eachRay,
  ellipseOf,
  frontOf,
  headingSpread,
  type LocatedRobot,
} from '../view/locations.js';
import type { LabelBoard } from './labelBoard.js';

// Bodies: outline, wheels and a wedge that shows the heading; ghosts are faint, the robot in focus has a ring.

/** Half the side of a square in a circle of radius 1. */
const INSCRIBED_SHARE = Math.SQRT1_2;

/** @returns the bodies' boxes on the screen, which labels avoid; none in a crowd, where labels need the space */
export function drawRobots(pen: Pen, picture: Picture, labels: LabelBoard): LabelBox[] {
  const { context, palette } = pen;
  const { robots, focus } = picture;
  inPlane(pen);
  const ghosts = robots.filter(({ view }) => view.ghost);
  const real = robots.filter(({ view }) => !view.ghost);
  context.globalAlpha = 0.45;
  drawBodies(pen, ghosts, palette.color.ghost, palette.color.ghost);
  context.globalAlpha = 1;
  drawBodies(pen, real, palette.color.robot, palette.color['robot-edge']);
  const inState = (state: SafetyState) => real.filter(({ tick }) => tick?.safety === state);
  ring(pen, inState('stopped'), palette.color.warning, 3);
  ring(pen, inState('faulted'), palette.color.fault, 4);
  crossOut(pen, inState('faulted'), palette.color.fault);
  const highlighted = robots.length > 1 ? robots.filter(({ view }) => view.id === focus) : [];
  ring(pen, highlighted, palette.color.ink, 1.5, 4);
  addNameLabels(pen, picture, labels);
  return isCrowd(picture) ? [] : real.map((robot) => boxOf(pen, robot));
}

/** A box inside the robot's circle. */
function boxOf({ camera, px }: Pen, robot: LocatedRobot): LabelBox {
  const { x, y } = toScreen(camera, robot.pose);
  const half = (INSCRIBED_SHARE * drawnRadius(robot, px)) / px;
  return { left: x - half, top: y - half, width: 2 * half, height: 2 * half };
}

function drawBodies({ context, px }: Pen, robots: readonly LocatedRobot[], fill: string, edge: string): void {
  context.fillStyle = fill;
  context.beginPath();
  for (const robot of robots) traceBody(context, robot, px);
  context.fill();
  context.strokeStyle = edge;
  context.lineWidth = 1.5 * px;
  context.stroke();
  context.fillStyle = edge;
  context.beginPath();
  for (const robot of robots) traceInside(context, robot, px);
  context.fill();
}

/** The robot's outline, else its circle. */
function traceBody(context: CanvasRenderingContext2D, robot: LocatedRobot, px: number): void {
  const outline = bodyOutlineOf(robot, px);
  if (outline) {
    traceLine(context, outline);
    context.closePath();
  } else traceCircle(context, robot.pose.x, robot.pose.y, drawnRadius(robot, px));
}

/** Two wheels and a wedge. */
function traceInside(context: CanvasRenderingContext2D, robot: LocatedRobot, px: number): void {
  const { pose, view } = robot;
  const r = drawnRadius(robot, px);
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
  const bow = frontOf(robot, px) - 0.1 * r;
  move(bow, 0);
  line(bow - 0.48 * r, 0.36 * r);
  line(bow - 0.36 * r, 0);
  line(bow - 0.48 * r, -0.36 * r);
  context.closePath();
}

function ring(
  { context, px }: Pen,
  robots: readonly LocatedRobot[],
  color: string,
  width: number,
  outside = 0,
): void {
  if (robots.length === 0) return;
  context.beginPath();
  for (const robot of robots) {
    traceCircle(context, robot.pose.x, robot.pose.y, drawnRadius(robot, px) + outside * px);
  }
  context.strokeStyle = color;
  context.lineWidth = width * px;
  context.stroke();
}

/** So that a fault does not show by colour alone. */
function crossOut({ context, px }: Pen, robots: readonly LocatedRobot[], color: string): void {
  context.beginPath();
  for (const robot of robots) {
    const { x, y } = robot.pose;
    const arm = 0.7 * drawnRadius(robot, px);
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x - arm, y + arm);
    context.lineTo(x + arm, y - arm);
  }
  context.strokeStyle = color;
  context.lineWidth = 3 * px;
  context.stroke();
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
    const color = view.ghost ? palette.color.muted : palette.color.ink;
    labels.add(`robot ${view.id}`, view.id, color, pose, Math.PI / 2, gap);
  }
}

/** Smaller values are not visible: pixels of distance, pixels of uncertainty, radians of heading. */
const MIN_SHOWN_OFFSET = 2;
const MIN_SHOWN_ELLIPSE = 3;
const MIN_SHOWN_TURN = 0.05;

/** Where robots think they are, beside where they are: an outline, and its uncertainty. */
export function drawEstimates(pen: Pen, { robots }: Picture): void {
  const { context, px, palette } = pen;
  inPlane(pen);
  context.strokeStyle = palette.color.estimate;
  context.fillStyle = palette.color.estimate;
  for (const robot of robots) {
    const estimate = robot.view.ghost ? undefined : robot.tick?.estimate;
    if (!estimate) continue;
    const differs = robot.frame.truth !== undefined && isApart(robot.frame.truth, estimate.pose, px);
    drawUncertainty(pen, estimate, robot.view.radius);
    if (differs) drawEstimateOutline(pen, robot, estimate.pose);
  }
}

const isApart = (truth: Pose, believed: Pose, px: number): boolean =>
  distance(truth, believed) > MIN_SHOWN_OFFSET * px ||
  Math.abs(wrapAngle(truth.heading - believed.heading)) > MIN_SHOWN_TURN;

/** Two standard deviations: an ellipse for the position, a wedge for the heading. */
function drawUncertainty({ context, px }: Pen, { pose, covariance }: Estimate, radius: number): void {
  const { long, short, angle } = ellipseOf(covariance);
  context.lineWidth = 1.25 * px;
  if (long > MIN_SHOWN_ELLIPSE * px) {
    context.beginPath();
    context.ellipse(pose.x, pose.y, long, Math.max(short, px / 2), angle, 0, 2 * Math.PI);
    context.globalAlpha = 0.14;
    context.fill();
    context.globalAlpha = 1;
    context.stroke();
  }
  const spread = headingSpread(covariance);
  if (spread < MIN_SHOWN_TURN) return;
  context.beginPath();
  context.moveTo(pose.x, pose.y);
  context.arc(pose.x, pose.y, 1.7 * radius, pose.heading - spread, pose.heading + spread);
  context.closePath();
  context.globalAlpha = 0.2;
  context.fill();
  context.globalAlpha = 1;
}

function drawEstimateOutline({ context, px }: Pen, { view }: LocatedRobot, { x, y, heading }: Pose): void {
  const r = view.radius;
  context.lineWidth = 1.75 * px;
  context.setLineDash([5 * px, 3 * px]);
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 1.25 * r * Math.cos(heading), y + 1.25 * r * Math.sin(heading));
  context.stroke();
}

/** The more rays, the fainter each is. */
const rayAlpha = (rays: number, alone: number): number => Math.max(0.06, alone / Math.sqrt(rays));

/** The range sensors' rays: each to its echo, or faint to its full range without one; a lost one is not drawn. */
export function drawRays(pen: Pen, { robots }: Picture): void {
  inPlane(pen);
  for (const robot of robots) {
    if (robot.view.ghost) continue;
    for (const sensor of robot.view.sensors) drawSensor(pen, robot, sensor);
  }
  pen.context.globalAlpha = 1;
}

function drawSensor({ context, px, palette }: Pen, robot: LocatedRobot, sensor: SensorView): void {
  const distances = robot.frame.ranges[sensor.id]?.distances;
  if (!distances || distances.length === 0) return;
  context.lineWidth = px;
  context.strokeStyle = palette.color.ray;
  context.globalAlpha = rayAlpha(distances.length, 0.35);
  context.beginPath();
  eachRay(robot, sensor, distances, (x, y, ux, uy, seen) => {
    if (seen !== null) return;
    context.moveTo(x, y);
    context.lineTo(x + ux * sensor.range, y + uy * sensor.range);
  });
  context.stroke();
  context.globalAlpha = rayAlpha(distances.length, 1);
  context.beginPath();
  eachRay(robot, sensor, distances, (x, y, ux, uy, seen) => {
    if (seen === null) return;
    context.moveTo(x, y);
    context.lineTo(x + ux * seen, y + uy * seen);
  });
  context.stroke();
  const dot = (distances.length > 16 ? 1.4 : 2.4) * px;
  context.globalAlpha = 1;
  context.fillStyle = palette.color.hit;
  eachRay(robot, sensor, distances, (x, y, ux, uy, seen) => {
    if (seen !== null) context.fillRect(x + ux * seen - dot, y + uy * seen - dot, 2 * dot, 2 * dot);
  });
}
