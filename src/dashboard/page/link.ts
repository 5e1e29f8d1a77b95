/** The way to the server: dials, hears, speaks, and dials again when it breaks. */

import type { Seconds } from '../../math/units.js';
import type { Operation } from '../../signals/view.js';
import type { FromPage } from '../wire.js';
import { allStand } from './drive/stop.js';
import { hear } from './link/fromServer.js';
import { connection, frame, type Link, lease } from './store.js';

/** A WebSocket, as far as it is needed. */
export interface Wire {
  /** Bytes that were sent and have not left yet. */
  readonly backlog: number;
  send(text: string): void;
}

/** Who is told what becomes of a wire. */
export interface Ears {
  opened(): void;
  heard(text: unknown): void;
  closed(): void;
}

/** What the browser does for the link. */
export interface Surroundings {
  dial(ears: Ears): Wire;
  later(delay: Seconds, then: () => void): void;
  /** Calls back once the next picture was drawn, also where none is drawn any more. */
  drawn(then: () => void): void;
  /** Whether the server answers at all: then it was the token that it did not like. */
  reachable(): Promise<boolean>;
}

const FIRST_WAIT: Seconds = 0.25;
const LONGEST_WAIT: Seconds = 4;

/** Guards people: a hand's words that would come late are not said. */
const MOST_BACKLOG = 4096;

export class LiveLink implements Link {
  readonly #around: Surroundings;
  #wire: Wire | undefined;
  #wait = FIRST_WAIT;
  /** Guards people: a STOP is said on each new wire, until a frame that came after it shows that it was heard. */
  #stopOwed = false;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  open(): void {
    let opened = false;
    const wire = this.#around.dial({
      opened: () => {
        opened = true;
        this.#opened(wire);
      },
      heard: (text) => this.#heard(wire, text),
      closed: () => this.#closed(opened),
    });
  }

  send(operation: Operation): void {
    if (operation.kind === 'stop') this.#stopOwed = true;
    if (!this.#wire || this.#comesLate(operation, this.#wire)) return;
    // Said behind STOP on the same wire, it takes it back.
    if (operation.kind === 'arm') this.#stopOwed = false;
    this.#say(this.#wire, operation.kind === 'teleop' ? { ...operation, ...this.#newest() } : operation);
  }

  /** Guards people: a hand's word says by which picture it is meant, so that it does not count when it comes late. */
  #newest(): { readonly seen?: Seconds } {
    const newest = frame.peek();
    return newest ? { seen: newest.at } : {};
  }

  #comesLate(operation: Operation, wire: Wire): boolean {
    const drives = operation.kind === 'teleop' && (operation.linear !== 0 || operation.angular !== 0);
    return drives && wire.backlog > MOST_BACKLOG;
  }

  #say(wire: Wire, message: FromPage): void {
    wire.send(JSON.stringify(message));
  }

  #opened(wire: Wire): void {
    this.#wire = wire;
    this.#wait = FIRST_WAIT;
    connection.value = 'open';
    if (this.#stopOwed) this.#say(wire, { kind: 'stop' });
  }

  #heard(wire: Wire, text: unknown): void {
    if (hear(text) !== 'frame') return;
    if (this.#wire === wire && allStand.peek()) this.#stopOwed = false;
    this.#around.drawn(() => {
      if (this.#wire === wire) this.#say(wire, { kind: 'seen' });
    });
  }

  #closed(wasOpen: boolean): void {
    this.#wire = undefined;
    lease.value = 'nobody';
    connection.value = 'closed';
    if (!wasOpen) void this.#askWhy();
    this.#around.later(this.#wait, () => this.open());
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  async #askWhy(): Promise<void> {
    const reachable = await this.#around.reachable();
    if (reachable && !this.#wire) connection.value = 'refused';
  }
}
