/** The only door to a body: simulated, emulated, replayed or real. A driver decides nothing. */
import type { Observable } from 'rxjs';
import type { Reading, WheelDuties } from '../signals/signals.js';

export interface Driver {
  /** Stamped, in order; errors once, with `DriverError`, when the body is lost. */
  readonly readings$: Observable<Reading>;
  arm(): Promise<void>;
  /** Holds these duties until the next call or until the body's dead-man trips; never throws. */
  drive(duties: WheelDuties): void;
  /** Zero power now; safe to call twice. */
  stop(): void;
  close(): Promise<void>;
}
