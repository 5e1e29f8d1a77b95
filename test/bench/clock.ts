/** Times that can be compared: both sides in turn, and the medians of many short rounds. */

/** Keeps what was worked out, so that nothing of it is optimized away. */
let kept = 0;

function nanosecondsOf(work: (i: number) => number, calls: number): number {
  const started = process.hrtime.bigint();
  let sum = 0;
  for (let i = 0; i < calls; i++) sum += work(i);
  kept += Number.isFinite(sum) ? 1 : 0;
  return Number(process.hrtime.bigint() - started) / calls;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export interface Contest {
  readonly ours: (i: number) => number;
  readonly theirs: (i: number) => number;
}

/** Nanoseconds a call of both, measured in turn in one process. */
export function compare(
  { ours, theirs }: Contest,
  rounds = 15,
  roundMs = 20,
): { ours: number; theirs: number } {
  const callsFor = (work: (i: number) => number) => {
    nanosecondsOf(work, 20_000);
    return Math.max(1, Math.ceil((roundMs * 1e6) / nanosecondsOf(work, 2_000)));
  };
  const calls = [callsFor(ours), callsFor(theirs)] as const;
  const times: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push({ ours: nanosecondsOf(ours, calls[0]), theirs: nanosecondsOf(theirs, calls[1]) });
  }
  if (kept === 0) throw new Error('nothing was worked out');
  return { ours: median(times.map((t) => t.ours)), theirs: median(times.map((t) => t.theirs)) };
}

/** One row of a table: both times, and their ratio beside what it may be. */
export function row(name: string, ours: number, theirs: number, atMost?: number): string {
  const ratio = ours / theirs;
  const figures = [`${ours.toFixed(1)} ns`, `${theirs.toFixed(1)} ns`]
    .map((text) => text.padStart(11))
    .join('');
  const wanted = atMost === undefined ? '' : `  (wanted: at most ${atMost})`;
  return `  ${name.padEnd(44)}${figures}   ratio ${ratio.toFixed(2)}${wanted}`;
}
