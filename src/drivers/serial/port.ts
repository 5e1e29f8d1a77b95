/** A serial line as bytes, whatever is at its other end: a real board, an emulated one, a test. */
import type { Observable } from 'rxjs';

export interface Port {
  /** As a user knows it: `/dev/ttyACM0`, `COM3`, `emulated`. */
  readonly name: string;
  /** Every byte from now on; errors with `DriverError` when the line is lost, completes when it is closed. */
  readonly bytes$: Observable<Uint8Array>;
  /** Hands bytes on. `done` is called once they are taken, perhaps at once; never if the line is lost. */
  write(bytes: Uint8Array, done?: () => void): void;
  close(): Promise<void>;
}

/** A line whose modem outputs hang on the board's reset pin, as an Arduino's do. */
export interface ResettingPort extends Port {
  /** Resets the board, which is in its boot loader then; a line without such outputs leaves it alone. */
  reset(): Promise<void>;
}
