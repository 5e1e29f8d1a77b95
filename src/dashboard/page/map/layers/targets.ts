/** Where robots are sent: targets and paths of missions, and what an operator draws or drags on the map. */
import type { Vec2 } from '../../../../math/geometry.js';
import type { SceneView } from '../../../../signals/view.js';
import type { LabelBox } from '../drawing/labels.js';
import { inPlane, type Pen, traceCircle, traceLine } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';
import { distinct, pathsOf, type ShownGoal, shownGoalsOf } from '../goals.js';
import { toScreen } from '../view/camera.js';
import { positionOfGoal } from '../view/locations.js';
import { crosshair, draft, dragged, freehandLine, selectedWaypoint } from '../view/mapState.js';

/** The arms of the cross, from its center [pixels]. */
const CROSS_ARM = 9;
const CROSS_GAP = 3;

/** An avoided target has a mark already, but the user wants to see the pointer. */
const isShown = ({ kind, avoided }: ShownGoal): boolean =>
  kind === 'pointer' || (kind !== 'robot' && !avoided);

/** The targets of missions: points, movers, the pointer; a target robot is visible anyway. */
export class TargetLayer {
  #scene: SceneView | undefined;
  #goals: readonly ShownGoal[] = [];

  /** @returns the crosses' boxes on the screen, which labels avoid */
  draw(pen: Pen, { scene, frame }: Picture): LabelBox[] {
    if (!frame) return [];
    if (scene !== this.#scene) {
      this.#scene = scene;
      const goals = scene.robots
        .filter(({ ghost }) => !ghost)
        .flatMap(({ mission }) => shownGoalsOf(mission));
      this.#goals = distinct(goals.filter(isShown));
    }
    const { context, px, palette } = pen;
    inPlane(pen);
    context.beginPath();
    const crosses = this.#goals.flatMap((goal) => {
      const at = positionOfGoal(goal, scene, frame);
      if (at) traceTarget(context, at.x, at.y, goal, px);
      return at ? [crossBox(toScreen(pen.camera, at))] : [];
    });
    context.lineCap = 'round';
    context.lineWidth = 2 * px;
    context.strokeStyle = palette.color.target;
    context.stroke();
    context.lineCap = 'butt';
    return crosses;
  }
}

const crossBox = ({ x, y }: Vec2): LabelBox => {
  return { left: x - CROSS_ARM, top: y - CROSS_ARM, width: 2 * CROSS_ARM, height: 2 * CROSS_ARM };
};

/** A cross in a ring of radius `within`, if that is large enough to see; the pointer has a second ring. */
function traceTarget(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  goal: ShownGoal,
  px: number,
): void {
  for (const [ux, uy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    context.moveTo(x + ux * CROSS_GAP * px, y + uy * CROSS_GAP * px);
    context.lineTo(x + ux * CROSS_ARM * px, y + uy * CROSS_ARM * px);
  }
  traceCircle(context, x, y, Math.max(goal.within, 6 * px));
  if (goal.kind === 'pointer') traceCircle(context, x, y, 12 * px);
}

/** Planned paths with their bands: part of the ground. */
export function drawPaths(pen: Pen, { robots }: SceneView): void {
  const { context, px, palette } = pen;
  inPlane(pen);
  context.lineJoin = 'round';
  for (const { points, radius } of distinct(robots.flatMap(({ mission }) => pathsOf(mission)))) {
    context.beginPath();
    traceLine(context, points);
    if (radius > px) {
      context.lineCap = 'round';
      context.strokeStyle = palette.color.band;
      context.lineWidth = 2 * radius;
      context.stroke();
      context.lineCap = 'butt';
    }
    context.strokeStyle = palette.color.path;
    context.lineWidth = 1.5 * px;
    context.setLineDash([7 * px, 5 * px]);
    context.stroke();
    context.setLineDash([]);
  }
}

const HANDLE_RADIUS = 5;
const CROSSHAIR_ARM = 14;

/** What an operator edits on the map: the drawn path, the dragged thing, the keyboard's cross-hair. */
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
