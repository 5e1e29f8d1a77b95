/** Random histories of a robot: its motors turn only while it may drive, and only an operator makes it drive again. */
import { loopViolations, tableViolations } from '../support/supervisorSoak.js';
import type { Figures } from './figures/figures.js';

const SEQUENCES = 1e6;
const LOOP_SEQUENCES = 300;
const SHOWN = 10;

/** `supervisor`, or `supervisor 1000000 60`: so many sequences of the table, and through the loop; not published. */
export function benchSupervisor([sequences, loops]: readonly string[], figures: Figures): void {
  const count = Number(sequences ?? SEQUENCES);
  const found = tableViolations(count, 1);
  for (const line of found.slice(0, SHOWN)) console.log(`  ${line}`);
  console.log(`the table: ${found.length} violations in ${count} sequences`);
  const through = throughLoop(Number(loops ?? LOOP_SEQUENCES));
  if (sequences !== undefined) return;
  figures.exact('supervisor.sequences', count, '');
  figures.exact('supervisor.violations', found.length, '');
  figures.exact('supervisor.loop.sequences', LOOP_SEQUENCES, '');
  figures.exact('supervisor.loop.violations', through.violations, '');
}

function throughLoop(count: number) {
  let [events, violations, driven, armed] = [0, 0, 0, 0];
  for (let seed = 1; seed <= count; seed++) {
    const run = loopViolations(seed);
    events += run.events;
    violations += run.found.length;
    driven += run.driven;
    armed += run.armed;
    for (const line of run.found) console.log(`  ${line}`);
  }
  console.log(
    `the loop: ${violations} violations in ${count} sequences of ${events} events: ${driven} ticks drove, ${armed} times armed again`,
  );
  return { violations, driven, armed };
}

/** How often a robot drove, and was armed, in a few sequences. */
export function probeSupervisor(figures: Figures): void {
  const { driven, armed } = throughLoop(4);
  figures.probe('supervisor.probe.driven', driven);
  figures.probe('supervisor.probe.armed', armed);
}
