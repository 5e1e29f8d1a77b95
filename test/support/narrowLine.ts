/** A line that carries so many bytes a second to the board, and takes whatever it is given: a kernel's buffer, a bridge's. */
import type { Port, PortListener } from '../../src/drivers/serial/port.js';
import type { TimeSource } from '../../src/math/time.js';
import type { Seconds } from '../../src/math/units.js';

export class NarrowLine implements Port {
  readonly name = 'narrow';
  /** To the board. */
  bytesPerSecond = Number.POSITIVE_INFINITY;
  readonly #port: Port;
  readonly #time: TimeSource;
  #free: Seconds = 0;

  constructor(port: Port, time: TimeSource) {
    this.#port = port;
    this.#time = time;
  }

  /** How long what was written until now still takes. */
  get behind(): Seconds {
    return Math.max(0, this.#free - this.#time.now());
  }

  listen(listener: PortListener): () => void {
    return this.#port.listen(listener);
  }

  write(bytes: Uint8Array, done?: () => void): void {
    const now = this.#time.now();
    const packet = bytes.slice();
    this.#free = Math.max(now, this.#free) + packet.length / this.bytesPerSecond;
    this.#time.after(this.#free - now, () => this.#port.write(packet));
    done?.();
  }

  close(): Promise<void> {
    return this.#port.close();
  }
}
