/** Depth: light falls from the upper left on what stands on the floor. It has no meaning, and plots on paper are without it. */
import { distance, scale, sub, type Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import { boxCorners, type Piece, type Shape } from './shapes.js';

/** How far a shadow falls, to the lower right, and how dark it is, at its rim and within [pixels]. */
const SHADOWS = [
  { fall: 3.5, alpha: 0.07 },
  { fall: 2, alpha: 0.1 },
] as const;
/** The light edge lies within the outline by this [pixels]. */
const EDGE_INSET = 1.6;
/** The lit part of a circle, from the direction of the light to either side [rad]. */
const LIT_SPREAD = 1.1;
const LIGHT = (3 * Math.PI) / 4;
const ARC_STEPS = 10;

function moved(piece: Piece, by: Vec2): Piece {
  const put = <P extends Vec2>(p: P): P => ({ ...p, x: p.x + by.x, y: p.y + by.y });
  switch (piece.kind) {
    case 'line':
      return { ...piece, points: piece.points.map(put) };
    case 'circle':
    case 'box':
      return { ...piece, at: put(piece.at) } as Piece;
    default:
      return piece;
  }
}

/** The shadows of bodies on the floor. */
export const shadowShapes = (pieces: readonly Piece[], px: Meters): readonly Shape[] =>
  SHADOWS.map(({ fall, alpha }) => ({
    pieces: pieces.map((piece) => moved(piece, { x: fall * px, y: -fall * px })),
    fill: 'shadow',
    alpha,
  }));

/** The shadow of lines such as walls, which have a width alone. */
export const lineShadow = (pieces: readonly Piece[], width: Meters, px: Meters): Shape => ({
  pieces: pieces.map((piece) => moved(piece, { x: 2 * px, y: -2 * px })),
  stroke: 'shadow',
  width,
  alpha: 0.14,
  round: true,
});

/** The edges on which the light falls. */
export const lightShape = (pieces: readonly Piece[], px: Meters): Shape => ({
  pieces: pieces.flatMap((piece) => litEdges(piece, px)),
  stroke: 'light',
  width: 1.4 * px,
  alpha: 0.85,
  round: true,
});

function litEdges(piece: Piece, px: Meters): readonly Piece[] {
  const inset = EDGE_INSET * px;
  if (piece.kind === 'circle' && piece.radius > 3 * inset) {
    const points = Array.from({ length: ARC_STEPS + 1 }, (_, i) => {
      const angle = LIGHT + LIT_SPREAD * ((2 * i) / ARC_STEPS - 1);
      const r = piece.radius - inset;
      return { x: piece.at.x + r * Math.cos(angle), y: piece.at.y + r * Math.sin(angle) };
    });
    return [{ kind: 'line', points }];
  }
  if (piece.kind !== 'box') return [];
  const corners = boxCorners(piece);
  return corners.flatMap((a, i): Piece[] => {
    const b = corners[(i + 1) % corners.length] ?? a;
    const along = scale(sub(b, a), 1 / (distance(a, b) || 1));
    // Counter-clockwise: the outside is to the right.
    const outside = { x: along.y, y: -along.x };
    if (outside.x * Math.cos(LIGHT) + outside.y * Math.sin(LIGHT) < 0.3) return [];
    const by = scale(outside, -inset);
    return [moved({ kind: 'line', points: [a, b] }, by)];
  });
}

/** The glow of lamps, brighter towards the middle. */
export const glowShapes = (lamps: readonly Vec2[], px: Meters): readonly Shape[] =>
  [26, 18, 12].map((radius) => ({
    pieces: lamps.map((at): Piece => ({ kind: 'circle', at, radius: radius * px })),
    fill: 'warning',
    alpha: 0.1,
  }));
