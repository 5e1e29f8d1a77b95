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

/** Nanoseconds a call of both, in rounds in which they take turns. */
export type Round = { readonly ours: number; readonly theirs: number };

/** Both in one process. */
export function compare({ ours, theirs }: Contest, rounds = 15, roundMs = 20): Round[] {
  const callsFor = (work: (i: number) => number) => {
    nanosecondsOf(work, 20_000);
    return Math.max(1, Math.ceil((roundMs * 1e6) / nanosecondsOf(work, 2_000)));
  };
  const calls = [callsFor(ours), callsFor(theirs)] as const;
  const times = Array.from({ length: rounds }, () => ({
    ours: nanosecondsOf(ours, calls[0]),
    theirs: nanosecondsOf(theirs, calls[1]),
  }));
  if (kept === 0) throw new Error('nothing was worked out');
  return times;
}

/** Of each round our time in times of theirs. */
export const ratiosOf = (rounds: readonly Round[]): number[] =>
  rounds.map(({ ours, theirs }) => ours / theirs);

/** One row of a table: both times, and their ratio beside what it may be. */
export function row(name: string, rounds: readonly Round[], atMost?: number): string {
  const sides = ['ours', 'theirs'] as const;
  const times = sides.map((side) => `${median(rounds.map((round) => round[side])).toFixed(1)} ns`);
  const ratios = ratiosOf(rounds).sort((a, b) => a - b);
  const [least = 0, most = 0] = [ratios[0], ratios.at(-1)];
  const spread = `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
  const wanted = atMost === undefined ? '' : `  (wanted: at most ${atMost})`;
  return `  ${name.padEnd(44)}${times.map((text) => text.padStart(11)).join('')}   ratio ${spread}${wanted}`;
}
