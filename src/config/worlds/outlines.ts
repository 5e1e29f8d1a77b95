/** The outlines of what is solid in a picture, as few points as they need. */
import type { Vec2 } from '../../math/geometry.js';

/** A picture without colors. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  /** 0 is black, 255 white; row by row from the top. */
  readonly grey: Uint8Array;
}

/** A picture of what is solid, row by row from the top. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** 1 where something is. */
  readonly solid: Uint8Array;
}

/** Right, up, left, down, on a grid whose rows go down. */
const STEPS = [
  [1, 0],
  [0, -1],
  [-1, 0],
  [0, 1],
] as const;

/**
 * Closed lines round every connected solid part, and round every hole in one, in cells: [0, 0] is the top left corner of the
 * picture, y goes down. What is solid lies to the left. Parts that touch at a corner only are one.
 */
export function outlinesOf({ width, height, solid }: Raster): readonly (readonly Vec2[])[] {
  const at = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && solid[y * width + x] === 1;
  /** Whether an outline leaves a corner in a direction: solid to its left, empty to its right. */
  const leaves = (x: number, y: number, way: number): boolean => {
    if (way === 0) return at(x, y - 1) && !at(x, y);
    if (way === 1) return at(x - 1, y - 1) && !at(x, y - 1);
    if (way === 2) return at(x - 1, y) && !at(x - 1, y - 1);
    return at(x, y) && !at(x - 1, y);
  };
  const done = new Uint8Array((width + 1) * (height + 1));
  const lines: Vec2[][] = [];
  for (let y = 0; y <= height; y++)
    for (let x = 0; x <= width; x++)
      for (let way = 0; way < 4; way++) {
        if (!leaves(x, y, way) || (done[y * (width + 1) + x] as number) & (1 << way)) continue;
        lines.push(follow(x, y, way));
      }
  return lines;

  function follow(fromX: number, fromY: number, fromWay: number): Vec2[] {
    const line: Vec2[] = [];
    let [x, y, way] = [fromX, fromY, fromWay];
    do {
      line.push({ x, y });
      const place = y * (width + 1) + x;
      done[place] = (done[place] as number) | (1 << way);
      const [dx, dy] = STEPS[way] as (typeof STEPS)[number];
      x += dx;
      y += dy;
      // Rightmost first: so parts that touch at a corner stay one.
      way = ([3, 0, 1].map((turn) => (way + turn) % 4).find((next) => leaves(x, y, next)) ?? way) as number;
    } while (x !== fromX || y !== fromY || way !== fromWay);
    line.push({ x, y });
    return line;
  }
}

/**
 * A closed line with fewer points, none of the old ones farther from it than a tolerance (Ramer 1972, Douglas and Peucker
 * 1973).
 */
export function simplified(line: readonly Vec2[], tolerance: number): readonly Vec2[] {
  const keep = new Uint8Array(line.length);
  const half = farthestFrom(line);
  const parts: [number, number][] = [
    [0, half],
    [half, line.length - 1],
  ];
  keep[0] = keep[half] = keep[line.length - 1] = 1;
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part;
    let [worst, off] = [-1, tolerance];
    for (let i = first + 1; i < last; i++) {
      const away = distanceTo(line[i] as Vec2, line[first] as Vec2, line[last] as Vec2);
      if (away > off) [worst, off] = [i, away];
    }
    if (worst < 0) continue;
    keep[worst] = 1;
    parts.push([first, worst], [worst, last]);
  }
  return line.filter((_, i) => keep[i] === 1);
}

const farthestFrom = (line: readonly Vec2[]): number => {
  const [start] = line;
  let [index, off] = [0, -1];
  for (const [i, { x, y }] of line.entries()) {
    const away = start ? Math.hypot(x - start.x, y - start.y) : 0;
    if (away > off) [index, off] = [i, away];
  }
  return index;
};

/** From a point to a segment. */
function distanceTo({ x, y }: Vec2, a: Vec2, b: Vec2): number {
  const [ux, uy] = [b.x - a.x, b.y - a.y];
  const long = ux * ux + uy * uy;
  const share = long > 0 ? Math.max(0, Math.min(1, ((x - a.x) * ux + (y - a.y) * uy) / long)) : 0;
  return Math.hypot(x - a.x - share * ux, y - a.y - share * uy);
}
