/** Where missions lead: points, movers, the pointer; a robot that is a target is seen anyway. */
import type { SceneView } from '../../../../view.js';
import { placeOfGoal } from '../bodies.js';
import { distinct, type Goal, goalsOf } from '../goals.js';
import { inPlane, type Pen, traceCircle } from '../pen.js';
import type { Picture } from '../picture.js';

/** The cross, from its middle [pixels]. */
const ARM = 9;
const OPEN = 3;

/** What is shunned has a mark of its own, but one wants to see where one's pointer is. */
const isShown = ({ kind, shunned }: Goal): boolean => kind === 'pointer' || (kind !== 'robot' && !shunned);

export class TargetLayer {
  #scene: SceneView | undefined;
  #goals: readonly Goal[] = [];

  draw(pen: Pen, { scene, frame }: Picture): void {
    if (!frame) return;
    if (scene !== this.#scene) {
      this.#scene = scene;
      const goals = scene.robots.filter(({ ghost }) => !ghost).flatMap(({ mission }) => goalsOf(mission));
      this.#goals = distinct(goals.filter(isShown));
    }
    const { context, px, palette } = pen;
    inPlane(pen);
    context.beginPath();
    for (const goal of this.#goals) {
      const at = placeOfGoal(goal, scene, frame);
      if (at) traceTarget(context, at.x, at.y, goal, px);
    }
    context.lineCap = 'round';
    context.lineWidth = 2 * px;
    context.strokeStyle = palette.color.target;
    context.stroke();
    context.lineCap = 'butt';
  }
}

/** A cross in a ring as wide as `within`, where that is wide enough to see; of the pointer, a second ring. */
function traceTarget(context: CanvasRenderingContext2D, x: number, y: number, goal: Goal, px: number): void {
  for (const [ux, uy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    context.moveTo(x + ux * OPEN * px, y + uy * OPEN * px);
    context.lineTo(x + ux * ARM * px, y + uy * ARM * px);
  }
  traceCircle(context, x, y, Math.max(goal.within, 6 * px));
  if (goal.kind === 'pointer') traceCircle(context, x, y, 12 * px);
}
