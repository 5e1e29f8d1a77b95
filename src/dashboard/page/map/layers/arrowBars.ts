/** How long arrows are: that of the largest force and that of the fastest velocity, beside the bar of the scale. */
import { ArrowBatch } from '../drawing/arrowBatch.js';
import type { Box } from '../drawing/labels.js';
import { onScreen, type Pen } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';
import { outcomeStyle } from './forces.js';
import { scaleBarBox } from './grid.js';

const BAR_GAP = 16;

const formatValue = (value: number): string => String(Number(value.toPrecision(2)));

/** @returns where they are: no label goes there */
export function drawArrowBars(pen: Pen, { scales: { force, velocity } }: Picture): Box[] {
  onScreen(pen);
  const { context, palette } = pen;
  const { left, top, height } = scaleBarBox(pen);
  context.font = `12px ${palette.font}`;
  const bars = [
    { words: `${formatValue(velocity.value)} m/s`, pixels: velocity.pixels, which: 'velocity' },
    { words: `${formatValue(force.value)} N`, pixels: force.pixels, which: 'clamped' },
  ] as const;
  let right = left;
  return bars.map(({ words, pixels, which }) => {
    const width = Math.max(pixels, context.measureText(words).width);
    const box = { left: right - width, top, width, height };
    right = box.left - BAR_GAP;
    const arrow = new ArrowBatch();
    arrow.add(box.left + (width - pixels) / 2, top + height - 14, pixels, 0);
    arrow.draw({ ...pen, px: 1 }, outcomeStyle(palette, which));
    writeBarText(pen, words, box.left + width / 2, top + height - 22);
    return box;
  });
}

function writeBarText({ context, palette }: Pen, words: string, x: number, y: number): void {
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.lineWidth = 3;
  context.strokeStyle = palette.color.background;
  context.strokeText(words, x, y);
  context.fillStyle = palette.color.ink;
  context.fillText(words, x, y);
}
