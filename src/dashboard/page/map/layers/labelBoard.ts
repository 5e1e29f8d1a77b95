/** Collects a frame's labels, finds them places, and writes them over everything else. */
import type { Vec2 } from '../../../../math/geometry.js';
import { type Box, LABEL_HEIGHT, LabelPlacer, type LabelWish } from '../drawing/labels.js';
import { onScreen, type Pen } from '../drawing/pen.js';
import { type Camera, toScreen } from '../view/camera.js';

const LARGE = 12;
const SMALL = 11;

interface Wish extends LabelWish {
  readonly small: boolean;
}

export class LabelBoard {
  readonly #placer = new LabelPlacer();
  readonly #widths = new Map<string, number>();
  #wishes: Wish[] = [];
  #pen: Pen | undefined;
  #camera: Camera | undefined;

  begin(pen: Pen): void {
    if (pen.palette !== this.#pen?.palette) this.#widths.clear();
    this.#pen = pen;
    this.#camera = pen.camera;
    this.#wishes = [];
  }

  /**
   * @param key the same from frame to frame
   * @param at what it names, in metres
   * @param towards where it had best be: radians on the screen, y down
   */
  ask(key: string, text: string, color: string, at: Vec2, towards: number, gap: number, small = false): void {
    if (!this.#camera) return;
    const anchor = toScreen(this.#camera, at);
    this.#wishes.push({ key, text, color, anchor, towards, gap, small, width: this.#width(text, small) });
  }

  /** Those asked for first have the choice. @param taken where none may be */
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
    for (const { left, top, wish } of this.#placer.place(this.#wishes, taken, camera.width, camera.height)) {
      context.font = this.#font((wish as Wish).small);
      context.fillStyle = wish.color;
      context.strokeText(wish.text, left + 1, top + LABEL_HEIGHT / 2);
      context.fillText(wish.text, left + 1, top + LABEL_HEIGHT / 2);
    }
  }

  #font(small: boolean): string {
    return `${small ? SMALL : LARGE}px ${this.#pen?.palette.font ?? 'sans-serif'}`;
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
