/** The lines of an SVG drawing, in metres, its bottom left corner at the origin and y upwards. */
import svgpath from 'svgpath';
import type { Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { bezier } from './curves.js';
import { readXml } from './earthPath.js';
import { pathFault } from './found.js';

export interface DrawnLine {
  readonly points: readonly Vec2[];
  readonly closed: boolean;
  /** The element: `path`, `rect` … */
  readonly element: string;
  readonly id: string | undefined;
  readonly line: number;
}

/** Nothing in them is drawn where it stands. */
const NOT_DRAWN = new Set([
  'defs',
  'clipPath',
  'mask',
  'marker',
  'pattern',
  'symbol',
  'metadata',
  'title',
  'desc',
]);

/** CSS's absolute units, without the pixel: a width in pixels does not say how large a room is. */
const UNITS: Readonly<Record<string, Meters>> = {
  mm: 1e-3,
  cm: 1e-2,
  m: 1,
  in: 0.0254,
  pt: 0.0254 / 72,
  pc: 0.0254 / 6,
};

interface Frame {
  readonly left: number;
  readonly bottom: number;
  /** Of one unit of the drawing. */
  readonly unit: Meters;
}

type Attributes = Readonly<Record<string, string>>;

/**
 * @param unit of one of its units; by default what its width says
 * @throws FileError, also if its size is said in pixels or not at all
 */
export function linesOfDrawing(text: string, file: string, unit?: Meters): readonly DrawnLine[] {
  const lines: DrawnLine[] = [];
  const transforms: string[] = [];
  let frame: Frame | undefined;
  let hidden = 0;
  let style: string | undefined;
  readXml(text, file, {
    open(element, attributes, line) {
      refuseUnread(element, attributes, frame === undefined, file, line);
      if (element === 'svg' && !frame) frame = frameOf(attributes, file, line, unit);
      if (hidden > 0 || NOT_DRAWN.has(element) || isHidden(attributes)) hidden += 1;
      transforms.push(attributes.transform ?? '');
      const data = hidden === 0 && frame ? pathDataOf(element, attributes) : undefined;
      if (data === undefined || !frame) return;
      for (const drawn of flattened(data, transforms, file, line))
        lines.push({
          ...drawn,
          points: drawn.points.map((point) => inMeters(point, frame as Frame)),
          element,
          id: attributes.id,
          line,
        });
    },
    text(words) {
      if (/(display|visibility|transform)\s*:/.test(words)) style = words;
    },
    close(element, line) {
      if (element === 'style' && style !== undefined)
        throw pathFault(
          file,
          'its style sheet hides or moves things, which is not read; save it as plain SVG',
          line,
        );
      if (hidden > 0) hidden -= 1;
      transforms.pop();
    },
  });
  if (!frame) throw pathFault(file, 'this is no SVG drawing');
  return lines;
}

const isHidden = ({ display, style, visibility }: Attributes): boolean =>
  display === 'none' ||
  visibility === 'hidden' ||
  /display\s*:\s*none|visibility\s*:\s*hidden/.test(style ?? '');

function frameOf(
  { width, height, viewBox }: Attributes,
  file: string,
  line: number,
  given: Meters | undefined,
): Frame {
  const box = viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const isBox = box?.length === 4 && box.every(Number.isFinite);
  const [left = 0, top = 0, across = 0, up = lengthOf(height)?.number ?? 0] = isBox ? box : [];
  const sizes = [perUnit(lengthOf(width), across), perUnit(lengthOf(height), isBox ? up : 0)].filter(
    (one) => one !== undefined,
  );
  const unit = given ?? (sizes.length > 0 ? Math.min(...sizes) : undefined);
  if (unit === undefined) throw pathFault(file, unknownSize(width, isBox, file), line);
  if (given === undefined && sizes.length === 2 && Math.max(...sizes) > 1.01 * unit)
    throw pathFault(
      file,
      'its width and height have another shape than its viewBox; save it with one scale for both',
      line,
    );
  return { left, bottom: top + up, unit };
}

/** Without a viewBox a unit is CSS's pixel. */
const PIXEL_MM = 25.4 / 96;

const unknownSize = (width: string | undefined, isBox: boolean, file: string): string => {
  const unit = lengthOf(width)?.unit === undefined ? '1mm' : `${PIXEL_MM.toFixed(4)}mm`;
  const found = `its width is ${width === undefined ? 'missing' : `'${width}'`}${isBox ? '' : ' and it has no viewBox'}`;
  return `how long a unit of this drawing is, is not known: ${found}; set its size in mm and its viewBox (in Inkscape: Document Properties), or say it: steerbot import ${file} --unit ${unit}`;
};

const lengthOf = (text: string | undefined) => {
  const [, number, word = ''] = /^\s*([\d.]+(?:e[+-]?\d+)?)\s*([a-z%]*)\s*$/i.exec(text ?? '') ?? [];
  return number === undefined ? undefined : { number: Number(number), unit: UNITS[word.toLowerCase()] };
};

const perUnit = (length: ReturnType<typeof lengthOf>, units: number): Meters | undefined =>
  length?.unit !== undefined && units > 0 ? (length.number * length.unit) / units : undefined;

/** What would move or hide things and is not followed. @throws FileError */
function refuseUnread(
  element: string,
  { style, ...attributes }: Attributes,
  isRoot: boolean,
  file: string,
  line: number,
): void {
  const found =
    (element === 'use' && '<use>') ||
    (element === 'svg' && !isRoot && 'a drawing in the drawing') ||
    ('transform-origin' in attributes && 'transform-origin') ||
    (/transform/.test(style ?? '') && 'a transform in a style');
  if (found)
    throw pathFault(
      file,
      `${found} is not read; flatten the drawing (in Inkscape: Edit, Clone, Unlink; save as plain SVG)`,
      line,
    );
}

const inMeters = ({ x, y }: Vec2, { left, bottom, unit }: Frame): Vec2 => ({
  x: (x - left) * unit,
  y: (bottom - y) * unit,
});

// Elements as path data --------------------------------------------------------------------------------------

function pathDataOf(element: string, attributes: Attributes): string | undefined {
  const at = (name: string): number => Number.parseFloat(attributes[name] ?? '0') || 0;
  switch (element) {
    case 'path':
      return attributes.d;
    case 'polyline':
      return `M${attributes.points ?? ''}`;
    case 'polygon':
      return `M${attributes.points ?? ''}Z`;
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
    case 'rect':
      return `M${at('x')} ${at('y')}h${at('width')}v${at('height')}h${-at('width')}Z`;
    case 'circle':
      return ellipse(at('cx'), at('cy'), at('r'), at('r'));
    case 'ellipse':
      return ellipse(at('cx'), at('cy'), at('rx'), at('ry'));
    default:
      return undefined;
  }
}

const ellipse = (cx: number, cy: number, rx: number, ry: number): string =>
  `M${cx + rx} ${cy}A${rx} ${ry} 0 0 1 ${cx - rx} ${cy}A${rx} ${ry} 0 0 1 ${cx + rx} ${cy}Z`;

interface Flat {
  readonly points: Vec2[];
  closed: boolean;
}

/** Its subpaths as points, in the drawing's own units. */
function flattened(data: string, transforms: readonly string[], file: string, line: number): readonly Flat[] {
  const path = svgpath(data);
  const { err } = path as unknown as { readonly err?: string };
  if (err) throw pathFault(file, `its path cannot be read (${err})`, line);
  // The innermost is done first.
  for (const transform of transforms.toReversed()) if (transform) path.transform(transform);
  const flats: Flat[] = [];
  path
    .abs()
    .unshort()
    .unarc()
    .iterate(([command, ...numbers], _, x, y) => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers as number[];
      const here = { x, y };
      const last = flats.at(-1);
      if (command === 'M') flats.push({ points: [{ x: a, y: b }], closed: false });
      else if (command === 'Z' || command === 'z') {
        const start = last?.points[0];
        if (last && start && !isNear(last.points.at(-1) as Vec2, start)) last.points.push(start);
        if (last) last.closed = true;
      } else {
        const open = last && !last.closed ? last : { points: [here], closed: false };
        if (open !== last) flats.push(open);
        if (command === 'L') open.points.push({ x: a, y: b });
        else if (command === 'H') open.points.push({ x: a, y });
        else if (command === 'V') open.points.push({ x, y: a });
        else if (command === 'C')
          open.points.push(...bezier(here, { x: a, y: b }, { x: c, y: d }, { x: e, y: f }));
        else if (command === 'Q') open.points.push(...quadratic(here, { x: a, y: b }, { x: c, y: d }));
      }
    });
  return flats.filter(({ points }) => points.length > 1);
}

/** Rounding apart. */
const isNear = (a: Vec2, b: Vec2): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 1e-6;

const quadratic = (from: Vec2, control: Vec2, to: Vec2): Vec2[] => {
  const toward = (end: Vec2): Vec2 => ({
    x: end.x + (2 / 3) * (control.x - end.x),
    y: end.y + (2 / 3) * (control.y - end.y),
  });
  return bezier(from, toward(from), toward(to), to);
};
