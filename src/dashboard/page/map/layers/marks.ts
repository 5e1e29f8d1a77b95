/** What behaviors show of their construction: points, circles and segments in their colour. */
import type { Mark } from '../../../../signals/signals.js';
import { BEHAVIOR_COLORS } from '../drawing/behaviorColors.js';
import { inPlane, type Pen, traceCircle } from '../drawing/pen.js';
import { isCrowd, isSwarm, type Picture } from '../drawing/picture.js';
import { shows } from '../view/camera.js';
import type { LabelBoard } from './labelBoard.js';

const POINT_RADIUS = 3;
/** A label stands off the cross of a target [pixels]. */
const LABEL_CLEARANCE = 14;
/** Of a crowd's others. */
const OTHERS_ALPHA = 0.25;

export function drawMarks(pen: Pen, picture: Picture, labels: LabelBoard): void {
  const { context, px } = pen;
  inPlane(pen);
  const crowd = isCrowd(picture);
  context.lineWidth = px;
  for (let slot = 0; slot < BEHAVIOR_COLORS; slot++) {
    const color = pen.palette.behaviors[slot] ?? '#888';
    context.strokeStyle = color;
    context.fillStyle = color;
    if (crowd && !isSwarm(picture)) {
      context.globalAlpha = OTHERS_ALPHA;
      drawSlot(pen, picture, slot, false);
    }
    context.globalAlpha = 1;
    drawSlot(pen, picture, slot, true);
  }
  addLabels(pen, picture, labels, crowd);
}

/** Every mark of one colour: of those whom it is about, or of the others. */
function drawSlot({ context, px }: Pen, picture: Picture, slot: number, told: boolean): void {
  const crowd = isCrowd(picture);
  context.beginPath();
  eachMark(picture, (mark, behavior, id) => {
    if (picture.colors.slot(behavior) % BEHAVIOR_COLORS !== slot) return;
    if (told === (!crowd || id === picture.focus)) traceMark(context, mark, px);
  });
  context.stroke();
}

function traceMark(context: CanvasRenderingContext2D, mark: Mark, px: number): void {
  if (mark.kind === 'circle') traceCircle(context, mark.at.x, mark.at.y, mark.radius);
  else if (mark.kind === 'point') {
    traceCircle(context, mark.at.x, mark.at.y, POINT_RADIUS * px);
    traceCircle(context, mark.at.x, mark.at.y, px / 2);
  } else {
    context.moveTo(mark.from.x, mark.from.y);
    context.lineTo(mark.to.x, mark.to.y);
  }
}

function eachMark({ bodies }: Picture, visit: (mark: Mark, behavior: string, id: string) => void): void {
  for (const { tick, view } of bodies) {
    if (view.ghost) continue;
    for (const { marks, behavior } of tick?.contributions ?? []) {
      for (const mark of marks) visit(mark, behavior, view.id);
    }
  }
}

/** Of marks that say the same only the first that is in sight is labelled. */
function addLabels({ camera, palette, px }: Pen, picture: Picture, labels: LabelBoard, crowd: boolean): void {
  const said = new Set<string>();
  eachMark(picture, (mark, behavior, id) => {
    if (crowd && id !== picture.focus) return;
    const key = `${id} ${behavior} ${mark.label}`;
    const at = mark.kind === 'segment' ? midpoint(mark) : mark.at;
    if (said.has(key) || !shows(camera, at)) return;
    said.add(key);
    const color = palette.behaviors[picture.colors.slot(behavior) % BEHAVIOR_COLORS] ?? '#888';
    const gap = mark.kind === 'circle' ? Math.max(LABEL_CLEARANCE, mark.radius / px + 3) : 6;
    labels.add(key, mark.label, color, at, Math.PI / 4, gap, true);
  });
}

const midpoint = ({ from, to }: Extract<Mark, { kind: 'segment' }>) => ({
  x: (from.x + to.x) / 2,
  y: (from.y + to.y) / 2,
});
