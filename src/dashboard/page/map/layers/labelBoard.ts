/** Collects a frame's labels, places them, and writes them over everything else. */
import { distance, type Vec2 } from '../../../../math/geometry.js';
import {
  LABEL_HEIGHT,
  type LabelBox,
  type LabelKind,
  LabelPlacer,
  type LabelRequest,
  leaderLineOf,
  type PlacedLabel,
  shownLabels,
} from '../drawing/labels.js';
import { onScreen, type Pen } from '../drawing/pen.js';
import { type Camera, toScreen } from '../view/camera.js';

const LABEL_FONT_SIZE = 12;
const SMALL_FONT_SIZE = 11;

/** The mouse is at a named point, or at the ring of a circle, within this distance [pixels]. */
const HINT_REACH = 10;

export class LabelBoard {
  readonly #placer = new LabelPlacer();
  readonly #widths = new Map<string, number>();
  #requests: LabelRequest[] = [];
  /** All of the last drawing, also those without room. */
  #drawn: readonly LabelRequest[] = [];
  #focus: string | undefined;
  #pen: Pen | undefined;
  #camera: Camera | undefined;

  /** @param focus the robot whose labels come first */
  begin(pen: Pen, focus?: string): void {
    this.#focus = focus;
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
  add(
    key: string,
    text: string,
    color: string,
    at: Vec2,
    towards: number,
    gap: number,
    kind: LabelKind = 'name',
  ): void {
    if (!this.#camera) return;
    const anchor = toScreen(this.#camera, at);
    const width = this.#width(text, kind === 'mark');
    this.#requests.push({ key, text, color, anchor, towards, gap, kind, width });
  }

  /** The arrow or mark at a point of the screen, shown with a label or without. */
  textAt(at: Vec2): string | undefined {
    const near = this.#drawn
      .filter(({ kind }) => kind !== 'name')
      .map(({ text, anchor, gap }) => {
        const away = distance(anchor, at);
        return { text, away: gap > 2 * HINT_REACH ? Math.min(away, Math.abs(away - gap)) : away };
      });
    return near.filter(({ away }) => away <= HINT_REACH).sort((a, b) => a.away - b.away)[0]?.text;
  }

  /** Earlier requests get their places first. @param taken areas without labels */
  draw(taken: readonly LabelBox[]): void {
    const pen = this.#pen;
    if (!pen) return;
    const { context, camera, palette } = pen;
    onScreen(pen);
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    this.#drawn = this.#requests;
    const isOfFocus = ({ key }: LabelRequest) => key.startsWith(`${this.#focus} `);
    const others = this.#requests.filter((request) => !isOfFocus(request));
    const shown = shownLabels([...this.#requests.filter(isOfFocus), ...others]);
    for (const label of this.#placer.place(shown, taken, camera.width, camera.height)) {
      const { left, top, request } = label;
      drawLeader(context, label);
      context.lineWidth = 3;
      context.strokeStyle = palette.color('background');
      context.font = this.#font(request.kind === 'mark');
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

function drawLeader(context: CanvasRenderingContext2D, label: PlacedLabel): void {
  const leader = leaderLineOf(label);
  if (!leader) return;
  const [from, to] = leader;
  context.lineWidth = 1;
  context.strokeStyle = label.request.color;
  context.globalAlpha = 0.6;
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
  context.globalAlpha = 1;
}
