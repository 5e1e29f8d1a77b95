/** The marks by which behaviors show their construction: points, circles and segments in the behavior's color. */
import type { Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { Contribution, Mark } from '../signals/signals.js';
import type { Piece, Shape } from './shapes.js';

/** A mark, and the name of the behavior that made it. */
export interface NamedMark {
  readonly behavior: string;
  readonly mark: Mark;
}

/**
 * Labels of marks that no picture shows: `window`, the circle of some metres round the robot within which `avoidObstacles`
 * searches. It decides nothing, and would be the most prominent line.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['window']);

export const marksOf = (contributions: readonly Contribution[]): readonly NamedMark[] =>
  contributions.flatMap(({ behavior, marks }) =>
    marks.filter(({ label }) => !LEFT_OUT.has(label)).map((mark) => ({ behavior, mark })),
  );

/** Where a mark is, for its label. */
export const placeOfMark = (mark: Mark): Vec2 =>
  mark.kind === 'segment' ? { x: (mark.from.x + mark.to.x) / 2, y: (mark.from.y + mark.to.y) / 2 } : mark.at;

/** Radius of a point's ring, round its dot [pixels]. */
const POINT_RADIUS = 3;

function piecesOf(mark: Mark, px: Meters): readonly Piece[] {
  if (mark.kind === 'segment') return [{ kind: 'line', points: [mark.from, mark.to] }];
  if (mark.kind === 'circle') return [{ kind: 'circle', at: mark.at, radius: mark.radius }];
  return [POINT_RADIUS, 0.5].map((radius) => ({ kind: 'circle', at: mark.at, radius: radius * px }));
}

/** All marks of one color in one shape. @param slot the number of a behavior's color */
export function markShapes(
  marks: readonly NamedMark[],
  slot: (behavior: string) => number,
  px: Meters,
  alpha = 1,
): readonly Shape[] {
  const bySlot = new Map<number, Piece[]>();
  for (const { behavior, mark } of marks) {
    const color = slot(behavior);
    const pieces = bySlot.get(color) ?? [];
    pieces.push(...piecesOf(mark, px));
    bySlot.set(color, pieces);
  }
  return [...bySlot].map(([color, pieces]) => ({ pieces, stroke: color, width: px, alpha }));
}
