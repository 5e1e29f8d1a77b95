/** A line with the times of a radio's: bytes go in packets, each late by its own time, in order, both ways. */
import type { Port, PortListener } from '../../src/drivers/serial/port.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { TimeSource } from '../../src/math/time.js';
import type { Seconds } from '../../src/math/units.js';

export interface Lateness {
  readonly least: Seconds;
  readonly most: Seconds;
  /** Of the packets, so many come later by a pause. */
  readonly pauses: number;
  readonly shortestPause: Seconds;
  readonly longestPause: Seconds;
}

const NO_PAUSES = { pauses: 0, shortestPause: 0, longestPause: 0 };
/** One of a hundred packets comes 150 to 300 ms later. */
const PAUSES = { pauses: 0.01, shortestPause: 0.15, longestPause: 0.3 };

export const steady = (delay: Seconds): Lateness => ({ least: delay, most: delay, ...NO_PAUSES });
export const pausing = (least: Seconds, most = least): Lateness => ({ least, most, ...PAUSES });

/** Bytes of a board within this time make one packet. */
const COLLECTING_TIME: Seconds = 0.005;

export class LateLine implements Port {
  readonly name = 'late';
  readonly #port: Port;
  readonly #time: TimeSource;
  readonly #lateness: Lateness;
  readonly #chance: Random;
  #lastOut = 0;
  #lastIn = 0;
  #cut = false;

  constructor(port: Port, time: TimeSource, lateness: Lateness, seed = 1) {
    this.#port = port;
    this.#time = time;
    this.#lateness = lateness;
    this.#chance = resumeRandom(seedRandom(seed));
  }

  /** From now on no byte arrives on either side, also none that is on its way. */
  cut(): void {
    this.#cut = true;
  }

  /** Nothing arrives for so long, either way. */
  pause(time: Seconds): void {
    const end = this.#time.now() + time;
    this.#lastOut = Math.max(this.#lastOut, end);
    this.#lastIn = Math.max(this.#lastIn, end);
  }

  listen(listener: PortListener): () => void {
    let packet: number[] = [];
    const send = () => {
      const bytes = Uint8Array.from(packet);
      packet = [];
      this.#lastIn = this.#due(this.#lastIn);
      this.#at(this.#lastIn, () => listener.bytes?.(bytes));
    };
    return this.#port.listen({
      ...listener,
      bytes: (bytes) => {
        if (packet.length === 0) this.#time.after(COLLECTING_TIME, send);
        packet.push(...bytes);
      },
    });
  }

  write(bytes: Uint8Array, done?: () => void): void {
    const packet = bytes.slice();
    this.#lastOut = this.#due(this.#lastOut);
    this.#at(this.#lastOut, () => this.#port.write(packet));
    done?.();
  }

  close(): Promise<void> {
    return this.#port.close();
  }

  #due(last: Seconds): Seconds {
    const { least, most, pauses, shortestPause, longestPause } = this.#lateness;
    const between = (from: Seconds, to: Seconds) => from + (to - from) * this.#chance.uniform();
    const late = between(least, most);
    const pause = this.#chance.uniform() < pauses ? between(shortestPause, longestPause) : 0;
    return Math.max(last, this.#time.now() + late + pause);
  }

  #at(due: Seconds, arrive: () => void): void {
    this.#time.after(due - this.#time.now(), () => {
      if (!this.#cut) arrive();
    });
  }
}
