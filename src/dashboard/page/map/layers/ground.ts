/** Everything that stands still: grid, scale bar, tape and lamps, planned paths, walls and obstacles; redrawn when the view changes. */
import type { Pose } from '../../../../math/geometry.js';
import type { FloorView, FrameView, SceneView, ThingView } from '../../../../signals/view.js';
import { gridStep, scaleBar } from '../../roundNumbers.js';
import type { LabelBox } from '../drawing/labels.js';
import { inPlane, onScreen, type Pen, traceCircle, traceLine } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';
import { toPlane } from '../view/camera.js';
import { poseOfThing } from '../view/locations.js';
import { CachedLayer } from './cachedLayers.js';
import { drawPaths } from './targets.js';

/** The smallest distance of coarse lines [pixels]. */
const GRID_SPACING = 80;
const SCALE_BAR_INSET = 12;

/** The background and its grid: lines at round steps. */
function drawGrid(pen: Pen): void {
  const { context, camera, palette } = pen;
  onScreen(pen);
  context.fillStyle = palette.color.background;
  context.fillRect(0, 0, camera.width, camera.height);
  const coarse = gridStep(camera.scale, GRID_SPACING);
  // A fifth, or a quarter of 2, 20, 0.2 …: fine lines are at round numbers as well.
  const parts = /^[0.]*2/.test(String(coarse)) ? 4 : 5;
  drawLines(pen, coarse / parts, palette.color.grid);
  drawLines(pen, coarse, palette.color['grid-coarse']);
}

function drawLines({ context, camera, ratio }: Pen, step: number, color: string): void {
  const low = toPlane(camera, { x: 0, y: camera.height });
  const high = toPlane(camera, { x: camera.width, y: 0 });
  const crisp = (v: number): number => (Math.round(v * ratio) + 0.5) / ratio;
  context.strokeStyle = color;
  context.lineWidth = 1 / ratio;
  context.beginPath();
  for (let i = Math.ceil(low.x / step); i * step <= high.x; i++) {
    const x = crisp(camera.width / 2 + (i * step - camera.x) * camera.scale);
    context.moveTo(x, 0);
    context.lineTo(x, camera.height);
  }
  for (let i = Math.ceil(low.y / step); i * step <= high.y; i++) {
    const y = crisp(camera.height / 2 - (i * step - camera.y) * camera.scale);
    context.moveTo(0, y);
    context.lineTo(camera.width, y);
  }
  context.stroke();
}

/** The scale bar's box, which labels avoid. */
export function scaleBarBox({ camera }: Pen): LabelBox {
  const { pixels } = scaleBar(camera.scale);
  const width = pixels + 2 * SCALE_BAR_INSET;
  return { left: camera.width - width, top: camera.height - 40, width, height: 40 };
}

export function drawScaleBar(pen: Pen): void {
  const { context, camera, palette } = pen;
  const { pixels, words } = scaleBar(camera.scale);
  const right = camera.width - SCALE_BAR_INSET;
  const bottom = camera.height - SCALE_BAR_INSET;
  onScreen(pen);
  context.strokeStyle = palette.color.ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(right - pixels, bottom - 5);
  context.lineTo(right - pixels, bottom);
  context.lineTo(right, bottom);
  context.lineTo(right, bottom - 5);
  context.stroke();
  context.font = `12px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.strokeStyle = palette.color.background;
  context.lineWidth = 3;
  context.strokeText(words, right - pixels / 2, bottom - 7);
  context.fillStyle = palette.color.ink;
  context.fillText(words, right - pixels / 2, bottom - 7);
}

/** Radius of a lamp, and of the inner of a beacon's two rings [pixels]: in the world they have no size. */
const LAMP_RADIUS = 6;
const RING_RADIUS = 4;

function drawFloor(pen: Pen, { lines, lamps, beacons }: FloorView): void {
  const { context, px, palette } = pen;
  inPlane(pen);
  context.strokeStyle = palette.color.muted;
  context.lineJoin = 'round';
  for (const { points, width } of lines) {
    context.beginPath();
    traceLine(context, points);
    context.lineWidth = width;
    context.stroke();
  }
  context.beginPath();
  for (const { x, y } of lamps) traceCircle(context, x, y, LAMP_RADIUS * px);
  context.fillStyle = palette.color.warning;
  context.fill();
  context.beginPath();
  for (const { x, y } of beacons) for (const n of [1, 2]) traceCircle(context, x, y, n * RING_RADIUS * px);
  context.strokeStyle = palette.color.ink;
  context.lineWidth = 1.5 * px;
  context.stroke();
}

// Walls, circles, boxes and movers: static things are kept as a picture, moving things are drawn in each frame.

/** Whether a thing must be drawn in every frame. */
const isMoving = (thing: ThingView, frame: FrameView | null): boolean =>
  thing.kind === 'mover' || (frame?.moved.some(({ id }) => id === thing.id) ?? false);

function drawThings(pen: Pen, things: readonly ThingView[], frame: FrameView | null): void {
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

/** Movers that robots can drive through are drawn as a ring. */
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

/** The things that stand still in this frame. */
const staticThings = ({ things }: SceneView, frame: FrameView | null): readonly ThingView[] =>
  things.filter((thing) => !isMoving(thing, frame));

const movingThings = ({ things }: SceneView, frame: FrameView | null): readonly ThingView[] =>
  things.filter((thing) => isMoving(thing, frame));

export class Ground {
  readonly #layer = new CachedLayer();

  draw(pen: Pen, { scene, frame }: Picture): void {
    const moved = movingThings(scene, frame);
    const key = [scene, namesOf(moved)];
    if (!this.#layer.current(pen, key)) {
      const fresh = this.#layer.renew(pen, key);
      if (fresh) {
        drawGrid(fresh);
        if (scene.floor) drawFloor(fresh, scene.floor);
        drawPaths(fresh, scene);
        drawThings(fresh, staticThings(scene, frame), frame);
      }
    }
    this.#layer.show(pen);
    if (moved.length > 0) drawThings(pen, moved, frame);
  }
}

const namesOf = (things: readonly ThingView[]): string => things.map(({ id }) => id).join('\n');
