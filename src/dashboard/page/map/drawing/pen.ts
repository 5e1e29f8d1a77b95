/** The pen that every layer draws with, in metres, y up, or in pixels of the screen; and batches of arrows. */
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

export interface ArrowStyle {
  readonly color: string;
  /** The shaft's width; all lengths in pixels. */
  readonly width: number;
  readonly head: number;
  readonly dashes?: readonly number[];
  readonly alpha?: number;
}

/** Numbers per arrow: its start, its vector, and whether it is cut. */
const NUMBERS_PER_ARROW = 5;
/** A head's half width, relative to its length. */
const HEAD_WIDTH_SHARE = 0.42;
/** Shorter arrows are not drawn [pixels]. */
const MIN_ARROW_LENGTH = 2;

/** Many arrows of one colour, drawn at once; refilled every frame without new memory. */
export class ArrowBatch {
  readonly #numbers: number[] = [];
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  /** From a point along a vector, in metres. @param cut adds a second head: the value is larger than drawn */
  add(x: number, y: number, dx: number, dy: number, cut = false): void {
    const i = this.#count * NUMBERS_PER_ARROW;
    this.#numbers[i] = x;
    this.#numbers[i + 1] = y;
    this.#numbers[i + 2] = dx;
    this.#numbers[i + 3] = dy;
    this.#numbers[i + 4] = cut ? 1 : 0;
    this.#count += 1;
  }

  draw({ context, px }: Pen, { color, width, head, dashes = [], alpha = 1 }: ArrowStyle): void {
    if (this.#count === 0) return;
    context.globalAlpha = alpha;
    context.strokeStyle = color;
    context.fillStyle = color;
    context.lineWidth = width * px;
    context.setLineDash(dashes.map((dash) => dash * px));
    context.beginPath();
    this.#each(px, head, (x, y, ux, uy, long, tip) => {
      context.moveTo(x, y);
      context.lineTo(x + ux * (long - 0.95 * tip), y + uy * (long - 0.95 * tip));
    });
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    this.#each(px, head, (x, y, ux, uy, long, tip, cut) => {
      traceHead(context, x + ux * long, y + uy * long, ux * tip, uy * tip);
      const back = long - 1.1 * tip;
      if (cut) traceHead(context, x + ux * back, y + uy * back, ux * tip, uy * tip);
    });
    context.fill();
    context.globalAlpha = 1;
  }

  #each(
    px: number,
    head: number,
    visit: (x: number, y: number, ux: number, uy: number, long: number, tip: number, cut: boolean) => void,
  ): void {
    const n = this.#numbers;
    for (let i = 0; i < this.#count * NUMBERS_PER_ARROW; i += NUMBERS_PER_ARROW) {
      const dx = n[i + 2] ?? 0;
      const dy = n[i + 3] ?? 0;
      const long = Math.sqrt(dx * dx + dy * dy);
      if (!(long >= MIN_ARROW_LENGTH * px)) continue;
      const tip = Math.min(head * px, 0.6 * long);
      visit(n[i] ?? 0, n[i + 1] ?? 0, dx / long, dy / long, long, tip, n[i + 4] === 1);
    }
  }
}

function traceHead(context: CanvasRenderingContext2D, x: number, y: number, dx: number, dy: number): void {
  context.moveTo(x, y);
  context.lineTo(x - dx - dy * HEAD_WIDTH_SHARE, y - dy + dx * HEAD_WIDTH_SHARE);
  context.lineTo(x - dx + dy * HEAD_WIDTH_SHARE, y - dy - dx * HEAD_WIDTH_SHARE);
  context.closePath();
}
