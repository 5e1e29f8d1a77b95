/** Everything that stands still: grid, scale bar, tape and lamps, planned paths, walls and obstacles; redrawn when the view changes. */
import { glowShapes, lightShape, lineShadow, shadowShapes } from '../../../../scene/depth.js';
import {
  floorShapes,
  isPermeable,
  pathShapes,
  pieceOf,
  putBackShape,
  thingShapes,
  trackShape,
  wallLook,
} from '../../../../scene/ground.js';
import { poseOfThing } from '../../../../scene/located.js';
import { gridStep, scaleBar } from '../../../../scene/roundNumbers.js';
import type { Shape } from '../../../../scene/shapes.js';
import type { FrameView, SceneView, ThingView } from '../../../../signals/view.js';
import { drawShapes } from '../drawing/canvas.js';
import type { LabelBox } from '../drawing/labels.js';
import { onScreen, type Pen, writeCentered } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';
import { toPlane } from '../view/camera.js';
import { CachedLayer } from './cachedLayers.js';

/** The smallest distance of coarse lines [pixels]. */
const GRID_SPACING = 80;
const SCALE_BAR_INSET = 12;

/** The background and its grid: lines at round steps. */
function drawGrid(pen: Pen): void {
  const { context, camera, palette } = pen;
  onScreen(pen);
  context.fillStyle = palette.color('background');
  context.fillRect(0, 0, camera.width, camera.height);
  const coarse = gridStep(camera.scale, GRID_SPACING);
  // A fifth, or a quarter of 2, 20, 0.2 …: fine lines are at round numbers as well.
  const parts = /^[0.]*2/.test(String(coarse)) ? 4 : 5;
  drawLines(pen, coarse / parts, palette.color('grid'));
  drawLines(pen, coarse, palette.color('grid-coarse'));
}

/** On whole pixels of the screen, so that they are crisp. */
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
  context.strokeStyle = palette.color('ink');
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(right - pixels, bottom - 5);
  context.lineTo(right - pixels, bottom);
  context.lineTo(right, bottom);
  context.lineTo(right, bottom - 5);
  context.stroke();
  writeCentered(pen, words, right - pixels / 2, bottom - 7);
}

// Static things are kept as a picture, moving things are drawn in each frame.

/** Whether a thing must be drawn in every frame. */
const isMoving = (thing: ThingView, frame: FrameView | null): boolean =>
  thing.kind === 'mover' || (frame?.moved.some(({ id }) => id === thing.id) ?? false);

function shapesOf(things: readonly ThingView[], frame: FrameView | null, px: number): readonly Shape[] {
  const poseOf = (thing: ThingView) => poseOfThing(thing, frame);
  const pieces = (chosen: readonly ThingView[]) => chosen.map((thing) => pieceOf(thing, poseOf(thing)));
  const bodies = pieces(things.filter((thing) => thing.kind !== 'wall' && !isPermeable(thing)));
  const walls = pieces(things.filter(({ kind }) => kind === 'wall'));
  return [
    ...shadowShapes(bodies, px),
    lineShadow(walls, wallLook(px).width, px),
    ...thingShapes(things, poseOf, px),
    lightShape(bodies, px),
  ];
}

/** All that stands still in this frame. */
const staticShapes = (scene: SceneView, frame: FrameView | null, px: number): readonly Shape[] => [
  ...(scene.floor ? [...glowShapes(scene.floor.lamps, px), ...floorShapes(scene.floor, px)] : []),
  ...(scene.putBack ? [putBackShape(scene.putBack, px)] : []),
  ...pathShapes(scene, px),
  trackShape(scene.things, px),
  ...shapesOf(
    scene.things.filter((thing) => !isMoving(thing, frame)),
    frame,
    px,
  ),
];

export class Ground {
  readonly #layer = new CachedLayer();

  draw(pen: Pen, { scene, frame }: Picture): void {
    const moved = scene.things.filter((thing) => isMoving(thing, frame));
    const key = [scene, moved.map(({ id }) => id).join('\n')];
    if (!this.#layer.current(pen, key)) {
      const fresh = this.#layer.renew(pen, key);
      if (fresh) {
        drawGrid(fresh);
        drawShapes(fresh, staticShapes(scene, frame, fresh.px));
      }
    }
    this.#layer.show(pen);
    drawShapes(pen, shapesOf(moved, frame, pen.px));
  }
}
