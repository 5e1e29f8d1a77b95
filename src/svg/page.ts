/** A picture on white paper, for readers and screen readers. */
import { element, rectangle } from './svg.js';

/** A part of the page, in pixels; y runs down. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const FONT = 'Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif';

/** The whole document. @param title of the picture, an element */
export function page(width: number, height: number, title: string, parts: readonly string[]): string {
  const size = { width: Math.ceil(width), height: Math.ceil(height) };
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...size,
    viewBox: `0 0 ${size.width} ${size.height}`,
    'font-family': FONT,
    role: 'img',
  };
  const paper = rectangle({ x: 0, y: 0 }, { x: size.width, y: size.height }, { fill: 'white' });
  return `${element('svg', root, `\n${[title, paper, ...parts].filter((part) => part !== '').join('\n')}\n`)}\n`;
}
