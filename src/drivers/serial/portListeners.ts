/** All who hear one line: each is told in the order in which they came, and of its end once. */

import type { DriverError } from '../../validation/errors.js';
import type { PortListener } from './port.js';

type Tell = (listener: PortListener) => void;

export class PortListeners implements Required<PortListener> {
  readonly #listeners = new Set<PortListener>();
  /** For who comes after the end. */
  #tellEnd: Tell | undefined;

  /** The answer takes the listener away, also while it is being told something. */
  add(listener: PortListener): () => void {
    if (this.#tellEnd) this.#tellEnd(listener);
    else this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  bytes(bytes: Uint8Array): void {
    if (this.#tellEnd) return;
    // Who comes meanwhile hears the next ones; who leaves, or is told of a loss, no more.
    for (const each of [...this.#listeners]) {
      if (!this.#listeners.has(each)) continue;
      try {
        each.bytes?.(bytes);
      } catch (error) {
        throwLater(error);
      }
    }
  }

  lost(reason: DriverError): void {
    this.#end((listener) => listener.lost?.(reason));
  }

  closed(): void {
    this.#end((listener) => listener.closed?.());
  }

  #end(tell: Tell): void {
    if (this.#tellEnd) return;
    this.#tellEnd = tell;
    for (const each of this.#listeners) {
      this.#listeners.delete(each);
      try {
        tell(each);
      } catch (error) {
        throwLater(error);
      }
    }
  }
}

/** Guards people: one listener that fails must not keep the others from hearing that the line is lost. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
