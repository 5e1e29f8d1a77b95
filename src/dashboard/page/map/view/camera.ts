/** The part of the plane that the map shows: metres to pixels and back, zoom, pan, fit. CSS pixels, y down. */
import { clamp, distance, type Pose, type Vec2 } from '../../../../math/geometry.js';
import type { Meters, Seconds } from '../../../../math/units.js';
import type { Extent } from '../../../../scene/extent.js';

export interface Camera {
  /** The point of the plane in the center. */
  readonly x: Meters;
  readonly y: Meters;
  /** Pixels per metre. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

const MIN_SCALE = 2;
const MAX_SCALE = 4000;
/** Free space around a fitted extent, relative to the smaller side. */
const FIT_MARGIN = 0.06;
/** Free space for the tools at the top, and for the scale bar at the bottom [pixels]. */
const HEADER_HEIGHT = 56;
const FOOTER_HEIGHT = 44;

export const toScreen = (camera: Camera, { x, y }: Vec2): Vec2 => ({
  x: camera.width / 2 + (x - camera.x) * camera.scale,
  y: camera.height / 2 - (y - camera.y) * camera.scale,
});

export const toPlane = (camera: Camera, { x, y }: Vec2): Vec2 => ({
  x: camera.x + (x - camera.width / 2) / camera.scale,
  y: camera.y - (y - camera.height / 2) / camera.scale,
});

/** Puts a point of the plane under a point of the screen. */
function withPointAt(camera: Camera, scale: number, point: Vec2, at: Vec2): Camera {
  const bounded = clamp(scale, MIN_SCALE, MAX_SCALE);
  const x = point.x - (at.x - camera.width / 2) / bounded;
  const y = point.y + (at.y - camera.height / 2) / bounded;
  return { ...camera, x, y, scale: bounded };
}

/** Zooms about a point of the screen, which keeps its place. */
export const zoomAbout = (camera: Camera, at: Vec2, factor: number): Camera =>
  withPointAt(camera, camera.scale * factor, toPlane(camera, at), at);

/** Moves the picture by pixels. */
export const panBy = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y + dy / camera.scale,
});

/** The same zoom, with a point in the center. */
export const centerOn = (camera: Camera, { x, y }: Vec2): Camera => ({ ...camera, x, y });

const midpoint = (a: Vec2, b: Vec2): Vec2 => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Two fingers moved from one pair of points to another: the point between them keeps its place under them. */
export function pinched(camera: Camera, from: readonly [Vec2, Vec2], to: readonly [Vec2, Vec2]): Camera {
  const apart = distance(...from);
  const factor = apart > 1 ? distance(...to) / apart : 1;
  return withPointAt(camera, camera.scale * factor, toPlane(camera, midpoint(...from)), midpoint(...to));
}

/** A view of a whole extent, as large as possible, clear of the tools and the scale bar. */
export function fitted({ low, high }: Extent, width: number, height: number): Camera {
  const margin = FIT_MARGIN * Math.min(width, height);
  const [across, up] = [Math.max(high.x - low.x, 1e-3), Math.max(high.y - low.y, 1e-3)];
  const [head, foot] = [Math.max(margin, HEADER_HEIGHT), Math.max(margin, FOOTER_HEIGHT)];
  const largest = Math.min((width - 2 * margin) / across, (height - head - foot) / up);
  const scale = clamp(largest, MIN_SCALE, MAX_SCALE);
  const { x, y } = midpoint(low, high);
  return { x, y: y - (foot - head) / 2 / scale, scale, width, height };
}

/** Whether a point is visible, `inset` pixels or more from the edge. */
export function shows(camera: Camera, { x, y }: Vec2, inset = 0): boolean {
  return (
    Math.abs(x - camera.x) * camera.scale <= camera.width / 2 - inset &&
    Math.abs(y - camera.y) * camera.scale <= camera.height / 2 - inset
  );
}

// The camera from frame to frame: fitted until the user zooms or pans, or with the selected robot in its center.

export interface ViewNeeds {
  readonly width: number;
  readonly height: number;
  readonly fitting: boolean;
  /** A pointer is down: what is under it stays there. */
  readonly held: boolean;
  /** The robot to keep in the center. */
  readonly followed: Pose | undefined;
  /** Robots that must stay visible in a fitted view. */
  readonly robots: readonly Pose[];
}

/** Nearer to the edge than this a robot is about to leave [pixels]. */
const EDGE_MARGIN = 8;

/** @param extentOf called only if the view must be fitted again; `wide` adds room for robots that drive on */
export function nextCamera(
  before: Camera | null,
  now: ViewNeeds,
  extentOf: (wide: boolean) => Extent,
): Camera {
  const { width, height, followed } = now;
  const sized = before && { ...before, width, height };
  const resized = before?.width !== width || before.height !== height;
  if (followed && sized) return centerOn(sized, followed);
  if (!sized) return fitted(extentOf(false), width, height);
  if (!now.fitting || now.held) return resized ? sized : before;
  const lost = now.robots.some((robot) => !shows(sized, robot, EDGE_MARGIN));
  if (!lost && !resized) return before;
  return fitted(extentOf(lost), width, height);
}

/** How quickly a view moves to another one [s]: what is left of the way shrinks to a third in this time. */
const EASE_TIME: Seconds = 0.12;
/** Nearer than this it is there [pixels]. */
const EASED = 0.5;

/** A view on its way to another one of the same size, as far as it comes in a time. */
export function eased(from: Camera, to: Camera, time: Seconds): Camera {
  const share = 1 - Math.exp(-time / EASE_TIME);
  const way = (a: number, b: number): number => a + (b - a) * share;
  const next = {
    ...to,
    x: way(from.x, to.x),
    y: way(from.y, to.y),
    scale: from.scale * (to.scale / from.scale) ** share,
  };
  const corner = { x: to.width, y: to.height };
  const away = distance(toScreen(to, toPlane(next, corner)), corner);
  return distance(next, to) * to.scale + away < EASED ? to : next;
}
