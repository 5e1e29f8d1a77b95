/** What a hand is doing on the map: the path it draws, the thing it drags, the keyboard's cross-hair. */
import type { Vec2 } from '../../../../math/geometry.js';
import { inPlane, type Pen, traceCircle, traceLine } from '../drawing/pen.js';
import { crosshair, draft, dragged, freehandLine, selectedWaypoint } from '../view/mapState.js';

const HANDLE_RADIUS = 5;
const CROSSHAIR_ARM = 14;

export function drawEditing(pen: Pen): void {
  inPlane(pen);
  drawDraft(pen);
  const { context, px, palette } = pen;
  context.lineWidth = 1.5 * px;
  if (dragged.value) {
    context.strokeStyle = palette.color.draft;
    context.setLineDash([4 * px, 3 * px]);
    context.beginPath();
    traceCircle(context, dragged.value.at.x, dragged.value.at.y, 14 * px);
    context.stroke();
    context.setLineDash([]);
  }
  if (crosshair.value) drawCrosshair(pen, crosshair.value);
}

function drawDraft({ context, px, palette }: Pen): void {
  const path = draft.value;
  context.strokeStyle = palette.color.draft;
  context.lineWidth = 2.5 * px;
  context.lineJoin = 'round';
  context.beginPath();
  traceLine(context, path);
  const last = path.at(-1);
  traceLine(
    context,
    last && freehandLine.value.length > 0 ? [last, ...freehandLine.value] : freehandLine.value,
  );
  context.stroke();
  path.forEach(({ x, y }, i) => {
    context.beginPath();
    traceCircle(context, x, y, (i === selectedWaypoint.value ? HANDLE_RADIUS + 1.5 : HANDLE_RADIUS) * px);
    context.fillStyle = i === selectedWaypoint.value ? palette.color.draft : palette.color.background;
    context.fill();
    context.lineWidth = 2 * px;
    context.stroke();
  });
}

function drawCrosshair({ context, px, palette }: Pen, { x, y }: Vec2): void {
  context.strokeStyle = palette.color.ink;
  context.beginPath();
  context.moveTo(x - CROSSHAIR_ARM * px, y);
  context.lineTo(x + CROSSHAIR_ARM * px, y);
  context.moveTo(x, y - CROSSHAIR_ARM * px);
  context.lineTo(x, y + CROSSHAIR_ARM * px);
  traceCircle(context, x, y, 6 * px);
  context.stroke();
}
