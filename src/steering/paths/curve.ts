/** The curve that a robot drives along a polyline: its curvature is continuous, and every corner is rounded. */
import type { Meters } from '../../math/units.js';
import { type Corner, cornerPoint, cornersOf, reachOf } from './corners.js';
import type { Path } from './path.js';

/** Points of a curve, each with the arc length of the path that it stands for. */
export interface Curve {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly along: Float64Array;
}

/** Distance between two samples of the path. */
export const SPACING: Meters = 0.002;
/** Half the width of the smoothing window, in samples: 27 samples are 54 mm. */
const HALF_WIDTH = 13;
const PASSES = 3;
/** The windows of all passes reach this far to either side of a sample; smoothing twice, twice as far. */
const KERNEL_REACH = HALF_WIDTH * PASSES;
const PAD = 2 * KERNEL_REACH;

/**
 * A part of a path as a smooth curve, between two arc lengths.
 *
 * Samples p every 2 mm are smoothed with K, three moving means of 54 mm, and then sharpened: c = K p + K (p − K p). K
 * alone draws a bend of curvature κ inwards by about κw²/8; of c only an error of the fourth order in w remains, so
 * bends stay where they are. Three means of a polyline have a continuous curvature, and a body can follow a curve at
 * speed only if its curvature does not jump: a jump asks its wheels for an infinite acceleration. Both ends of an open
 * path stay in place, since it is continued there by its point reflection. Where a corner has long legs, its samples
 * are replaced by a wider turn (`cornerPoint`).
 *
 * @param from may lie before the start of a loop, and `to` beyond its end
 * @param tolerance by how much corners may be cut [m]
 */
export function curveAlong(path: Path, from: Meters, to: Meters, tolerance: Meters): Curve {
  const count = Math.max(2, Math.round((to - from) / SPACING));
  const step = (to - from) / count;
  const along = Float64Array.from({ length: count + 1 }, (_, i) => from + i * step);
  const [x, y] = [new Float64Array(count + 1 + 2 * PAD), new Float64Array(count + 1 + 2 * PAD)];
  for (let i = 0; i < x.length; i++) {
    const { x: px, y: py } = path.continuedAt(from + (i - PAD) * step);
    x[i] = px;
    y[i] = py;
  }
  const curve = { x: sharpened(x), y: sharpened(y), along };
  for (const corner of cornersOf(path)) turnInto(curve, path, corner, tolerance);
  return curve;
}

/** c = K p + K (p − K p), shorter by PAD at both ends. */
function sharpened(samples: Float64Array): Float64Array {
  const smooth = smoothed(samples);
  const lost = smooth.map((value, i) => (samples[i + KERNEL_REACH] as number) - value);
  const rest = smoothed(lost);
  return rest.map((value, i) => (smooth[i + KERNEL_REACH] as number) + value);
}

/** Three moving means, shorter by KERNEL_REACH at both ends. */
function smoothed(samples: Float64Array): Float64Array {
  let means = samples;
  for (let pass = 0; pass < PASSES; pass++) means = movingMean(means);
  return means;
}

function movingMean(samples: Float64Array): Float64Array {
  const width = 2 * HALF_WIDTH + 1;
  const means = new Float64Array(samples.length - 2 * HALF_WIDTH);
  let sum = 0;
  for (let i = 0; i < samples.length; i++) {
    sum += samples[i] as number;
    if (i >= width) sum -= samples[i - width] as number;
    if (i >= width - 1) means[i - width + 1] = sum / width;
  }
  return means;
}

/** Replaces the samples round a corner by its turn; in a loop also those a lap before and after. */
function turnInto({ x, y, along }: Curve, path: Path, corner: Corner, tolerance: Meters): void {
  const reach = reachOf(corner, tolerance);
  if (reach === 0) return;
  const [first, last] = [along[0] as Meters, along[along.length - 1] as Meters];
  const lap = path.loops ? path.length : Number.POSITIVE_INFINITY;
  const before = Math.floor((corner.at - first + reach) / lap);
  for (let at = corner.at - (before > 0 ? before * lap : 0); at - reach < last; at += lap) {
    const step = ((last - first) / (along.length - 1)) as Meters;
    const begin = Math.max(0, Math.ceil((at - reach - first) / step));
    const end = Math.min(along.length - 1, Math.floor((at + reach - first) / step));
    for (let i = begin; i <= end; i++) {
      const p = cornerPoint(corner, (along[i] as Meters) - at, tolerance);
      x[i] = p.x;
      y[i] = p.y;
    }
  }
}
