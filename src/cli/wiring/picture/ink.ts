/** The colours of the wires, and the pieces that every part is drawn with. */

import type { Vec2 } from '../../../math/geometry.js';
import { GREY, INK } from '../../../svg/colors.js';
import { circle, polyline, rectangle, text } from '../../../svg/svg.js';
import type { Part, Wire } from '../parts.js';
import type { Box } from './layout.js';

/** After Okabe and Ito, as in other pictures of ours; ground and plus as every maker has them. */
export const GROUND = '#222222';
export const PLUS = '#c62828';
export const BATTERY_PLUS = '#8e0000';
const LEFT = '#0072b2';
const RIGHT = '#d55e00';
const SHARED = '#882255';
const SENSING = ['#009e73', '#8c6239', '#5b5ea6', '#7a6a00', '#cc79a7', '#2f8f9d'];

/** Of a wire: by its wheel, where it drives one, else by its part. */
export function wireColor(part: Part, { purpose }: Wire, index: number): string {
  const words = `${part.title} ${purpose}`;
  const drives = part.outputs.length > 0 || part.kind === 'servo';
  if (!drives) return SENSING[index % SENSING.length] ?? INK;
  if (/\bleft\b/.test(words)) return LEFT;
  return /\bright\b/.test(words) ? RIGHT : SHARED;
}

export const motorColor = (side: 'left' | 'right'): string => (side === 'left' ? LEFT : RIGHT);

export function drawWire(points: readonly Vec2[], color: string, dashed = false): string {
  const style = { 'stroke-width': 2.4, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  return polyline(points, { stroke: color, ...style, ...(dashed && { 'stroke-dasharray': '7 4' }) });
}

/** A level wire, from one x to another. */
export const across = (y: number, from: number, to: number): Vec2[] => [
  { x: from, y },
  { x: to, y },
];

/** An upright wire, from one y to another. */
export const down = (x: number, from: number, to: number): Vec2[] => [
  { x, y: from },
  { x, y: to },
];

/** Where wires meet; where they only cross there is none. */
export const junction = (at: Vec2, color: string): string => circle(at, 4, { fill: color });

export const terminal = (at: Vec2): string =>
  circle(at, 3.2, { fill: 'white', stroke: INK, 'stroke-width': 1.4 });

type Anchor = 'start' | 'middle' | 'end';

export const label = (at: Vec2, words: string, anchor: Anchor, more = {}): string =>
  text(at, words, { 'text-anchor': anchor, 'font-size': 12, fill: INK, ...more });

export const remark = (at: Vec2, words: string, anchor: Anchor): string =>
  label(at, words, anchor, { 'font-size': 11, fill: GREY });

export const drawBox = ({ left, top, width, height }: Box, fill: string): string =>
  rectangle({ x: left, y: top }, { x: width, y: height }, { rx: 8, fill, stroke: INK, 'stroke-width': 1.6 });

/** Letters are about so wide, of their size. */
const LETTER = 0.58;

/** Its name, and below it what the name has in brackets, both as large as fits. */
export function title({ left, top, width }: Box, words: string): string {
  const [, name = words, more = ''] = /^(.+) \((.+)\)$/.exec(words) ?? [];
  const size = (line: string, most: number) => Math.min(most, (width - 12) / (LETTER * line.length));
  const x = left + width / 2;
  return (
    label({ x, y: top + 20 }, name, 'middle', { 'font-size': size(name, 14), 'font-weight': 'bold' }) +
    remarkOf({ x, y: top + 35 }, more, size(more, 11))
  );
}

const remarkOf = (at: Vec2, words: string, size: number): string =>
  label(at, words, 'middle', { 'font-size': size, fill: GREY });

/** What a terminal is called, on its board or part. */
const NAME = { part: {}, pin: { 'font-weight': 'bold' } } as const;
type Of = keyof typeof NAME;

/** A terminal at the left edge of what it belongs to, and its name within. */
export const leftTerminal = (at: Vec2, name: string, of: Of = 'part'): string[] => [
  terminal(at),
  label({ x: at.x + 9, y: at.y + 4 }, name, 'start', NAME[of]),
];

/** At the right edge. */
export const rightTerminal = (at: Vec2, name: string, of: Of = 'part'): string[] => [
  terminal(at),
  label({ x: at.x - 9, y: at.y + 4 }, name, 'end', NAME[of]),
];

/** At the lower edge. */
export const lowerTerminal = (at: Vec2, name: string, of: Of = 'part'): string[] => [
  terminal(at),
  label({ x: at.x, y: at.y - 9 }, name, 'middle', NAME[of]),
];
