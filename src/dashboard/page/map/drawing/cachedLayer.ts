/** A layer that is kept from frame to frame, wider than the map all round: it serves until one pans past that. */
import type { Camera } from '../view/camera.js';
import { type Pen, penFor } from './pen.js';

/** CSS pixels on every side. */
const LAYER_MARGIN = 96;

export class CachedLayer {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d');
  #pen: Pen | undefined;
  #key: unknown[] = [];

  /** The pen to go on with; undefined where nothing of it is left to go on with, or it would not show all. */
  current(pen: Pen, key: readonly unknown[]): Pen | undefined {
    const kept = this.#pen;
    const isSame =
      kept &&
      kept.camera.scale === pen.camera.scale &&
      kept.ratio === pen.ratio &&
      kept.palette === pen.palette &&
      kept.camera.width === pen.camera.width + 2 * LAYER_MARGIN &&
      kept.camera.height === pen.camera.height + 2 * LAYER_MARGIN &&
      key.every((part, i) => part === this.#key[i]);
    if (!isSame) return undefined;
    const { dx, dy } = cameraOffset(kept.camera, pen.camera);
    return Math.abs(dx) <= LAYER_MARGIN && Math.abs(dy) <= LAYER_MARGIN ? kept : undefined;
  }

  /** An empty layer, and the pen to draw it with. */
  renew(pen: Pen, key: readonly unknown[]): Pen | undefined {
    if (!this.#context) return undefined;
    const width = pen.camera.width + 2 * LAYER_MARGIN;
    const height = pen.camera.height + 2 * LAYER_MARGIN;
    const [wide, high] = [Math.ceil(width * pen.ratio), Math.ceil(height * pen.ratio)];
    if (this.#canvas.width !== wide) this.#canvas.width = wide;
    if (this.#canvas.height !== high) this.#canvas.height = high;
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.clearRect(0, 0, wide, high);
    this.#key = [...key];
    this.#pen = penFor(this.#context, { ...pen.camera, width, height }, pen.ratio, pen.palette);
    return this.#pen;
  }

  /** Puts it under the pen, on whole pixels of the device. */
  show({ context, camera, ratio }: Pen, alpha = 1): void {
    if (!this.#pen) return;
    const { dx, dy } = cameraOffset(this.#pen.camera, camera);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = alpha;
    context.drawImage(
      this.#canvas,
      Math.round((dx - LAYER_MARGIN) * ratio),
      Math.round((dy - LAYER_MARGIN) * ratio),
    );
    context.globalAlpha = 1;
  }
}

/** How far a picture made with one camera lies off under another [CSS pixels]. */
const cameraOffset = (made: Camera, now: Camera): { readonly dx: number; readonly dy: number } => ({
  dx: (made.x - now.x) * now.scale,
  dy: (now.y - made.y) * now.scale,
});
