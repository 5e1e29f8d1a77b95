/** A curve as the way of both wheels, at even steps of motion. */
import { wrapAngle } from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';
import { type Curve, SPACING } from './curve.js';

/**
 * Poses along a curve, one step of motion apart, and the ways of both wheels to each of them.
 *
 * A step is √(ds² + (b/2·dθ)²), so a place where the body turns on the spot, where the path folds back, has as many
 * steps as the turn needs.
 */
export interface WheelPath {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Unwrapped, so that it does not jump [rad]. */
  readonly heading: Float64Array;
  /** Arc length of the original path [m]. */
  readonly along: Float64Array;
  /** s − bθ/2 and s + bθ/2 [m]. */
  readonly left: Float64Array;
  readonly right: Float64Array;
}

/** A sharper turn between two samples is made on the spot. */
const FOLD: Radians = 0.5;
/** Nearer samples have no direction. */
const SAME_PLACE: Meters = 1e-7;

/** @param face heading at the end, to which the body turns on the spot */
export function wheelPathOf(curve: Curve, track: Meters, face?: Radians): WheelPath {
  return resampled(nodesOf(curve, face), track);
}

/** A pose on the curve. */
interface Node {
  readonly x: Meters;
  readonly y: Meters;
  readonly heading: Radians;
  readonly along: Meters;
}

/** The heading at a sample is the mean of those before and behind it; at a fold both count, one after the other. */
function nodesOf({ x, y, along }: Curve, face: Radians | undefined): Node[] {
  const nodes: Node[] = [];
  let from = 0;
  let before: Radians | undefined;
  const add = (i: number, heading: Radians) =>
    nodes.push({ x: x[i] as Meters, y: y[i] as Meters, along: along[i] as Meters, heading });
  for (let i = 1; i < x.length; i++) {
    const dx = (x[i] as Meters) - (x[from] as Meters);
    const dy = (y[i] as Meters) - (y[from] as Meters);
    if (Math.hypot(dx, dy) < SAME_PLACE) continue;
    const next = Math.atan2(dy, dx);
    if (before === undefined) add(from, next);
    else {
      const turn = turnTo(before, next);
      if (Math.abs(turn) < FOLD) add(from, before + turn / 2);
      else {
        add(from, before);
        add(from, before + turn);
      }
    }
    before = before === undefined ? next : before + turnTo(before, next);
    from = i;
  }
  add(x.length - 1, before ?? 0);
  if (face !== undefined && before !== undefined) add(x.length - 1, before + turnTo(before, face));
  return nodes;
}

/** The shorter turn; half a turn goes left. */
function turnTo(from: Radians, to: Radians): Radians {
  const turn = wrapAngle(to - from);
  return turn < -Math.PI + 1e-9 ? turn + 2 * Math.PI : turn;
}

/** The same poses at even steps of motion. */
function resampled(nodes: readonly Node[], track: Meters): WheelPath {
  const ways = new Float64Array(nodes.length);
  for (let i = 1; i < nodes.length; i++) {
    const [a, b] = [nodes[i - 1] as Node, nodes[i] as Node];
    ways[i] =
      (ways[i - 1] as Meters) + Math.hypot(b.x - a.x, b.y - a.y, (track / 2) * (b.heading - a.heading));
  }
  const total = ways[nodes.length - 1] as Meters;
  const count = Math.max(3, Math.round(total / SPACING) + 1);
  const path = emptyPath(count);
  let k = 0;
  for (let i = 0; i < count; i++) {
    const way = (total * i) / (count - 1);
    while (k < nodes.length - 2 && (ways[k + 1] as Meters) < way) k++;
    const [a, b] = [nodes[k] as Node, nodes[k + 1] as Node];
    const long = (ways[k + 1] as Meters) - (ways[k] as Meters);
    const share = long > 0 ? (way - (ways[k] as Meters)) / long : 0;
    place(path, i, a, b, share, track);
  }
  return path;
}

const emptyPath = (count: number): WheelPath => {
  const [x, y, heading, along, left, right] = Array.from({ length: 6 }, () => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return { count, x, y, heading, along, left, right };
};

function place(path: WheelPath, i: number, a: Node, b: Node, share: number, track: Meters): void {
  const between = (from: number, to: number) => from + (to - from) * share;
  path.x[i] = between(a.x, b.x);
  path.y[i] = between(a.y, b.y);
  path.heading[i] = between(a.heading, b.heading);
  path.along[i] = between(a.along, b.along);
  if (i === 0) return;
  const turn = (path.heading[i] as number) - (path.heading[i - 1] as number);
  const dx = (path.x[i] as number) - (path.x[i - 1] as number);
  const dy = (path.y[i] as number) - (path.y[i - 1] as number);
  const way = Math.hypot(dx, dy);
  path.left[i] = (path.left[i - 1] as number) + way - (track / 2) * turn;
  path.right[i] = (path.right[i - 1] as number) + way + (track / 2) * turn;
}
