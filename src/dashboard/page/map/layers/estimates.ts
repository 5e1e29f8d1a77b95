/** Where robots believe they are, beside where they are: an outline, and how uncertain they are of it. */
import { distance, type Pose, wrapAngle } from '../../../../math/geometry.js';
import type { Estimate } from '../../../../signals/signals.js';
import { ellipseOf, headingSpread } from '../drawing/ellipse.js';
import { inPlane, type Pen } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';
import type { LocatedRobot } from '../view/bodies.js';

/** Less is not seen: pixels apart, pixels of uncertainty, radians of heading. */
const MIN_SHOWN_OFFSET = 2;
const MIN_SHOWN_ELLIPSE = 3;
const MIN_SHOWN_TURN = 0.05;

export function drawEstimates(pen: Pen, { bodies }: Picture): void {
  const { context, px, palette } = pen;
  inPlane(pen);
  context.strokeStyle = palette.color.estimate;
  context.fillStyle = palette.color.estimate;
  for (const body of bodies) {
    const estimate = body.view.ghost ? undefined : body.tick?.estimate;
    if (!estimate) continue;
    const differs = body.frame.truth !== undefined && isApart(body.frame.truth, estimate.pose, px);
    drawUncertainty(pen, estimate, body.view.radius);
    if (differs) drawEstimateOutline(pen, body, estimate.pose);
  }
}

const isApart = (truth: Pose, believed: Pose, px: number): boolean =>
  distance(truth, believed) > MIN_SHOWN_OFFSET * px ||
  Math.abs(wrapAngle(truth.heading - believed.heading)) > MIN_SHOWN_TURN;

/** Two standard deviations: of the place an ellipse, of the heading a wedge. */
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
