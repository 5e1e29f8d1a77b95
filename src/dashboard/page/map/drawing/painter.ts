/** Draws the newest frame when something has changed, at most once a frame of the screen. */
import { focusedRobot, scene, showForces, showMarks } from '../../store.js';
import { drawArrowBars } from '../layers/arrowBars.js';
import { drawEditing } from '../layers/editing.js';
import { drawEstimates } from '../layers/estimates.js';
import { ForceLayer } from '../layers/forces.js';
import { drawScaleBar, scaleBarBox } from '../layers/grid.js';
import { Ground } from '../layers/ground.js';
import { LabelBoard } from '../layers/labelBoard.js';
import { drawMarks } from '../layers/marks.js';
import { drawRays } from '../layers/rays.js';
import { drawRobots } from '../layers/robots.js';
import { TargetLayer } from '../layers/targets.js';
import { TrailLayer } from '../layers/trails.js';
import { locateRobots } from '../view/bodies.js';
import { camera, shownFrame } from '../view/mapState.js';
import type { Trails } from '../view/trails.js';
import { AutoCamera } from '../view/viewKeeper.js';
import { arrowScales } from './arrowScale.js';
import { behaviorColors } from './behaviorColors.js';
import { type Palette, readPalette } from './palette.js';
import { type Pen, penFor } from './pen.js';
import type { Picture } from './picture.js';

/** Finer than this nobody sees, and it costs. */
const MAX_PIXEL_RATIO = 2;

export class Painter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #trails: Trails;
  readonly #ground = new Ground();
  readonly #trailLayer = new TrailLayer();
  readonly #targets = new TargetLayer();
  readonly #forces = new ForceLayer();
  readonly #labels = new LabelBoard();
  readonly #views = new AutoCamera();
  #palette: Palette;
  #animationFrame = 0;
  #drawing = false;

  constructor(canvas: HTMLCanvasElement, trails: Trails) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
    this.#trails = trails;
    this.#palette = readPalette(canvas);
  }

  /** Something changed. */
  readonly requestPaint = (): void => {
    if (this.#drawing || this.#animationFrame !== 0) return;
    this.#animationFrame = requestAnimationFrame(() => {
      this.#animationFrame = 0;
      this.#drawing = true;
      try {
        this.#draw();
      } finally {
        this.#drawing = false;
      }
    });
  };

  readonly themeChanged = (): void => {
    this.#palette = readPalette(this.#canvas);
    this.requestPaint();
  };

  stop(): void {
    cancelAnimationFrame(this.#animationFrame);
    this.#animationFrame = 0;
  }

  #draw(): void {
    const picture = this.#picture();
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (!picture || !this.#context || width === 0 || height === 0) return;
    const ratio = Math.min(devicePixelRatio || 1, MAX_PIXEL_RATIO);
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== wide) this.#canvas.width = wide;
    if (this.#canvas.height !== high) this.#canvas.height = high;
    const view = this.#views.next(picture, width, height);
    camera.value = view;
    const pen = penFor(this.#context, view, ratio, this.#palette);
    this.#paint(pen, { ...picture, scales: arrowScales(picture.scene, view.scale) });
  }

  #picture(): Omit<Picture, 'scales'> | undefined {
    if (!scene.value) return undefined;
    const frame = shownFrame.value;
    const bodies = frame ? locateRobots(scene.value, frame) : [];
    behaviorColors.update(scene.value);
    return {
      scene: scene.value,
      frame,
      bodies,
      focus: focusedRobot.value?.id,
      forces: showForces.value,
      marks: showMarks.value,
      colors: behaviorColors,
    };
  }

  #paint(pen: Pen, picture: Picture): void {
    const labels = this.#labels;
    labels.begin(pen);
    this.#ground.draw(pen, picture);
    this.#trailLayer.draw(pen, picture, this.#trails);
    drawRays(pen, picture);
    const crosses = this.#targets.draw(pen, picture);
    const robots = drawRobots(pen, picture, labels);
    drawEstimates(pen, picture);
    if (picture.forces) this.#forces.draw(pen, picture, labels);
    if (picture.marks) drawMarks(pen, picture, labels);
    drawEditing(pen);
    const bars = picture.forces ? drawArrowBars(pen, picture) : [];
    labels.draw([scaleBarBox(pen), ...bars, ...crosses, ...robots]);
    drawScaleBar(pen);
  }
}
