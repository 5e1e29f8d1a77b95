/** What part of the plane the map shows: metres to pixels and back, zoom, pan, fit. Pixels are CSS pixels, y down. */
import { clamp, distance, type Vec2, ZERO } from '../../../geometry.js';
import type { Meters } from '../../../units.js';
import type { Extent } from './extent.js';

export interface Camera {
  /** The point of the plane in the middle. */
  readonly x: Meters;
  readonly y: Meters;
  /** Pixels a metre. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

const SMALLEST = 2;
const LARGEST = 4000;
/** Kept free around what is fitted, a share of the smaller side. */
const MARGIN = 0.06;
/** So much smaller than it could be a picture may be, to keep clear of what covers the map. */
const LITTLE = 0.8;

export const toScreen = (camera: Camera, { x, y }: Vec2): Vec2 => ({
  x: camera.width / 2 + (x - camera.x) * camera.scale,
  y: camera.height / 2 - (y - camera.y) * camera.scale,
});

export const toPlane = (camera: Camera, { x, y }: Vec2): Vec2 => ({
  x: camera.x + (x - camera.width / 2) / camera.scale,
  y: camera.y - (y - camera.height / 2) / camera.scale,
});

/** Puts a point of the plane under a point of the screen. */
function held(camera: Camera, scale: number, point: Vec2, at: Vec2): Camera {
  const bounded = clamp(scale, SMALLEST, LARGEST);
  const x = point.x - (at.x - camera.width / 2) / bounded;
  const y = point.y + (at.y - camera.height / 2) / bounded;
  return { ...camera, x, y, scale: bounded };
}

/** Zooms; what is under a point of the screen stays there. */
export const zoomAbout = (camera: Camera, at: Vec2, factor: number): Camera =>
  held(camera, camera.scale * factor, toPlane(camera, at), at);

/** Moves the picture by pixels. */
export const panBy = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y + dy / camera.scale,
});

export const centreOn = (camera: Camera, { x, y }: Vec2): Camera => ({ ...camera, x, y });

const middleOf = (a: Vec2, b: Vec2): Vec2 => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Two fingers went from one pair of points to another: what was between them still is. */
export function pinched(camera: Camera, from: readonly [Vec2, Vec2], to: readonly [Vec2, Vec2]): Camera {
  const apart = distance(...from);
  const factor = apart > 1 ? distance(...to) / apart : 1;
  return held(camera, camera.scale * factor, toPlane(camera, middleOf(...from)), middleOf(...to));
}

/**
 * A view that shows all of an extent, as large as it goes.
 *
 * @param covered pixels at the left and at the top that something covers: kept free where that costs little
 */
export function fitted({ low, high }: Extent, width: number, height: number, covered: Vec2 = ZERO): Camera {
  const margin = MARGIN * Math.min(width, height);
  const [across, up] = [Math.max(high.x - low.x, 1e-3), Math.max(high.y - low.y, 1e-3)];
  const [wide, tall] = [width - 2 * margin, height - 2 * margin];
  const largest = Math.min(wide / across, tall / up);
  const beside = Math.min((wide - covered.x) / across, (tall - covered.y) / up);
  const scale = clamp(Math.max(beside, LITTLE * largest), SMALLEST, LARGEST);
  const middle = middleOf(low, high);
  const x = middle.x - clamp(wide - across * scale, 0, covered.x) / 2 / scale;
  const y = middle.y + clamp(tall - up * scale, 0, covered.y) / 2 / scale;
  return { x, y, scale, width, height };
}

/** Whether a point lies in what is shown, `inset` pixels or more from its edge. */
export function shows(camera: Camera, { x, y }: Vec2, inset = 0): boolean {
  return (
    Math.abs(x - camera.x) * camera.scale <= camera.width / 2 - inset &&
    Math.abs(y - camera.y) * camera.scale <= camera.height / 2 - inset
  );
}
