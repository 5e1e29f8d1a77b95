/** READ THIRD: where the streams meet. Events fold into one state; a tick of the clock drives the wheels. */
import { filter, finalize, map, materialize, merge, type Observable, scan, tap } from 'rxjs';
import type { Driver } from '../drivers/driver.js';
import type { ClockTick, Command, LoopEvent, Target, Tick } from '../signals.js';
import type { Controller } from './controller.js';
import { receive } from './receive.js';
import type { LoopState } from './state.js';

export interface LoopInputs {
  readonly driver: Driver;
  readonly clock$: Observable<ClockTick>;
  readonly targets$: Observable<Target>;
  readonly commands$: Observable<Command>;
}

/**
 * The control loop; subscribing starts it, and however it ends the wheels are stopped.
 *
 * A reading, a target or a command changes the state at once; only the clock drives. A body that is lost is an
 * event (`materialize`), so that it ends nothing but the driving.
 */
export function controlLoop(
  controller: Controller,
  initial: LoopState,
  inputs: LoopInputs,
): Observable<Tick> {
  const { driver } = inputs;
  return merge(readings(driver), targets(inputs), commands(inputs), clock(inputs)).pipe(
    scan((state, event) => receive(controller, state, event), initial),
    map((state) => state.tick),
    filter((tick) => tick !== null),
    tap(({ duties }) => driver.drive(duties)),
    // Guards people: unsubscribed, completed or failed, the wheels stop.
    finalize(() => driver.stop()),
  );
}

function readings(driver: Driver): Observable<LoopEvent> {
  return driver.readings$.pipe(
    // Guards people: a body that is lost may still hear this.
    finalize(() => driver.stop()),
    materialize(),
    map((news): LoopEvent => {
      if (news.kind === 'N') return { kind: 'reading', reading: news.value };
      return { kind: 'lost', why: news.kind === 'E' ? messageOf(news.error) : 'it has nothing more to say' };
    }),
  );
}

const targets = ({ targets$ }: LoopInputs): Observable<LoopEvent> =>
  targets$.pipe(map((target): LoopEvent => ({ kind: 'target', target })));

function commands({ commands$, driver }: LoopInputs): Observable<LoopEvent> {
  return commands$.pipe(
    // Guards people: a stop does not wait for the next tick, and a body that will not arm is not driven.
    tap(({ kind }) => (kind === 'stop' ? driver.stop() : driver.arm().catch(() => driver.stop()))),
    map((command): LoopEvent => ({ kind: 'command', command })),
  );
}

function clock({ clock$, driver }: LoopInputs): Observable<LoopEvent> {
  return clock$.pipe(
    // Guards people: without a clock nobody would ever send another duty.
    finalize(() => driver.stop()),
    map((tick): LoopEvent => ({ kind: 'clock', ...tick })),
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
