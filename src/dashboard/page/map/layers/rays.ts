/** What range sensors see: each ray to where its echo came from, or faint to its end where none came. */
import { toWorld } from '../../../../math/geometry.js';
import type { SensorView } from '../../../../signals/view.js';
import { inPlane, type Pen } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';
import type { LocatedRobot } from '../view/bodies.js';

/** Of many rays each one is fainter. */
const rayAlpha = (rays: number, alone: number): number => Math.max(0.06, alone / Math.sqrt(rays));

export function drawRays(pen: Pen, { bodies }: Picture): void {
  inPlane(pen);
  for (const body of bodies) {
    if (body.view.ghost) continue;
    for (const sensor of body.view.sensors) drawSensor(pen, body, sensor);
  }
  pen.context.globalAlpha = 1;
}

function drawSensor({ context, px, palette }: Pen, body: LocatedRobot, sensor: SensorView): void {
  const distances = body.frame.ranges[sensor.id]?.distances;
  if (!distances || distances.length === 0) return;
  context.lineWidth = px;
  context.strokeStyle = palette.color.ray;
  context.globalAlpha = rayAlpha(distances.length, 0.35);
  context.beginPath();
  eachRay(body, sensor, distances, (x, y, ux, uy, seen) => {
    if (seen !== null) return;
    context.moveTo(x, y);
    context.lineTo(x + ux * sensor.range, y + uy * sensor.range);
  });
  context.stroke();
  context.globalAlpha = rayAlpha(distances.length, 1);
  context.beginPath();
  eachRay(body, sensor, distances, (x, y, ux, uy, seen) => {
    if (seen === null) return;
    context.moveTo(x, y);
    context.lineTo(x + ux * seen, y + uy * seen);
  });
  context.stroke();
  const dot = (distances.length > 16 ? 1.4 : 2.4) * px;
  context.globalAlpha = 1;
  context.fillStyle = palette.color.hit;
  eachRay(body, sensor, distances, (x, y, ux, uy, seen) => {
    if (seen !== null) context.fillRect(x + ux * seen - dot, y + uy * seen - dot, 2 * dot, 2 * dot);
  });
}

function eachRay(
  { pose }: LocatedRobot,
  { at, facing, fieldOfView }: SensorView,
  distances: readonly (number | null)[],
  visit: (x: number, y: number, ux: number, uy: number, seen: number | null) => void,
): void {
  const { x, y } = toWorld(pose, at);
  const last = distances.length - 1;
  distances.forEach((seen, i) => {
    const aside = last > 0 ? (i / last - 0.5) * fieldOfView : 0;
    const angle = pose.heading + facing + aside;
    visit(x, y, Math.cos(angle), Math.sin(angle), seen);
  });
}
