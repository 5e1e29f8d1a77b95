/** A serial line as bytes, whatever is at its other end: a real board, an emulated one, a test. */
import type { DriverError } from '../../validation/errors.js';

/** Who hears a line: its bytes in their order, and then how it ended, once. What is left out is not heard. */
export interface PortListener {
  bytes?(bytes: Uint8Array): void;
  /** The board, or the cable to it, is gone. */
  lost?(reason: DriverError): void;
  /** By us. */
  closed?(): void;
}

export interface Port {
  /** As a user knows it: `/dev/ttyACM0`, `COM3`, `emulated`. */
  readonly name: string;
  /** Every byte from now on; at once how the line ended, if it has. The answer takes the listener away. */
  listen(listener: PortListener): () => void;
  /** Hands bytes on. `done` is called once they are taken, perhaps at once; never if the line is lost. */
  write(bytes: Uint8Array, done?: () => void): void;
  close(): Promise<void>;
}

/** A line whose modem outputs hang on the board's reset pin, as an Arduino's do. */
export interface ResettingPort extends Port {
  /** Resets the board, which is in its boot loader then; a line without such outputs leaves it alone. */
  reset(): Promise<void>;
}
