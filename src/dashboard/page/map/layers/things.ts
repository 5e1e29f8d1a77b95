/** Walls, circles, boxes and movers: those that stand still apart from those that move. */
import type { Pose } from '../../../../math/geometry.js';
import type { FrameView, SceneView, ThingView } from '../../../../signals/view.js';
import { inPlane, type Pen, traceCircle, traceLine } from '../drawing/pen.js';
import { poseOfThing } from '../view/bodies.js';

/** Which things have to be drawn in every frame. */
export const isMoving = (thing: ThingView, frame: FrameView | null): boolean =>
  thing.kind === 'mover' || (frame?.moved.some(({ id }) => id === thing.id) ?? false);

export function drawThings(pen: Pen, things: readonly ThingView[], frame: FrameView | null): void {
  const { context, px, palette } = pen;
  inPlane(pen);
  context.beginPath();
  for (const thing of things) {
    if (thing.kind !== 'wall' && !(thing.kind === 'mover' && !thing.solid)) {
      traceBlock(context, thing, poseOfThing(thing, frame));
    }
  }
  context.fillStyle = palette.color.obstacle;
  context.fill();
  context.strokeStyle = palette.color['obstacle-edge'];
  context.lineWidth = 1.25 * px;
  context.stroke();
  drawWalls(pen, things);
  drawPermeable(pen, things, frame);
}

function traceBlock(
  context: CanvasRenderingContext2D,
  thing: Exclude<ThingView, { kind: 'wall' }>,
  place: Pose,
): void {
  if (thing.kind !== 'box') {
    traceCircle(context, place.x, place.y, thing.radius);
    return;
  }
  const [long, wide] = thing.size;
  const ax = (Math.cos(place.heading) * long) / 2;
  const ay = (Math.sin(place.heading) * long) / 2;
  const bx = (-Math.sin(place.heading) * wide) / 2;
  const by = (Math.cos(place.heading) * wide) / 2;
  context.moveTo(place.x + ax + bx, place.y + ay + by);
  context.lineTo(place.x - ax + bx, place.y - ay + by);
  context.lineTo(place.x - ax - bx, place.y - ay - by);
  context.lineTo(place.x + ax - bx, place.y + ay - by);
  context.closePath();
}

function drawWalls({ context, px, palette }: Pen, things: readonly ThingView[]): void {
  context.beginPath();
  for (const thing of things) if (thing.kind === 'wall') traceLine(context, thing.points);
  context.strokeStyle = palette.color.wall;
  context.lineWidth = 3 * px;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.stroke();
  context.lineCap = 'butt';
}

/** One drives through them: a ring. */
function drawPermeable(
  { context, px, palette }: Pen,
  things: readonly ThingView[],
  frame: FrameView | null,
): void {
  context.beginPath();
  for (const thing of things) {
    if (thing.kind === 'mover' && !thing.solid) traceBlock(context, thing, poseOfThing(thing, frame));
  }
  context.strokeStyle = palette.color.mover;
  context.lineWidth = 2 * px;
  context.setLineDash([4 * px, 3 * px]);
  context.stroke();
  context.setLineDash([]);
}

/** What of a scene stands still in this frame. */
export const staticThings = ({ things }: SceneView, frame: FrameView | null): readonly ThingView[] =>
  things.filter((thing) => !isMoving(thing, frame));

export const movingThings = ({ things }: SceneView, frame: FrameView | null): readonly ThingView[] =>
  things.filter((thing) => isMoving(thing, frame));
