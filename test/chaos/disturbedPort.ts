/** The serial line of an emulated board: flips bits on both ways, and hears nothing while the host is frozen. */
import type { EmulatedPort } from '../../sim/avr/emulatedPort.js';
import type { Port, PortListener } from '../../src/drivers/serial/port.js';
import type { Chance } from './chance.js';

export class DisturbedPort implements Port {
  readonly name = 'emulated';
  /** Share of the bytes with a flipped bit. */
  flipped = 0;
  readonly #inner: EmulatedPort;
  readonly #chance: Chance;
  readonly #listeners = new Set<PortListener>();
  #frozen = false;
  /** What came while the host was frozen. */
  readonly #waiting: Uint8Array[] = [];

  constructor(inner: EmulatedPort, chance: Chance) {
    this.#inner = inner;
    this.#chance = chance;
  }

  listen(listener: PortListener): () => void {
    this.#listeners.add(listener);
    const remove = this.#inner.listen({
      ...(listener.lost && { lost: (reason) => listener.lost?.(reason) }),
      ...(listener.closed && { closed: () => listener.closed?.() }),
      bytes: (bytes) => {
        if (listener.bytes && !this.#frozen) listener.bytes(this.#struck(bytes));
        else if (listener.bytes) this.#waiting.push(bytes);
      },
    });
    return () => {
      this.#listeners.delete(listener);
      remove();
    };
  }

  write(bytes: Uint8Array, done?: () => void): void {
    if (!this.#frozen) this.#inner.write(this.#struck(bytes), done);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  freeze(): void {
    this.#frozen = true;
  }

  /** The host reads everything that has come meanwhile. */
  thaw(): void {
    if (!this.#frozen) return;
    this.#frozen = false;
    for (const bytes of this.#waiting.splice(0))
      for (const listener of [...this.#listeners]) listener.bytes?.(bytes);
  }

  #struck(bytes: Uint8Array): Uint8Array {
    if (this.flipped === 0) return bytes;
    return bytes.map((byte) =>
      this.#chance.happens(this.flipped) ? byte ^ (1 << Math.floor(8 * this.#chance.uniform())) : byte,
    );
  }
}
