/**
 * Prints the work of each budgeted tick, as JSON. A program of its own: `figures.ts` starts it with flags under which V8
 * only interprets, so that every run gives the same digits.
 */
import { getHeapSpaceStatistics } from 'node:v8';
import type { BudgetedTick } from './budgetedTicks.js';
import { CallCounter, type Calls } from './callCounter.js';

/** The work of one instant of control: of all robots of the scene, their readings and messages included. */
export interface TickWork {
  readonly robots: number;
  readonly calls: Calls;
  /** Allocated, by libraries too. */
  readonly bytes: number;
  /** The size of the first robot's state after the tick, as JSON [bytes]. */
  readonly state: number;
}

const counter = new CallCounter();
await counter.start();
const { BUDGETED_TICKS, drivenTo } = await import('./budgetedTicks.js');

async function countCalls(ticked: BudgetedTick): Promise<Omit<TickWork, 'bytes'>> {
  const run = await drivenTo(ticked);
  await counter.take();
  run.control();
  const calls = await counter.take();
  const { robots } = run;
  const state = Buffer.byteLength(JSON.stringify(robots[0]?.ticked?.state));
  run.close();
  return { robots: robots.length, calls, state };
}

/** New objects go there. The other spaces take memory in portions, whose size differs from run to run. */
const NEW_SPACES = ['new_space', 'new_large_object_space'];

const newBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => NEW_SPACES.includes(space_name))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);

async function allocatedBytes(ticked: BudgetedTick): Promise<number> {
  const run = await drivenTo(ticked);
  // An object that lives through two of them leaves the new space. Empty, it has room for a whole tick, and each object
  // gets the same place in every run.
  for (let i = 0; i < 2; i++) globalThis.gc?.({ type: 'minor' });
  newBytes();
  const first = newBytes();
  const before = newBytes();
  run.control();
  const after = newBytes();
  run.close();
  const ofLooking = before - first;
  return after - before - ofLooking;
}

const counted = new Map<BudgetedTick, Omit<TickWork, 'bytes'>>();
for (const ticked of BUDGETED_TICKS) counted.set(ticked, await countCalls(ticked));
await counter.end();
// Only now: the counting allocates, too, and by now every function is compiled.
const work: [string, TickWork][] = [];
for (const [ticked, rest] of counted)
  work.push([ticked.name, { ...rest, bytes: await allocatedBytes(ticked) }]);
console.log(JSON.stringify(Object.fromEntries(work)));
