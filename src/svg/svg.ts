/** The few SVG elements that pictures are made of, as text. Elements with non-finite numbers are not drawn. */
import type { Vec2 } from '../math/geometry.js';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A number to a hundredth of a pixel, without needless zeros. */
const shorten = (value: number): string => String(Math.round(value * 100) / 100 + 0);

/** Text as XML allows it: markup escaped, control characters and lone surrogates removed. */
function escapeXml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

/** An element; empty if one of its numbers is not finite. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  if (given.some(([, value]) => typeof value === 'number' && !Number.isFinite(value))) return '';
  const written = given.map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? shorten(value) : escapeXml(String(value))}"`,
  );
  const open = `<${name}${written.join('')}`;
  return content === '' ? `${open}/>` : `${open}>${content}</${name}>`;
}

/** Elements with common attributes, one per line; empty without elements. */
export function group(attributes: Attributes, elements: readonly string[]): string {
  const drawn = elements.filter((part) => part !== '');
  return drawn.length === 0 ? '' : element('g', attributes, `\n${drawn.join('\n')}\n`);
}

/** A tooltip of the element that holds it. */
export const tooltip = (text: string): string => element('title', {}, escapeXml(text));

export const text = (at: Vec2, words: string, attributes: Attributes = {}): string =>
  words === '' ? '' : element('text', { x: at.x, y: at.y, ...attributes }, escapeXml(words));

export const ring = (at: Vec2, r: number, attributes: Attributes = {}, content = ''): string =>
  element('circle', { cx: at.x, cy: at.y, r, ...attributes }, content);

export const line = (from: Vec2, to: Vec2, attributes: Attributes = {}, content = ''): string =>
  element('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, ...attributes }, content);

export const rectangle = (low: Vec2, size: Vec2, attributes: Attributes = {}): string =>
  element('rect', { x: low.x, y: low.y, width: size.x, height: size.y, ...attributes });

const written = (points: readonly Vec2[]): string =>
  points
    .filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))
    .map(({ x, y }) => `${shorten(x)},${shorten(y)}`)
    .join(' ');

export const polyline = (points: readonly Vec2[], attributes: Attributes = {}): string =>
  points.length < 2 ? '' : element('polyline', { points: written(points), fill: 'none', ...attributes });

export const polygon = (points: readonly Vec2[], attributes: Attributes = {}): string =>
  element('polygon', { points: written(points), ...attributes });
