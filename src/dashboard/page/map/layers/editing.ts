/** What a hand is doing on the map: the path it draws, the thing it drags, the keyboard's cross-hair. */
import type { Vec2 } from '../../../../math/geometry.js';
import { inPlane, type Pen, traceCircle, traceLine } from '../drawing/pen.js';
import { carried, cursor, draft, selected, stroke } from '../view/mapState.js';

const HANDLE = 5;
const CROSS = 14;

export function drawEditing(pen: Pen): void {
  inPlane(pen);
  drawDraft(pen);
  const { context, px, palette } = pen;
  context.lineWidth = 1.5 * px;
  if (carried.value) {
    context.strokeStyle = palette.color.draft;
    context.setLineDash([4 * px, 3 * px]);
    context.beginPath();
    traceCircle(context, carried.value.at.x, carried.value.at.y, 14 * px);
    context.stroke();
    context.setLineDash([]);
  }
  if (cursor.value) drawCross(pen, cursor.value);
}

function drawDraft({ context, px, palette }: Pen): void {
  const path = draft.value;
  context.strokeStyle = palette.color.draft;
  context.lineWidth = 2.5 * px;
  context.lineJoin = 'round';
  context.beginPath();
  traceLine(context, path);
  const last = path.at(-1);
  traceLine(context, last && stroke.value.length > 0 ? [last, ...stroke.value] : stroke.value);
  context.stroke();
  path.forEach(({ x, y }, i) => {
    context.beginPath();
    traceCircle(context, x, y, (i === selected.value ? HANDLE + 1.5 : HANDLE) * px);
    context.fillStyle = i === selected.value ? palette.color.draft : palette.color.background;
    context.fill();
    context.lineWidth = 2 * px;
    context.stroke();
  });
}

function drawCross({ context, px, palette }: Pen, { x, y }: Vec2): void {
  context.strokeStyle = palette.color.ink;
  context.beginPath();
  context.moveTo(x - CROSS * px, y);
  context.lineTo(x + CROSS * px, y);
  context.moveTo(x, y - CROSS * px);
  context.lineTo(x, y + CROSS * px);
  traceCircle(context, x, y, 6 * px);
  context.stroke();
}
