/**
 * What is drawn, as shapes in the plane: metres, x to the right, y up. They say what a picture shows; a surface (canvas,
 * SVG, Foxglove) only puts them down.
 *
 * A shape is made for one zoom: what has a size on the page and none in the world is given in `px`, metres a pixel.
 */
import { length, type Pose, rotate, scale, type Vec2 } from '../math/geometry.js';
import type { Meters, Radians } from '../math/units.js';
import type { Ink } from './inks.js';

export type Piece =
  | { readonly kind: 'line'; readonly points: readonly Vec2[]; readonly closed?: boolean }
  | { readonly kind: 'circle'; readonly at: Vec2; readonly radius: Meters }
  | { readonly kind: 'box'; readonly at: Pose; readonly size: readonly [Meters, Meters] }
  /** An ellipse, by its half axes and the angle of the longer one from +x. */
  | {
      readonly kind: 'ellipse';
      readonly at: Vec2;
      readonly long: Meters;
      readonly short: Meters;
      readonly angle: Radians;
    }
  /** A sector of a circle, `spread` to either side of a heading. */
  | { readonly kind: 'sector'; readonly at: Pose; readonly radius: Meters; readonly spread: Radians }
  /** From a point along a vector; `cut`: what it stands for is larger than it is drawn. */
  | { readonly kind: 'arrow'; readonly from: Vec2; readonly along: Vec2; readonly cut?: boolean }
  /** Many single lines: x and y of one end, x and y of the other, and so on. */
  | { readonly kind: 'segments'; readonly ends: readonly Meters[] };

/** Pieces of one look. Without `fill` they are lines alone, without `stroke` areas alone. */
export interface Shape {
  readonly pieces: readonly Piece[];
  readonly fill?: Ink;
  readonly stroke?: Ink;
  /** The line's. */
  readonly width?: Meters;
  /** Lengths of dashes and gaps. */
  readonly dashes?: readonly Meters[];
  /** How opaque, 0 to 1; default 1. */
  readonly alpha?: number;
  /** Round ends and corners, or corners alone. */
  readonly round?: boolean | 'corners';
  /** An arrow's longest head. */
  readonly head?: Meters;
  /** What it shows, for one who points at it. */
  readonly words?: string;
}

/** Corners of a box, counterclockwise. */
export function boxCorners({ at, size: [long, wide] }: Extract<Piece, { kind: 'box' }>): readonly Vec2[] {
  const corners = [
    { x: long / 2, y: wide / 2 },
    { x: -long / 2, y: wide / 2 },
    { x: -long / 2, y: -wide / 2 },
    { x: long / 2, y: -wide / 2 },
  ];
  return corners.map((corner) => {
    const { x, y } = rotate(corner, at.heading);
    return { x: at.x + x, y: at.y + y };
  });
}

/** A head's half width, and how far the shaft reaches into it, in its lengths. */
const HEAD_HALF_WIDTH = 0.42;
const SHAFT_ENDS = 0.95;
/** The head of a short arrow is this share of it at most. */
const MAX_HEAD_SHARE = 0.6;
/** Where a cut arrow's second head begins, in lengths of the first. */
const SECOND_HEAD = 1.1;

/** An arrow's shaft, and its heads as triangles: two if it is cut. */
export function arrowParts(
  { from, along, cut }: Extract<Piece, { kind: 'arrow' }>,
  longestHead: Meters,
): { readonly shaft: readonly [Vec2, Vec2]; readonly heads: readonly (readonly Vec2[])[] } {
  const long = length(along);
  const ahead = scale(along, 1 / long);
  const head = Math.min(longestHead, MAX_HEAD_SHARE * long);
  const on = (forward: Meters, aside: Meters): Vec2 => ({
    x: from.x + ahead.x * forward - ahead.y * aside,
    y: from.y + ahead.y * forward + ahead.x * aside,
  });
  const headAt = (tip: Meters): readonly Vec2[] => [
    on(tip, 0),
    on(tip - head, HEAD_HALF_WIDTH * head),
    on(tip - head, -HEAD_HALF_WIDTH * head),
  ];
  return {
    shaft: [from, on(long - SHAFT_ENDS * head, 0)],
    heads: [headAt(long), ...(cut ? [headAt(long - SECOND_HEAD * head)] : [])],
  };
}
