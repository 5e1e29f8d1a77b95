/** A fast march: the times of cells, from seeds outwards, in the order of the times. */
import type { Seconds } from '../../math/units.js';
import { BORDER, CELLS, SIDE } from './searchWindow.js';

/** Cells that are still to be reached, that have their time, and those along the border, which are only seeds. */
const OPEN = 0;
const DONE = 1;
const RIM = 2;

/** Later times share the last bucket: ways through places where the body does not fit. */
const BUCKETS = 4096;
/** A cell enters a bucket each time that its time falls: at most once from each of its neighbors, and as a seed. */
const ENTRIES = 5 * CELLS;

// Filled anew by each march, and of no use after it. They stand here because making them would take as long.
const STATES = new Uint8Array(CELLS);
const STEPS = new Float64Array(CELLS);
const FIRST = new Int32Array(BUCKETS);
const NEXT = new Int32Array(ENTRIES);
const CELL_OF = new Int32Array(ENTRIES);

/** The states at the start. */
const FRESH = new Uint8Array(CELLS);
for (const k of BORDER) FRESH[k] = RIM;
/** The four neighbors of a cell. */
const AROUND = new Int32Array([-1, 1, -SIDE, SIDE]);

export interface March {
  /** Cells where it begins, and their times. */
  readonly seeds: readonly { readonly k: number; readonly time: Seconds }[];
  /** The time that it takes to cross a cell: h/v. */
  readonly stepIn: (k: number) => Seconds;
  /** Width of a bucket: half the quickest step. */
  readonly width: Seconds;
  /** The march ends when it has reached this cell, and gone on so much longer. */
  readonly target: number;
  readonly beyond: Seconds;
}

/**
 * Solves |∇T| = 1/v from seeds outwards; Infinity where it does not come. Within a bucket the order does not matter: it is
 * half as wide as the quickest step, so nothing needs to be sorted.
 *
 * Each cell takes the earlier of T = min(a, b) + h/v and, with both neighbors, T = (a + b + √(2(h/v)² − (a − b)²))/2,
 * where a and b are the times of its earlier neighbors along x and y (first-order upwind scheme).
 */
export function march({ seeds, stepIn, width, target, beyond }: March): Float64Array {
  const time = new Float64Array(CELLS).fill(Number.POSITIVE_INFINITY);
  STATES.set(FRESH);
  STEPS.fill(0);
  FIRST.fill(-1);
  for (const { k, time: until } of seeds) time[k] = until + stepIn(k);
  const start = seeds.reduce((least, { k }) => Math.min(least, time[k] as Seconds), Number.POSITIVE_INFINITY);
  const perSecond = 1 / width;
  let entries = 0;
  const put = (k: number): void => {
    const after = ((time[k] as Seconds) - start) * perSecond;
    const b = after < BUCKETS - 1 ? Math.floor(after) : BUCKETS - 1;
    CELL_OF[entries] = k;
    NEXT[entries] = FIRST[b] as number;
    FIRST[b] = entries++;
  };
  for (const { k } of seeds) put(k);
  let last = BUCKETS - 1;
  for (let b = 0; b <= last; b++) {
    // A bucket may grow while it is gone through.
    for (let entry = FIRST[b] as number; entry >= 0; entry = FIRST[b] as number) {
      FIRST[b] = NEXT[entry] as number;
      const from = CELL_OF[entry] as number;
      if (STATES[from] === DONE) continue;
      if (STATES[from] === OPEN) STATES[from] = DONE;
      if (from === target) last = Math.min(last, b + Math.ceil(beyond * perSecond));
      for (let n = 0; n < AROUND.length; n++) {
        const k = from + (AROUND[n] as number);
        if (STATES[k] !== OPEN) continue;
        if (STEPS[k] === 0) STEPS[k] = stepIn(k);
        const then = timeIn(k, time, STEPS[k] as Seconds);
        if (then >= (time[k] as Seconds) - 1e-9) continue;
        time[k] = then;
        put(k);
      }
    }
  }
  return time;
}

/** The time of a cell by those of its neighbors. */
function timeIn(k: number, time: Float64Array, step: Seconds): Seconds {
  const before = time[k - 1] as Seconds;
  const after = time[k + 1] as Seconds;
  const below = time[k - SIDE] as Seconds;
  const above = time[k + SIDE] as Seconds;
  const a = before < after ? before : after;
  const b = below < above ? below : above;
  const apart = a < b ? b - a : a - b;
  return apart < step ? (a + b + Math.sqrt(2 * step * step - apart * apart)) / 2 : (a < b ? a : b) + step;
}
