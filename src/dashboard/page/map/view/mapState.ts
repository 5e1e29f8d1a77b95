/** The map's own state: the next view, and the path that is being drawn. */
import { signal } from '@preact/signals';
import type { Vec2 } from '../../../../math/geometry.js';
import type { Seconds } from '../../../../math/units.js';
import { extentOf, widened } from '../../../../scene/extent.js';
import type { FrameView, SceneView, View } from '../../../../signals/view.js';
import { cameraFollows, tool } from '../../store.js';
import type { Picture } from '../drawing/picture.js';
import { givenPath, sentGoal, sentPath } from '../given.js';
import type { Waypoints } from '../pointing/waypoints.js';
import { type Camera, eased, nextCamera, zoomAbout } from './camera.js';

/** null before the map has a size. */
export const camera = signal<Camera | null>(null);
/** Whether the view is fitted to the scene; ends when the user zooms or pans. */
export const fitting = signal(true);

/** Waypoints of the path that is being edited. */
export const draft = signal<Waypoints>([]);
/** The line that is being drawn freehand. */
export const freehandLine = signal<Waypoints>([]);
/** An index into the draft. */
export const selectedWaypoint = signal<number | null>(null);
/** The keyboard's cross-hair; null while it is hidden. */
export const crosshair = signal<Vec2 | null>(null);
/** Whether a pointer is down on the map. */
export const held = signal(false);
/** The dragged thing, and where to. */
export const dragged = signal<{ readonly id: string; readonly at: Vec2 } | null>(null);

/** How often the user has asked to see the whole scene. */
export const fitRequests = signal(0);
/** The newest frame of this scene; null until its first frame. */
export const shownFrame = signal<FrameView | null>(null);

/** Shows the whole scene. */
export function fitView(): void {
  fitting.value = true;
  fitRequests.value += 1;
}

/** Called with every view, in order. */
export function onSceneOrFrame(view: View, before: SceneView | null): void {
  if (view.kind === 'frame') shownFrame.value = view;
  else if (view.name !== before?.name) {
    shownFrame.value = null;
    crosshair.value = null;
    tool.value = 'target';
    discardDraft();
    sentGoal.value = null;
    sentPath.value = null;
  } else if (givenPath.value && givenPath.value === draft.value) discardDraft();
}

/** Sets the view that the user has chosen. */
export function setCamera(changed: Camera): void {
  fitting.value = false;
  camera.value = changed;
}

/** Zooms about the center. */
export function zoomBy(factor: number): void {
  const now = camera.value;
  if (now) setCamera(zoomAbout(now, { x: now.width / 2, y: now.height / 2 }, factor));
}

export function discardDraft(): void {
  draft.value = [];
  freehandLine.value = [];
  selectedWaypoint.value = null;
}

/** Room on every side for robots that drive out of the view. */
const LEAVING_MARGIN = 0.15;

/** Of a moving view, between two pictures. */
const LEAST_STEP: Seconds = 1 / 60;
const LONGEST_STEP: Seconds = 0.1;

/** Chooses the next view: from the scene, the user's request to see all of it, and the followed robot. */
export class AutoCamera {
  #sceneName: string | undefined;
  #fitRequests = 0;
  /** Where the view is on its way to; undefined while it stands. */
  #goal: Camera | undefined;
  #movedAt: Seconds = 0;
  readonly #isCalm: () => boolean;

  /** @param isCalm whether the view is to jump: some people get sick of pictures that move */
  constructor(isCalm: () => boolean) {
    this.#isCalm = isCalm;
  }

  get isMoving(): boolean {
    return this.#goal !== undefined;
  }

  next(picture: Omit<Picture, 'scales'>, width: number, height: number): Camera {
    const { scene, frame, robots, focus } = picture;
    const isOtherScene = scene.name !== this.#sceneName;
    if (isOtherScene) fitting.value = true;
    const mustFit = isOtherScene || this.#fitRequests !== fitRequests.value;
    this.#fitRequests = fitRequests.value;
    // The robots' positions are unknown before the first frame.
    this.#sceneName = frame ? scene.name : undefined;
    const now = {
      width,
      height,
      fitting: fitting.value,
      held: held.value,
      followed: cameraFollows.value ? robots.find(({ view }) => view.id === focus)?.pose : undefined,
      robots: robots.filter(({ view }) => !view.ghost).map(({ pose }) => pose),
    };
    const from = camera.value;
    const before = fitting.value ? (this.#goal ?? from) : from;
    const wanted = nextCamera(mustFit ? null : before, now, (wide) =>
      wide ? widened(extentOf(scene, frame), LEAVING_MARGIN) : extentOf(scene, frame),
    );
    const isSized = from?.width === width && from.height === height;
    if (held.value && isSized && !mustFit) return from;
    const jumps = mustFit || !fitting.value || now.followed !== undefined || !isSized || this.#isCalm();
    return jumps ? this.#stand(wanted) : this.#moveTo(from, wanted);
  }

  #stand(there: Camera): Camera {
    this.#goal = undefined;
    return there;
  }

  #moveTo(from: Camera, wanted: Camera): Camera {
    if (wanted === from) return this.#stand(from);
    const time = performance.now() / 1000;
    const passed = this.#goal === undefined ? LEAST_STEP : Math.min(time - this.#movedAt, LONGEST_STEP);
    this.#movedAt = time;
    const next = eased(from, wanted, passed);
    this.#goal = next === wanted ? undefined : wanted;
    return next;
  }
}
