/** Collects a frame's labels, places them, and writes them over everything else. */
import type { Vec2 } from '../../../../math/geometry.js';
import { type Box, LABEL_HEIGHT, LabelPlacer, type LabelRequest } from '../drawing/labels.js';
import { onScreen, type Pen } from '../drawing/pen.js';
import { type Camera, toScreen } from '../view/camera.js';

const LABEL_FONT_SIZE = 12;
const SMALL_FONT_SIZE = 11;

interface BoardRequest extends LabelRequest {
  readonly small: boolean;
}

export class LabelBoard {
  readonly #placer = new LabelPlacer();
  readonly #widths = new Map<string, number>();
  #requests: BoardRequest[] = [];
  #pen: Pen | undefined;
  #camera: Camera | undefined;

  begin(pen: Pen): void {
    if (pen.palette !== this.#pen?.palette) this.#widths.clear();
    this.#pen = pen;
    this.#camera = pen.camera;
    this.#requests = [];
  }

  /**
   * @param key stays the same from frame to frame
   * @param at the named point, in metres
   * @param towards the preferred direction: radians on the screen, y down
   */
  add(key: string, text: string, color: string, at: Vec2, towards: number, gap: number, small = false): void {
    if (!this.#camera) return;
    const anchor = toScreen(this.#camera, at);
    this.#requests.push({ key, text, color, anchor, towards, gap, small, width: this.#width(text, small) });
  }

  /** Earlier requests get their places first. @param taken areas without labels */
  draw(taken: readonly Box[]): void {
    const pen = this.#pen;
    if (!pen) return;
    const { context, camera, palette } = pen;
    onScreen(pen);
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = palette.color.background;
    for (const { left, top, request } of this.#placer.place(
      this.#requests,
      taken,
      camera.width,
      camera.height,
    )) {
      context.font = this.#font((request as BoardRequest).small);
      context.fillStyle = request.color;
      context.strokeText(request.text, left + 1, top + LABEL_HEIGHT / 2);
      context.fillText(request.text, left + 1, top + LABEL_HEIGHT / 2);
    }
  }

  #font(small: boolean): string {
    return `${small ? SMALL_FONT_SIZE : LABEL_FONT_SIZE}px ${this.#pen?.palette.font ?? 'sans-serif'}`;
  }

  #width(text: string, small: boolean): number {
    const key = `${small} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined || !this.#pen) return known ?? 0;
    const { context } = this.#pen;
    context.font = this.#font(small);
    const width = context.measureText(text).width + 2;
    this.#widths.set(key, width);
    return width;
  }
}
