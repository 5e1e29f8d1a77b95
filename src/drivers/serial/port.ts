/** A serial line as bytes, whatever is at its other end: a real board, an emulated one, a test. */
import type { DriverError } from '../../validation/errors.js';

/** Hears a line: its bytes in order, then once how it ended. Callbacks that are left out are not called. */
export interface PortListener {
  bytes?(bytes: Uint8Array): void;
  /** The board, or the cable to it, is gone. */
  lost?(reason: DriverError): void;
  /** We closed it. */
  closed?(): void;
}

export interface Port {
  /** As a user knows it: `/dev/ttyACM0`, `COM3`, `emulated`. */
  readonly name: string;
  /** Passes every byte from now on; tells at once if the line has ended. @returns a call that removes the listener */
  listen(listener: PortListener): () => void;
  /** Sends bytes. `done` is called when they are taken, perhaps at once; never if the line is lost. */
  write(bytes: Uint8Array, done?: () => void): void;
  /** The rate at which it is to go on once the board has been taken there [baud]. */
  readonly nextRate?: number;
  /** Goes on at another rate [baud], without a reset of the board; missing where a line has no rate, or cannot change it. */
  changeRate?(baud: number): Promise<void>;
  close(): Promise<void>;
}

/** A line whose modem outputs are wired to the board's reset pin, as an Arduino's are. */
export interface ResettingPort extends Port {
  /** Resets the board into its boot loader; a line without such outputs does nothing. */
  reset(): Promise<void>;
}
