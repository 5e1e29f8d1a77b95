/** How long the board takes to answer: there and back over the cable, and its own thinking. */
import type { FrameLine } from '../../drivers/steerbot/frameLine.js';
import type { TimeSource } from '../../math/time.js';
import { ms, type Seconds } from '../../math/units.js';
import { CHECK, ok, type Row, warning } from './row.js';

const TIMES = 20;
/** The question and its answer take 5 ms on the line; a converter that collects bytes for 16 ms makes it 20. */
const LONGEST: Seconds = ms(12);

export async function checkDelay(line: FrameLine, time: TimeSource): Promise<Row> {
  const delays: Seconds[] = [];
  for (let i = 0; i < TIMES; i++) {
    const asked = time.now();
    let answered = asked;
    await line.ask({ type: 'ask' }, () => {
      answered = time.now();
    });
    delays.push(answered - asked);
  }
  return delayRow(delays);
}

export function delayRow(delays: readonly Seconds[]): Row {
  const sorted = delays.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const shown = (delay: Seconds) => `${(delay * 1000).toFixed(1)} ms`;
  const found = `median ${shown(median)}, longest ${shown(sorted.at(-1) ?? 0)}, of ${delays.length} questions`;
  if (median <= LONGEST) return ok(CHECK.delay, found);
  return warning(
    CHECK.delay,
    found,
    "lower its converter's latency timer to 1 ms, or plug it in without a hub between",
  );
}
