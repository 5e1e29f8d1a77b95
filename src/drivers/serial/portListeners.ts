/** All listeners of one line: told in the order in which they were added, and of its end once. */

import type { DriverError } from '../../validation/errors.js';
import type { PortListener } from './port.js';

type Tell = (listener: PortListener) => void;

export class PortListeners implements Required<PortListener> {
  readonly #listeners = new Set<PortListener>();
  /** For listeners that are added after the end. */
  #tellEnd: Tell | undefined;

  /** @returns a call that removes the listener, even while it is being told something */
  add(listener: PortListener): () => void {
    if (this.#tellEnd) this.#tellEnd(listener);
    else this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  bytes(bytes: Uint8Array): void {
    if (this.#tellEnd) return;
    // A listener that is added now hears the next bytes; one that is removed, or told of a loss, hears no more.
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

/** Guards people: a listener that throws must not keep the others from hearing that the line is lost. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
