/** What the map alone knows: which part of the plane it shows next, and the path that is being drawn on it. */
import { signal } from '@preact/signals';
import type { Vec2 } from '../../../../math/geometry.js';
import type { FrameView, SceneView, View } from '../../../../signals/view.js';
import { cameraFollows } from '../../store.js';
import type { Picture } from '../drawing/picture.js';
import type { Path } from '../pointing/waypoints.js';
import { type Camera, nextCamera, zoomAbout } from './camera.js';
import { extentOf, widened } from './locations.js';

/** Null before it has a size. */
export const camera = signal<Camera | null>(null);
/** Whether the view is fitted to what there is; ends when somebody zooms or pans. */
export const fitting = signal(true);

/** Waypoints of the path that is being edited. */
export const draft = signal<Path>([]);
/** The line that is being drawn freehand. */
export const freehandLine = signal<Path>([]);
/** Of the draft, by its place. */
export const selectedWaypoint = signal<number | null>(null);
/** The keyboard's cross-hair; null where none is shown. */
export const crosshair = signal<Vec2 | null>(null);
/** What is being dragged, and where to. */
export const dragged = signal<{ readonly id: string; readonly at: Vec2 } | null>(null);

/** How often somebody asked to see all there is. */
export const fitRequests = signal(0);
/** The newest frame of this scene: none between a scene that opens and its first. */
export const shownFrame = signal<FrameView | null>(null);

/** Shows all there is. */
export function fitView(): void {
  fitting.value = true;
  fitRequests.value += 1;
}

/** Every view, in the order in which they come. */
export function onSceneOrFrame(view: View, before: SceneView | null): void {
  if (view.kind === 'frame') shownFrame.value = view;
  else if (view.name !== before?.name) {
    shownFrame.value = null;
    crosshair.value = null;
    discardDraft();
  }
}

/** The view as somebody wants it from now on. */
export function setCamera(changed: Camera): void {
  fitting.value = false;
  camera.value = changed;
}

/** Zooms about the middle. */
export function zoomBy(factor: number): void {
  const now = camera.value;
  if (now) setCamera(zoomAbout(now, { x: now.width / 2, y: now.height / 2 }, factor));
}

export function discardDraft(): void {
  draft.value = [];
  freehandLine.value = [];
  selectedWaypoint.value = null;
}

/** Room left on every side for those who drive out of the view. */
const LEAVING_MARGIN = 0.15;

/** Which view comes next: what the scene, somebody who asked to see it all, and the robot that is followed want. */
export class AutoCamera {
  #sceneName: string | undefined;
  #fitRequests = 0;

  next(picture: Omit<Picture, 'scales'>, width: number, height: number): Camera {
    const { scene, frame, robots, focus } = picture;
    const isOtherScene = scene.name !== this.#sceneName;
    if (isOtherScene) fitting.value = true;
    const mustFit = isOtherScene || this.#fitRequests !== fitRequests.value;
    this.#fitRequests = fitRequests.value;
    // Where its robots are nobody knows before the first frame.
    this.#sceneName = frame ? scene.name : undefined;
    const now = {
      width,
      height,
      fitting: fitting.value,
      followed: cameraFollows.value ? robots.find(({ view }) => view.id === focus)?.pose : undefined,
      robots: robots.filter(({ view }) => !view.ghost).map(({ pose }) => pose),
    };
    return nextCamera(mustFit ? null : camera.value, now, (wide) =>
      wide ? widened(extentOf(scene, frame), LEAVING_MARGIN) : extentOf(scene, frame),
    );
  }
}
