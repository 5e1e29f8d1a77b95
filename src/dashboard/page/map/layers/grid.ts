/** The background: lines at round steps, and a bar that says how long it is. */

import type { Box } from '../drawing/labels.js';
import { onScreen, type Pen } from '../drawing/pen.js';
import { gridStep, scaleBar } from '../drawing/roundSteps.js';
import { toPlane } from '../view/camera.js';

/** Coarse lines stand at least so far apart [pixels]. */
const GRID_SPACING = 80;
const SCALE_BAR_INSET = 12;

export function drawGrid(pen: Pen): void {
  const { context, camera, palette } = pen;
  onScreen(pen);
  context.fillStyle = palette.color.background;
  context.fillRect(0, 0, camera.width, camera.height);
  const coarse = gridStep(camera.scale, GRID_SPACING);
  // A fifth, or a quarter of 2, 20, 0.2 …: fine lines are round as well.
  const parts = /^[0.]*2/.test(String(coarse)) ? 4 : 5;
  drawLines(pen, coarse / parts, palette.color.grid);
  drawLines(pen, coarse, palette.color['grid-coarse']);
}

function drawLines({ context, camera, ratio }: Pen, step: number, color: string): void {
  const low = toPlane(camera, { x: 0, y: camera.height });
  const high = toPlane(camera, { x: camera.width, y: 0 });
  const crisp = (v: number): number => (Math.round(v * ratio) + 0.5) / ratio;
  context.strokeStyle = color;
  context.lineWidth = 1 / ratio;
  context.beginPath();
  for (let i = Math.ceil(low.x / step); i * step <= high.x; i++) {
    const x = crisp(camera.width / 2 + (i * step - camera.x) * camera.scale);
    context.moveTo(x, 0);
    context.lineTo(x, camera.height);
  }
  for (let i = Math.ceil(low.y / step); i * step <= high.y; i++) {
    const y = crisp(camera.height / 2 - (i * step - camera.y) * camera.scale);
    context.moveTo(0, y);
    context.lineTo(camera.width, y);
  }
  context.stroke();
}

/** Where the scale bar is: no label goes there. */
export function scaleBarBox({ camera }: Pen): Box {
  const { pixels } = scaleBar(camera.scale);
  const width = pixels + 2 * SCALE_BAR_INSET;
  return { left: camera.width - width, top: camera.height - 40, width, height: 40 };
}

export function drawScaleBar(pen: Pen): void {
  const { context, camera, palette } = pen;
  const { pixels, words } = scaleBar(camera.scale);
  const right = camera.width - SCALE_BAR_INSET;
  const bottom = camera.height - SCALE_BAR_INSET;
  onScreen(pen);
  context.strokeStyle = palette.color.ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(right - pixels, bottom - 5);
  context.lineTo(right - pixels, bottom);
  context.lineTo(right, bottom);
  context.lineTo(right, bottom - 5);
  context.stroke();
  context.font = `12px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.strokeStyle = palette.color.background;
  context.lineWidth = 3;
  context.strokeText(words, right - pixels / 2, bottom - 7);
  context.fillStyle = palette.color.ink;
  context.fillText(words, right - pixels / 2, bottom - 7);
}
