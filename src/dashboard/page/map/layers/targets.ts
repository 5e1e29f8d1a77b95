/** Where robots are sent: the targets of missions, and what an operator draws or drags on the map. */
import type { Vec2 } from '../../../../math/geometry.js';
import { distinct, type ShownGoal, shownGoalsOf } from '../../../../scene/goals.js';
import { CROSS_ARM, isShownTarget, targetLook, targetPieces } from '../../../../scene/ground.js';
import { positionOfGoal } from '../../../../scene/located.js';
import type { SceneView } from '../../../../signals/view.js';
import { drawShapes } from '../drawing/canvas.js';
import type { LabelBox } from '../drawing/labels.js';
import { inPlane, type Pen, traceCircle, traceLine } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';
import { toScreen } from '../view/camera.js';
import { crosshair, draft, dragged, freehandLine, selectedWaypoint } from '../view/mapState.js';

/** The targets of missions: points, movers, the pointer. */
export class TargetLayer {
  #scene: SceneView | undefined;
  #goals: readonly ShownGoal[] = [];

  /** @returns the crosses' boxes on the screen, which labels avoid */
  draw(pen: Pen, { scene, frame }: Picture): LabelBox[] {
    if (!frame) return [];
    if (scene !== this.#scene) {
      this.#scene = scene;
      const real = scene.robots.filter(({ ghost }) => !ghost);
      this.#goals = distinct(real.flatMap(({ mission }) => shownGoalsOf(mission)).filter(isShownTarget));
    }
    const located = this.#goals.flatMap((goal) => {
      const at = positionOfGoal(goal, scene, frame);
      return at ? [{ goal, at }] : [];
    });
    const pieces = located.flatMap(({ goal, at }) => targetPieces(at, goal, pen.px));
    drawShapes(pen, [{ pieces, ...targetLook(pen.px) }]);
    return located.map(({ at }) => crossBox(toScreen(pen.camera, at)));
  }
}

const crossBox = ({ x, y }: Vec2): LabelBox => {
  return { left: x - CROSS_ARM, top: y - CROSS_ARM, width: 2 * CROSS_ARM, height: 2 * CROSS_ARM };
};

const HANDLE_RADIUS = 5;
const CROSSHAIR_ARM = 14;

/** What an operator edits on the map: the drawn path, the dragged thing, the keyboard's cross-hair. */
export function drawEditing(pen: Pen): void {
  inPlane(pen);
  drawDraft(pen);
  const { context, px, palette } = pen;
  context.lineWidth = 1.5 * px;
  if (dragged.value) {
    context.strokeStyle = palette.color('draft');
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
  context.strokeStyle = palette.color('draft');
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
    context.fillStyle = palette.color(i === selectedWaypoint.value ? 'draft' : 'background');
    context.fill();
    context.lineWidth = 2 * px;
    context.stroke();
  });
}

function drawCrosshair({ context, px, palette }: Pen, { x, y }: Vec2): void {
  context.strokeStyle = palette.color('ink');
  context.beginPath();
  context.moveTo(x - CROSSHAIR_ARM * px, y);
  context.lineTo(x + CROSSHAIR_ARM * px, y);
  context.moveTo(x, y - CROSSHAIR_ARM * px);
  context.lineTo(x, y + CROSSHAIR_ARM * px);
  traceCircle(context, x, y, 6 * px);
  context.stroke();
}
