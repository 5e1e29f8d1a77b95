/** Shapes as SVG, on white paper. */
import { fromPolar, length, type Vec2 } from '../math/geometry.js';
import { type Attributes, element, line, polygon, polyline, ring, tooltip } from '../svg/svg.js';
import { colorOf, type Ink } from './inks.js';
import { arrowParts, boxCorners, type Piece, type Shape } from './shapes.js';

/** How a plane lies on the page. */
export interface Placing {
  /** Pixels a metre, the same along both axes. */
  readonly scale: number;
  /** Where a point of the plane lies on the page. */
  readonly place: (point: Vec2) => Vec2;
}

const paint = (ink: Ink | undefined): string => (ink === undefined ? 'none' : colorOf(ink, 'light'));

const lookOf = ({ fill, stroke, width, dashes, alpha, round }: Shape, scale: number): Attributes => ({
  fill: paint(fill),
  stroke: paint(stroke),
  'stroke-width': width === undefined ? undefined : width * scale,
  'stroke-dasharray': dashes?.every(Number.isFinite)
    ? dashes.map((dash) => Number((dash * scale).toFixed(2))).join(' ')
    : undefined,
  opacity: alpha,
  ...(round && { 'stroke-linejoin': 'round' }),
  ...(round === true && { 'stroke-linecap': 'round' }),
});

/** A shape with what it shows; empty if nothing of it can be drawn. */
export function svgOf(placing: Placing, shape: Shape): string {
  const look = lookOf(shape, placing.scale);
  const [only, ...others] = shape.pieces;
  if (only && others.length === 0 && shape.words === undefined && isOneElement(only))
    return pieceOf(placing, only, shape, look);
  const drawn = shape.pieces.map((piece) => pieceOf(placing, piece, shape)).join('');
  const words = shape.words === undefined ? '' : tooltip(shape.words);
  return drawn === '' ? '' : element('g', look, words + drawn);
}

/** Such a piece alone needs no group for its look. */
const isOneElement = ({ kind }: Piece): boolean => kind !== 'arrow' && kind !== 'segments';

export const svgOfAll = (placing: Placing, shapes: readonly Shape[]): string[] =>
  shapes.map((shape) => svgOf(placing, shape));

function pieceOf(
  { place, scale }: Placing,
  piece: Piece,
  { stroke, head = 0 }: Shape,
  look: Attributes = {},
): string {
  switch (piece.kind) {
    case 'line':
      return piece.closed ? polygon(piece.points.map(place), look) : polyline(piece.points.map(place), look);
    case 'circle':
      return ring(place(piece.at), piece.radius * scale, look);
    case 'box':
      return polygon(boxCorners(piece).map(place), look);
    case 'ellipse': {
      const { x, y } = place(piece.at);
      if (!Number.isFinite(x + y + piece.angle)) return '';
      const turn = `rotate(${((-piece.angle * 180) / Math.PI).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)})`;
      const axes = { rx: piece.long * scale, ry: piece.short * scale };
      return element('ellipse', { cx: x, cy: y, ...axes, transform: turn, ...look });
    }
    case 'sector': {
      const { at, radius, spread } = piece;
      const edge = [-1, -0.5, 0, 0.5, 1].map((share) => {
        const { x, y } = fromPolar(radius, at.heading + share * spread);
        return place({ x: at.x + x, y: at.y + y });
      });
      return polygon([place(at), ...edge], look);
    }
    case 'arrow': {
      const long = length(piece.along);
      if (!(long > 0 && Number.isFinite(long))) return '';
      const { shaft, heads } = arrowParts(piece, head);
      const solid = { fill: paint(stroke), stroke: 'none' };
      return (
        line(place(shaft[0]), place(shaft[1])) +
        heads.map((corners) => polygon(corners.map(place), solid)).join('')
      );
    }
    case 'segments':
      return Array.from({ length: Math.floor(piece.ends.length / 4) }, (_, i) => {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = piece.ends.slice(4 * i, 4 * i + 4);
        return line(place({ x: x1, y: y1 }), place({ x: x2, y: y2 }));
      }).join('');
  }
}
