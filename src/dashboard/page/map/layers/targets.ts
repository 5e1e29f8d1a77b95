/** Where missions lead: points, movers, the pointer; a robot that is a target is seen anyway. */
import type { Vec2 } from '../../../../math/geometry.js';
import type { SceneView } from '../../../../signals/view.js';
import type { Box } from '../drawing/labels.js';
import { inPlane, type Pen, traceCircle } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';
import { distinct, type Goal, goalsOf } from '../goals.js';
import { positionOfGoal } from '../view/bodies.js';
import { toScreen } from '../view/camera.js';

/** The cross, from its middle [pixels]. */
const CROSS_ARM = 9;
const CROSS_GAP = 3;

/** What is avoided has a mark of its own, but one wants to see where one's pointer is. */
const isShown = ({ kind, avoided }: Goal): boolean => kind === 'pointer' || (kind !== 'robot' && !avoided);

export class TargetLayer {
  #scene: SceneView | undefined;
  #goals: readonly Goal[] = [];

  /** @returns where the crosses are, on the screen: no label goes there */
  draw(pen: Pen, { scene, frame }: Picture): Box[] {
    if (!frame) return [];
    if (scene !== this.#scene) {
      this.#scene = scene;
      const goals = scene.robots.filter(({ ghost }) => !ghost).flatMap(({ mission }) => goalsOf(mission));
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

const crossBox = ({ x, y }: Vec2): Box => {
  return { left: x - CROSS_ARM, top: y - CROSS_ARM, width: 2 * CROSS_ARM, height: 2 * CROSS_ARM };
};

/** A cross in a ring as wide as `within`, where that is wide enough to see; of the pointer, a second ring. */
function traceTarget(context: CanvasRenderingContext2D, x: number, y: number, goal: Goal, px: number): void {
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
