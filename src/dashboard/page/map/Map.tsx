/** The live map: robots and obstacles, and the forces on them. It fills its parent. */
import './map.css';
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Vec2 } from '../../../math/geometry.js';
import { arrowScales } from '../../../scene/arrowScale.js';
import { estimateShapes } from '../../../scene/estimates.js';
import { spotShapes } from '../../../scene/ground.js';
import { locateRobots } from '../../../scene/located.js';
import { rayShapes } from '../../../scene/rays.js';
import { incidents } from '../failure/failures.js';
import { lookedAt } from '../failure/lookBack.js';
import { round } from '../game/Game.js';
import { SPOT_REACH } from '../game/spots.js';
import { cameraFollows, focusedRobot, frame, onView, scene, showForces, showMarks, tool } from '../store.js';
import { behaviorColors } from './drawing/behaviorColors.js';
import { drawShapes } from './drawing/canvas.js';
import { type Palette, readPalette, watchTheme } from './drawing/palette.js';
import { type Pen, penFor } from './drawing/pen.js';
import type { Picture } from './drawing/picture.js';
import { TrailLayer } from './layers/cachedLayers.js';
import { drawArrowBars, drawForces, drawMarks } from './layers/contributions.js';
import { drawFutures } from './layers/futures.js';
import { drawScaleBar, Ground, scaleBarBox } from './layers/ground.js';
import { LabelBoard } from './layers/labelBoard.js';
import { drawIncidents, drawRobots } from './layers/robots.js';
import { drawEditing, TargetLayer } from './layers/targets.js';
import { MapHint, type Sign, watchHints } from './MapHint.js';
import { PathButtons } from './PathButtons.js';
import { robotAt } from './pointing/hitTest.js';
import { listenToMap } from './pointing/listen.js';
import { signAt } from './pointing/signAt.js';
import { canvasElement } from './SaveButtons.js';
import { toPlane } from './view/camera.js';
import {
  AutoCamera,
  camera,
  crosshair,
  draft,
  dragged,
  fitRequests,
  freehandLine,
  held,
  onSceneOrFrame,
  selectedWaypoint,
  shownFrame,
} from './view/mapState.js';
import { Trails } from './view/trails.js';

/** The mouse is at a line or a small sign within this distance [pixels]. */
const HINT_REACH = 6;
/** A higher resolution cannot be seen, and costs time. */
const MAX_PIXEL_RATIO = 2;

/** A trail, by its word in the glossary. */
const TRAIL = 'way driven, a dot each half second';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Draws the newest frame after a change, at most once per screen frame. */
class Painter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #trails: Trails;
  readonly #ground = new Ground();
  readonly #trailLayer = new TrailLayer();
  readonly #targets = new TargetLayer();
  readonly #labels = new LabelBoard();
  readonly #views = new AutoCamera(() => calm.matches);
  #palette: Palette;
  #shown: Picture | undefined;
  #animationFrame = 0;
  #drawing = false;

  constructor(canvas: HTMLCanvasElement, trails: Trails) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
    this.#trails = trails;
    this.#palette = readPalette(canvas);
  }

  /** Asks for a new drawing after a change. */
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
      if (this.#views.isMoving) this.requestPaint();
    });
  };

  /** What is drawn at a point of the screen. */
  readonly signAt = (at: Vec2): Sign | undefined => {
    const view = camera.value;
    const label = this.#labels.textAt(at);
    if (label !== undefined) return { word: label };
    if (!view || !this.#shown) return undefined;
    const px = 1 / view.scale;
    const place = toPlane(view, at);
    const reach = HINT_REACH * px;
    const word =
      signAt(this.#shown, place, reach, px) ?? (this.#trails.pass(place, reach) ? TRAIL : undefined);
    const { robots } = this.#shown;
    const under = robots.length > 1 ? robotAt(robots, place, 0)?.view : undefined;
    return word === undefined ? undefined : { word, ...(under && !under.ghost && { name: under.id }) };
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
    this.#shown = { ...picture, scales: arrowScales(picture.scene, view.scale) };
    this.#paint(pen, this.#shown);
  }

  #picture(): Omit<Picture, 'scales'> | undefined {
    if (!scene.value) return undefined;
    const frame = shownFrame.value;
    const robots = frame ? locateRobots(scene.value, frame) : [];
    behaviorColors.update(scene.value);
    return {
      scene: scene.value,
      frame,
      robots,
      focus: focusedRobot.value?.id,
      forces: showForces.value,
      marks: showMarks.value,
      colors: behaviorColors,
    };
  }

  #paint(pen: Pen, picture: Picture): void {
    const labels = this.#labels;
    labels.begin(pen, picture.focus);
    this.#ground.draw(pen, picture);
    this.#trailLayer.draw(pen, picture, this.#trails);
    const { spots = [] } = picture.scene;
    drawShapes(pen, spotShapes(spots, round.value.reached, SPOT_REACH, pen.px));
    drawShapes(pen, rayShapes(picture.robots, pen.px));
    const crosses = this.#targets.draw(pen, picture);
    const robots = drawRobots(pen, picture, labels);
    drawShapes(pen, estimateShapes(picture.robots, pen.px));
    drawFutures(pen, picture);
    if (picture.forces) drawForces(pen, picture, labels);
    if (picture.marks) drawMarks(pen, picture, labels);
    drawIncidents(pen, picture);
    drawEditing(pen);
    const bars = picture.forces ? drawArrowBars(pen, picture) : [];
    labels.draw([scaleBarBox(pen), ...bars, ...crosses, ...robots]);
    drawScaleBar(pen);
  }
}

const TOOL_HINTS = {
  target: 'Enter moves the target to the cross-hair',
  path: 'Shift and Enter adds a waypoint at the cross-hair, Delete removes one, Enter drives the path',
  move: 'Enter picks up what is under the cross-hair and puts it down',
};

const mapLabel = (): string =>
  `Map of ${scene.value?.name ?? 'the run'}. Arrow keys pan, plus and minus zoom, 0 shows all. ` +
  `Shift with arrow keys moves a cross-hair. ${TOOL_HINTS[tool.value]}.`;

/** Starts drawing and listening. @returns a call that stops both */
function startMap(plane: HTMLElement, canvas: HTMLCanvasElement): () => void {
  const trails = new Trails();
  let before = scene.value;
  if (before) trails.update(before);
  shownFrame.value = frame.value;
  const painter = new Painter(canvas, trails);
  const sized = new ResizeObserver(painter.requestPaint);
  sized.observe(canvas);
  const ends = [
    onView((view) => {
      trails.update(view);
      if (view.kind === 'scene' || lookedAt.value === null) onSceneOrFrame(view, before);
      before = scene.value;
    }),
    watchTheme(painter.themeChanged),
    listenToMap(plane),
    watchHints(plane, painter.signAt),
    effect(() => {
      for (const shown of [
        scene,
        shownFrame,
        showForces,
        showMarks,
        focusedRobot,
        cameraFollows,
        incidents,
        lookedAt,
      ])
        shown.value;
      for (const own of [
        camera,
        held,
        fitRequests,
        draft,
        freehandLine,
        selectedWaypoint,
        crosshair,
        dragged,
      ])
        own.value;
      painter.requestPaint();
    }),
    () => sized.disconnect(),
    () => painter.stop(),
  ];
  canvasElement.value = canvas;
  return () => {
    canvasElement.value = null;
    for (const end of ends) end();
  };
}

export function MapView() {
  const plane = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () => (plane.current && canvas.current ? startMap(plane.current, canvas.current) : undefined),
    [],
  );
  return (
    <div class="map">
      <div
        ref={plane}
        class={`map-plane tool-${tool.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself.
        tabIndex={0}
        role="application"
        aria-label={mapLabel()}
      >
        <canvas ref={canvas} data-testid="map" data-camera={JSON.stringify(camera.value)} />
      </div>
      <PathButtons />
      <MapHint />
    </div>
  );
}
