/** What the arrows mean, and how long they are, in a corner. */
import { ArrowBatch, type ArrowStyle } from '../arrowBatch.js';
import type { Box } from '../labels.js';
import { onScreen, type Pen, traceCircle } from '../pen.js';
import type { Picture } from '../picture.js';
import { type LegendRow, legendRows } from './legendRows.js';

const PADDING = 8;
const INSET = 10;
/** On a narrower map it says less, and smaller. */
const NARROW = 500;

interface Layout {
  readonly box: Box;
  /** Width of the signs' column. */
  readonly signs: number;
  readonly row: number;
  readonly font: number;
}

export class Legend {
  readonly #arrow = new ArrowBatch();

  /** Draws it where there is room, and says where it is. @param believed whether a robot's own belief is shown */
  draw(pen: Pen, picture: Picture, believed: boolean): Box | undefined {
    const { camera, context, palette } = pen;
    const brief = camera.width < NARROW;
    const rows = legendRows(palette, picture, believed, brief);
    onScreen(pen);
    const layout = layOut(pen, rows, brief);
    const { box } = layout;
    if (box.width > camera.width - 2 * INSET || box.height > 0.6 * camera.height) return undefined;
    context.globalAlpha = 0.86;
    context.fillStyle = palette.color.panel;
    context.beginPath();
    context.roundRect(box.left, box.top, box.width, box.height, 6);
    context.fill();
    context.globalAlpha = 1;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    for (const [i, row] of rows.entries()) {
      this.#row(pen, row, layout, box.top + PADDING + (i + 0.45) * layout.row);
    }
    return box;
  }

  #row({ context, palette, ...rest }: Pen, { words, style, pixels }: LegendRow, at: Layout, y: number): void {
    const left = at.box.left + PADDING;
    context.font = `${style ? at.font : at.font - 1}px ${palette.font}`;
    context.fillStyle = style ? palette.color.ink : palette.color.muted;
    context.fillText(words, style ? left + at.signs + PADDING : left, y + 0.5);
    if (!style) return;
    const pen = { ...rest, context, palette, px: 1 };
    this.#arrow.clear();
    this.#arrow.add(left, y, pixels, 0);
    if (style.head > 0) this.#arrow.draw(pen, style);
    else drawRing(pen, style, left + pixels, y);
  }
}

function layOut({ context, palette }: Pen, rows: readonly LegendRow[], brief: boolean): Layout {
  const [font, row] = brief ? [11, 15] : [12, 17];
  context.font = `${font}px ${palette.font}`;
  const signs = Math.max(...rows.map(({ pixels }) => pixels));
  const signed = rows.filter(({ style }) => style);
  const words = Math.max(...signed.map((one) => context.measureText(one.words).width));
  const size = { width: signs + words + 3 * PADDING, height: rows.length * row + 2 * PADDING };
  return { box: { left: INSET, top: INSET, ...size }, signs, row, font };
}

function drawRing({ context }: Pen, { color, width, dashes = [] }: ArrowStyle, x: number, y: number): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash([...dashes]);
  context.beginPath();
  traceCircle(context, x, y, 6);
  context.stroke();
  context.setLineDash([]);
}
