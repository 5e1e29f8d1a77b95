/** The serial line to an emulated board: ten bit times a byte, each way, in virtual time. */
import { Subject, Subscription } from 'rxjs';
import type { ResettingPort } from '../../src/drivers/port.js';
import { DriverError } from '../../src/errors.js';
import type { AvrBoard } from './board.js';
import type { Cycles } from './cycles.js';

export class EmulatedPort implements ResettingPort {
  readonly name = 'emulated';
  readonly #bytes = new Subject<Uint8Array>();
  readonly bytes$ = this.#bytes.asObservable();
  readonly #board: AvrBoard;
  readonly #plugged = new Subscription();
  /** Not on the line yet. */
  readonly #queue: number[] = [];
  #sending = false;
  #state: 'open' | 'closed' | 'cut' = 'open';
  /** Takes back a byte of the board's that is on its way. */
  #dropLeaving = () => {};

  constructor(board: AvrBoard) {
    this.#board = board;
    this.#plugged.add(board.transmitted$.subscribe((byte) => this.#carryToHost(byte)));
    this.#plugged.add(board.resets$.subscribe(() => this.#dropLeaving()));
  }

  /** Bytes that the host has written and the line has not taken yet. */
  get queued(): number {
    return this.#queue.length;
  }

  write(bytes: Uint8Array, done?: () => void): void {
    if (this.#state !== 'open') return;
    for (const byte of bytes) this.#queue.push(byte);
    if (!this.#sending) this.#carryToBoard(this.#board.cycles);
    done?.();
  }

  reset(): Promise<void> {
    this.#board.reset('external');
    return Promise.resolve();
  }

  /** What the host has written still arrives, as a computer drains a port that it closes. */
  close(): Promise<void> {
    if (this.#state === 'open') this.#state = 'closed';
    this.#plugged.unsubscribe();
    this.#bytes.complete();
    return Promise.resolve();
  }

  /** Pulls the cable: the host is told, or hears nothing any more. */
  cut(how: 'told' | 'silent'): void {
    this.#state = 'cut';
    this.#plugged.unsubscribe();
    if (how === 'told') this.#bytes.error(new DriverError(`${this.name}: the cable was pulled`));
  }

  /** The next byte, from the cycle at which the line is free. */
  #carryToBoard(from: Cycles): void {
    const byte = this.#queue.shift();
    this.#sending = byte !== undefined;
    if (byte === undefined) return;
    const arrives = from + this.#board.byteCycles;
    this.#board.agenda.at(arrives, () => {
      if (this.#state !== 'cut') this.#board.receive(byte);
      this.#carryToBoard(arrives);
    });
  }

  /** avr8js tells of a byte when it begins to leave. */
  #carryToHost(byte: number): void {
    const { agenda, cycles, byteCycles } = this.#board;
    this.#dropLeaving = agenda.at(cycles + byteCycles, () => {
      if (this.#state === 'open') this.#bytes.next(Uint8Array.of(byte));
    });
  }
}
