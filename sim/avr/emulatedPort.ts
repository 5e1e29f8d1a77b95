/** The serial line to an emulated board: ten bit times a byte, each way, in virtual time. */
import { Subscription } from 'rxjs';
import type { PortListener, ResettingPort } from '../../src/drivers/serial/port.js';
import { PortListeners } from '../../src/drivers/serial/portListeners.js';
import type { Seconds } from '../../src/math/units.js';
import { DriverError } from '../../src/validation/errors.js';
import type { LinkFault } from '../plant/linkFaults.js';
import type { AvrBoard } from './board.js';
import { CLOCK_FREQUENCY, type Cycles, toCycles } from './clock.js';

/** Faults of the line, in a time that was 0 at the board's time `began`. */
interface Disturbance {
  readonly began: Seconds;
  readonly toBoard: LinkFault;
  readonly toHost: LinkFault;
}

/** Ten bits of a byte are read right up to this difference of the rates. */
const RATE_TOLERANCE = 0.04;

export class EmulatedPort implements ResettingPort {
  readonly name = 'emulated';
  readonly #listeners = new PortListeners();
  readonly #board: AvrBoard;
  readonly #plugged = new Subscription();
  /** Bytes that wait for the line. */
  readonly #queue: number[] = [];
  #sending = false;
  #state: 'open' | 'closed' | 'cut' = 'open';
  /** Cancels the byte that the board is sending. */
  #dropLeaving = () => {};
  #disturbance: Disturbance | undefined;
  /** Of the host's end, once it has chosen one; before that it is the board's. */
  #baud: number | undefined;

  readonly nextRate?: number;

  /** @param nextRate as of a port that is opened for this rate */
  constructor(board: AvrBoard, nextRate?: number) {
    if (nextRate !== undefined) this.nextRate = nextRate;
    this.#board = board;
    this.#plugged.add(board.transmitted$.subscribe((byte) => this.#carryToHost(byte)));
    this.#plugged.add(board.resets$.subscribe(() => this.#dropLeaving()));
  }

  /** Number of bytes from the host that wait for the line. */
  get queued(): number {
    return this.#queue.length;
  }

  listen(listener: PortListener): () => void {
    return this.#listeners.add(listener);
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

  changeRate(baud: number): Promise<void> {
    this.#baud = baud;
    return Promise.resolve();
  }

  /** Bytes written before still arrive, as a computer drains a port that it closes. */
  close(): Promise<void> {
    if (this.#state === 'open') this.#state = 'closed';
    this.#plugged.unsubscribe();
    this.#listeners.closed();
    return Promise.resolve();
  }

  /** Pulls the cable: the host gets an error (`told`), or only silence. */
  cut(how: 'told' | 'silent'): void {
    this.#state = 'cut';
    this.#plugged.unsubscribe();
    if (how === 'told') this.#listeners.lost(new DriverError(`${this.name}: the cable was pulled`));
  }

  /** Adds faults; their time 0 is now. */
  disturb(faults: Omit<Disturbance, 'began'>): void {
    this.#disturbance = { ...faults, began: this.#board.now };
  }

  /** When a byte that is due now arrives; null if it is lost. */
  #arrival(way: 'toBoard' | 'toHost', byte: number): Cycles | null {
    const { now, cycles } = this.#board;
    if (!this.#disturbance) return cycles;
    const { began, [way]: fault } = this.#disturbance;
    const arrival = fault.arrival(now - began, byte);
    return arrival === null ? null : Math.max(cycles, toCycles(arrival + began));
  }

  /** A byte as the other end reads it: garbage, unless both have about the same rate. */
  #read(byte: number): number {
    if (this.#baud === undefined) return byte;
    const board = (10 * CLOCK_FREQUENCY) / this.#board.byteCycles;
    return Math.abs(board / this.#baud - 1) < RATE_TOLERANCE ? byte : (byte * 37 + 91) & 0xff;
  }

  /** At once, unless the line is disturbed. */
  #deliver(way: 'toBoard' | 'toHost', byte: number, deliver: () => void): void {
    const arrival = this.#arrival(way, byte);
    if (arrival === null) return;
    if (arrival <= this.#board.cycles) deliver();
    else this.#board.events.at(arrival, deliver);
  }

  /** Sends the next byte, from the cycle at which the line is free. */
  #carryToBoard(from: Cycles): void {
    const byte = this.#queue.shift();
    this.#sending = byte !== undefined;
    if (byte === undefined) return;
    const arrives = from + this.#board.byteCycles;
    this.#board.events.at(arrives, () => {
      this.#deliver('toBoard', byte, () => {
        if (this.#state !== 'cut') this.#board.receive(this.#read(byte));
      });
      this.#carryToBoard(arrives);
    });
  }

  /** avr8js reports a byte when the board begins to send it. */
  #carryToHost(byte: number): void {
    const { events, cycles, byteCycles } = this.#board;
    this.#dropLeaving = events.at(cycles + byteCycles, () => {
      this.#deliver('toHost', byte, () => {
        if (this.#state === 'open') this.#listeners.bytes(Uint8Array.of(this.#read(byte)));
      });
    });
  }
}
