/** The start of a drive: arms the robot as soon as its sensors report and no fault forbids it. */
import { type Observable, Subject } from 'rxjs';
import type { Driver } from '../drivers/driver.js';
import type { Seconds } from '../math/units.js';
import { AT_REST, type Cause, type Command } from '../signals/signals.js';
import type { TickedState } from './loop.js';
import { notReady } from './readiness.js';
import type { RobotModel } from './robotModel.js';
import type { LoopState } from './state.js';

/** Sensors that are silent this long count as dead. */
const SENSOR_TIMEOUT: Seconds = 3;

/** Attempts to arm: an operator must look at sensors that fall silent each time the board is armed. */
const MAX_ARMINGS = 3;
const SILENT_CAUSE = 'its sensors fall silent whenever its board is armed';

export const WAITING: Cause = { kind: 'waiting', what: 'it waits for its sensors' };

/** A loop state that waits to be armed. */
export const asWaiting = (state: LoopState): LoopState => ({
  ...state,
  granted: AT_REST,
  guards: {
    ...state.guards,
    powered: false,
    supervisor: { ...state.guards.supervisor, safety: 'stopped', cause: WAITING },
  },
});

/** `arming`: the body was asked and has not answered yet. `over`: the robot drives, or the operator decides. */
type Phase = 'waiting' | 'arming' | 'over';

export class AutoArm {
  /** Commands `arm`, again if the loop did not arm. The loop asks the body; a newer STOP cancels the body's answer. */
  readonly commands$: Observable<Command>;
  /** The same body, with its answers to `arm` observed. */
  readonly driver: Driver;
  /** Fails when the body refuses to be armed. */
  readonly refused$: Observable<never>;
  readonly #commands = new Subject<Command>();
  readonly #refused = new Subject<never>();
  readonly #model: RobotModel;
  #phase: Phase = 'waiting';
  #since: Seconds | undefined;
  #armings = 0;

  constructor(model: RobotModel, driver: Driver) {
    this.#model = model;
    this.commands$ = this.#commands.asObservable();
    this.refused$ = this.#refused.asObservable();
    this.driver = {
      readings$: driver.readings$,
      arm: () => this.#hear(driver.arm()),
      drive: (duties) => driver.drive(duties),
      stop: () => driver.stop(),
      close: () => driver.close(),
    };
  }

  /** Guards people: after a STOP the operator must say `go`; the robot no longer starts by itself. */
  giveUp(): void {
    this.#phase = 'over';
  }

  /** Why it gave up waiting; undefined while it may still start, or has started. */
  look({ state, tick }: TickedState): string | undefined {
    if (this.#phase !== 'waiting') return undefined;
    // The operator has armed it, or a fault was latched.
    if (tick.cause?.kind !== 'waiting') {
      this.giveUp();
      return undefined;
    }
    const { at } = tick;
    this.#since ??= at;
    const why = notReady(this.#model, state);
    if (why !== undefined) return at - this.#since > SENSOR_TIMEOUT ? why : undefined;
    if (this.#armings === MAX_ARMINGS) return SILENT_CAUSE;
    this.#armings += 1;
    this.#phase = 'arming';
    this.#commands.next({ kind: 'arm' });
    return undefined;
  }

  /**
   * Only a failure of the first arming ends the drive; later the loop stops, and the operator may try again. If the
   * sensors were silent when the body answered, the loop has not armed it: then this waits again.
   */
  #hear(answer: Promise<void>): Promise<void> {
    answer.then(
      () => {
        if (this.#phase === 'arming') this.#phase = 'waiting';
      },
      (error: unknown) => this.#phase === 'arming' && this.#refused.error(error),
    );
    return answer;
  }
}
