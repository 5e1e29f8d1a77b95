/** Starts, drives, slow approaches and stops of healthy robots, and how often the board's stall check cuts one. */
import { blockedFrom, drawTrace, nativeStallCheck } from '../support/stallTraces.js';

const RUNS = 10_000;

/** `stalls`, or `stalls 500 7`: so many runs, from that seed on. */
export function benchStalls([count = String(RUNS), from = '1']: readonly string[]): void {
  const check = nativeStallCheck();
  const traces = Array.from({ length: Number(count) }, (_, i) => drawTrace(Number(from) + i));
  const cuts = check.cutsIn(traces);
  for (const { run, at, wheel } of cuts) console.log(`  ${run}: the ${wheel} wheel, in line ${at}`);
  const blocked = check.cutsIn(traces.map((trace) => blockedFrom(trace, 2)));
  const found = new Set(blocked.map(({ run }) => run)).size;
  console.log(
    `${traces.length} runs of healthy robots: ${cuts.length} cuts; with the left wheel's counts frozen: ${found} cut`,
  );
  check.close();
}
