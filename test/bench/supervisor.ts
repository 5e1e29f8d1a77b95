/** Random histories of a robot: its motors turn only while it may drive, and only an operator makes it drive again. */
import { wallTime } from '../../src/control/clock.js';
import type { Seconds } from '../../src/math/units.js';
import { loopViolations, tableViolations } from '../support/supervisorSoak.js';

const SEQUENCES = 1e6;
const MINUTE: Seconds = 60;
const SHOWN = 10;

/** `supervisor 1000000 60`: so many sequences of the table, and so many seconds of sequences through the loop. */
export function benchSupervisor([sequences, seconds]: readonly string[] = []): void {
  const count = Number(sequences ?? SEQUENCES);
  const found = tableViolations(count, 1);
  for (const line of found.slice(0, SHOWN)) console.log(`  ${line}`);
  console.log(`the table: ${found.length} violations in ${count} sequences`);
  const end = wallTime.now() + Number(seconds ?? MINUTE);
  let [seed, events, bad, driven, armed] = [1, 0, 0, 0, 0];
  for (; wallTime.now() < end; seed++) {
    const run = loopViolations(seed);
    events += run.events;
    bad += run.found.length;
    driven += run.driven;
    armed += run.armed;
    for (const line of run.found) console.log(`  ${line}`);
  }
  console.log(
    `the loop: ${bad} violations in ${seed - 1} sequences of ${events} events: ${driven} ticks drove, ${armed} times armed again`,
  );
}
