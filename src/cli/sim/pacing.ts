/** How a simulated run is spread over real time: as fast as it goes, or by the wall clock. */
import { Subscription, tap } from 'rxjs';
import { fromNow, wallClock, wallTime } from '../../control/clock.js';
import type { Seconds } from '../../math/units.js';
import type { ClockTick } from '../../signals/signals.js';

/** A run yields the simulated time at each instant of control, and ends with its result. */
export type Run<T> = Generator<Seconds, T>;

/** Told of the simulated and the wall time as the run goes on. */
export type Watch = (simulated: Seconds, wall: Seconds) => void;

/** How long it may run before it lets signals in. */
const SLICE: Seconds = 0.02;

/** Without waiting; nothing comes back when it is interrupted. */
export async function runAtOnce<T>(
  run: Run<T>,
  watch: Watch,
  interruption: AbortSignal,
): Promise<T | undefined> {
  const started = wallTime.now();
  let letIn = started;
  for (let step = run.next(); !interruption.aborted; step = run.next()) {
    if (step.done) return step.value;
    const now = wallTime.now();
    watch(step.value, now - started);
    if (now - letIn < SLICE) continue;
    await new Promise((done) => setImmediate(done));
    letIn = wallTime.now();
  }
  return undefined;
}

/** Each tick of the wall clock drives the run on to its time, times `speed`; a late one makes up for what it lost. */
export function runInRealTime<T>(
  run: Run<T>,
  speed: number,
  watch: Watch,
  interruption: AbortSignal,
): Promise<T | undefined> {
  const ticks = new Subscription();
  const ended = new Promise<T | undefined>((resolve, reject) => {
    const catchUp = ({ at }: ClockTick) => {
      for (let step = run.next(); ; step = run.next()) {
        if (step.done) return resolve(step.value);
        watch(step.value, at);
        if (step.value >= at * speed) return;
      }
    };
    ticks.add(wallClock(SLICE, fromNow()).pipe(tap(catchUp)).subscribe({ error: reject }));
    interruption.addEventListener('abort', () => resolve(undefined));
  });
  return ended.finally(() => ticks.unsubscribe());
}
