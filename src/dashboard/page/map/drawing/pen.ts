/** The pen that every layer draws with, in metres, y up, or in pixels of the screen. */
import type { Camera } from '../view/camera.js';
import type { Palette } from './palette.js';

export interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly camera: Camera;
  /** Metres per CSS pixel. */
  readonly px: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  readonly palette: Palette;
}

export const penFor = (
  context: CanvasRenderingContext2D,
  camera: Camera,
  ratio: number,
  palette: Palette,
): Pen => ({ context, camera, px: 1 / camera.scale, ratio, palette });

/** Draws in metres from here on. */
export function inPlane({ context, camera: { x, y, scale, width, height }, ratio }: Pen): void {
  const k = ratio * scale;
  context.setTransform(k, 0, 0, -k, ratio * (width / 2) - k * x, ratio * (height / 2) + k * y);
}

/** Draws in CSS pixels from here on, y down. */
export function onScreen({ context, ratio }: Pen): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}

/** Adds a whole circle to the path, as a separate piece. */
export function traceCircle(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.moveTo(x + radius, y);
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

export function traceLine(
  context: CanvasRenderingContext2D,
  points: readonly { readonly x: number; readonly y: number }[],
): void {
  let begun = false;
  for (const { x, y } of points) {
    if (begun) context.lineTo(x, y);
    else context.moveTo(x, y);
    begun = true;
  }
}

/** Words at a baseline, readable on whatever lies below; on the screen. */
export function writeCentered({ context, palette }: Pen, words: string, x: number, y: number): void {
  context.font = `12px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.lineWidth = 3;
  context.strokeStyle = palette.color('background');
  context.strokeText(words, x, y);
  context.fillStyle = palette.color('ink');
  context.fillText(words, x, y);
}
