/** The start of a drive: the robot is armed by itself, once, as soon as its sensors speak and nothing else forbids it. */
import { type Observable, Subject } from 'rxjs';
import type { Controller } from '../control/controller.js';
import type { TickedState } from '../control/loop.js';
import { notReady } from '../control/readiness.js';
import type { LoopState } from '../control/state.js';
import type { Driver } from '../drivers/driver.js';
import { AT_REST } from '../safety/limiter.js';
import type { Command } from '../signals.js';
import type { Seconds } from '../units.js';

/** A board that has said nothing by then will not say it. */
const PATIENCE: Seconds = 3;

export const WAITING = 'it waits for its sensors';

/** A state that waits to be armed. */
export const asWaiting = (state: LoopState): LoopState => ({
  ...state,
  granted: AT_REST,
  powered: false,
  supervisor: { ...state.supervisor, safety: 'stopped', cause: WAITING },
});

export class Starter {
  /** `arm`, once, when the body is armed; errors when the body will not be. */
  readonly commands$: Observable<Command>;
  readonly #commands = new Subject<Command>();
  readonly #controller: Controller;
  readonly #driver: Driver;
  #waits = true;
  #since: Seconds | undefined;

  constructor(controller: Controller, driver: Driver) {
    this.#controller = controller;
    this.#driver = driver;
    this.commands$ = this.#commands.asObservable();
  }

  /** Guards people: whoever says STOP while it waits has to say go himself. */
  giveUp(): void {
    this.#waits = false;
  }

  /** Why it gave up waiting; undefined while it may still start, or did. */
  look(state: TickedState, armed: { readonly failed: (error: unknown) => void }): string | undefined {
    if (!this.#waits) return undefined;
    const { at } = state.tick;
    this.#since ??= at;
    const why = notReady(this.#controller, state);
    if (why !== undefined) return at - this.#since > PATIENCE ? why : undefined;
    this.#waits = false;
    this.#driver.arm().then(() => this.#commands.next({ kind: 'arm' }), armed.failed);
    return undefined;
  }
}
