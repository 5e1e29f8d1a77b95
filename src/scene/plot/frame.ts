/** The frame of the picture: maps points of the world to the page, and draws the grid. */
import type { Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { GREY, GRID, GRID_FINE, INK } from '../../svg/colors.js';
import type { Area } from '../../svg/page.js';
import { group, line, rectangle, text } from '../../svg/svg.js';
import type { Extent } from '../extent.js';
import { formatNumber, gridStep, multiples, scaleBar } from '../roundNumbers.js';
import type { Placing } from '../svg.js';

/** The world's extent drawn to scale into an area, y up. */
export interface PlotFrame extends Placing {
  readonly area: Area;
  readonly extent: Extent;
  /** Metres a pixel. */
  readonly px: Meters;
}

/** The largest drawing of an extent that fits a width and a height. */
export function frameFor(extent: Extent, corner: Vec2, width: number, height: number): PlotFrame {
  const { low, high } = extent;
  const scale = Math.min(width / (high.x - low.x), height / (high.y - low.y));
  const size = { width: (high.x - low.x) * scale, height: (high.y - low.y) * scale };
  return {
    area: { left: corner.x, top: corner.y, ...size },
    extent,
    scale,
    px: 1 / scale,
    place: ({ x, y }) => ({ x: corner.x + (x - low.x) * scale, y: corner.y + (high.y - y) * scale }),
  };
}

/** Labelled grid lines are at least so far apart that one can read the labels [pixels]. */
const LABEL_SPACING = 56;

function gridLines(frame: PlotFrame, step: Meters, color: string): string {
  const { low, high } = frame.extent;
  const along = (from: Vec2, to: Vec2) => line(frame.place(from), frame.place(to));
  return group({ stroke: color, 'stroke-width': 1 }, [
    ...multiples(step, low.x, high.x).map((x) => along({ x, y: low.y }, { x, y: high.y })),
    ...multiples(step, low.y, high.y).map((y) => along({ x: low.x, y }, { x: high.x, y })),
  ]);
}

/** A light grid, with finer lines between the labels if there is room. */
export function drawGrid(frame: PlotFrame): string {
  const step = gridStep(frame.scale, LABEL_SPACING);
  const fine = step / 10;
  const finer = fine * frame.scale >= 7 ? fine : step / 5;
  return gridLines(frame, finer, GRID_FINE) + gridLines(frame, step, GRID);
}

/** The border, and the labels of the grid lines. */
export function drawAxes(frame: PlotFrame): string {
  const { area, extent, place } = frame;
  const step = gridStep(frame.scale, LABEL_SPACING);
  const below = area.top + area.height;
  const labels = [
    ...multiples(step, extent.low.x, extent.high.x).map((x) =>
      text({ x: place({ x, y: 0 }).x, y: below + 16 }, formatNumber(x), { 'text-anchor': 'middle' }),
    ),
    ...multiples(step, extent.low.y, extent.high.y).map((y) =>
      text({ x: area.left - 7, y: place({ x: 0, y }).y + 4 }, formatNumber(y), { 'text-anchor': 'end' }),
    ),
    text({ x: area.left + area.width / 2, y: below + 34 }, 'x [m]', { 'text-anchor': 'end' }),
    text({ x: 0, y: 0 }, 'y [m]', {
      'text-anchor': 'middle',
      transform: `translate(${Math.round(area.left - 38)} ${Math.round(area.top + area.height / 2)}) rotate(-90)`,
    }),
  ];
  const border = rectangle(
    { x: area.left, y: area.top },
    { x: area.width, y: area.height },
    { fill: 'none', stroke: GREY },
  );
  return border + group({ fill: INK, 'font-size': 11 }, labels);
}

/** A bar of a round length, below the right end of the drawing. */
export function plotScaleBar({ area, scale }: PlotFrame): string {
  const { length: meters, words } = scaleBar(scale, 40);
  const right = { x: area.left + area.width, y: area.top + area.height + 29 };
  const left = { x: right.x - meters * scale, y: right.y };
  const tick = (at: Vec2) => line({ x: at.x, y: at.y - 4 }, { x: at.x, y: at.y + 4 });
  return group({ stroke: INK, 'stroke-width': 1.5 }, [
    line(left, right),
    tick(left),
    tick(right),
    text({ x: left.x - 7, y: left.y + 4 }, words, {
      'text-anchor': 'end',
      'font-size': 11,
      stroke: 'none',
      fill: INK,
    }),
  ]);
}
