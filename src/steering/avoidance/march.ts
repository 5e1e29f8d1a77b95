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
  STATES.fill(OPEN);
  for (const k of BORDER) STATES[k] = RIM;
  STEPS.fill(0);
  FIRST.fill(-1);
  for (const { k, time: until } of seeds) time[k] = until + stepIn(k);
  const start = seeds.reduce((least, { k }) => Math.min(least, time[k] as Seconds), Number.POSITIVE_INFINITY);
  let entries = 0;
  const put = (k: number, at: Seconds): void => {
    const after = (at - start) / width;
    const b = after < BUCKETS - 1 ? Math.floor(after) : BUCKETS - 1;
    CELL_OF[entries] = k;
    NEXT[entries] = FIRST[b] as number;
    FIRST[b] = entries++;
  };
  for (const { k } of seeds) put(k, time[k] as Seconds);
  const reach = (k: number): void => {
    if (STATES[k] !== OPEN) return;
    const before = time[k - 1] as Seconds;
    const after = time[k + 1] as Seconds;
    const below = time[k - SIDE] as Seconds;
    const above = time[k + SIDE] as Seconds;
    const a = before < after ? before : after;
    const b = below < above ? below : above;
    let step = STEPS[k] as Seconds;
    if (step === 0) {
      step = stepIn(k);
      STEPS[k] = step;
    }
    const apart = a < b ? b - a : a - b;
    const then =
      apart < step ? (a + b + Math.sqrt(2 * step * step - apart * apart)) / 2 : (a < b ? a : b) + step;
    if (then >= (time[k] as Seconds) - 1e-9) return;
    time[k] = then;
    put(k, then);
  };
  let last = BUCKETS - 1;
  for (let b = 0; b <= last; b++) {
    // A bucket may grow while it is gone through.
    for (let entry = FIRST[b] as number; entry >= 0; entry = FIRST[b] as number) {
      FIRST[b] = NEXT[entry] as number;
      const k = CELL_OF[entry] as number;
      if (STATES[k] === DONE) continue;
      if (STATES[k] === OPEN) STATES[k] = DONE;
      if (k === target) last = Math.min(last, b + Math.ceil(beyond / width));
      reach(k - 1);
      reach(k + 1);
      reach(k - SIDE);
      reach(k + SIDE);
    }
  }
  return time;
}
