/** A line to a board that speaks Firmata: carries our bytes and firmata-io's, and notices when the board is lost. */

import { EventEmitter } from 'node:events';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { DriverError } from '../../validation/errors.js';
import type { Port, PortListener } from '../serial/port.js';
import { PortListeners } from '../serial/portListeners.js';
import { END_SYSEX, START_SYSEX } from '../steerbot/frame.js';
import { type Firmata, FirmataIo, type Transport } from './firmataIo.js';
import { cannotChangeRate, lineEnded, wentSilent } from './linkErrors.js';

export class FirmataLink {
  /** Reads and writes everything but our own frames; ready after the handshake. */
  readonly io: Firmata;
  readonly #listeners = new PortListeners();
  readonly #port: Port;
  readonly #time: TimeSource;
  #leavePort = () => {};
  #silence: SilenceWatch | undefined;
  #pendingWrites = 0;
  #whenTaken: (() => void)[] = [];

  /** Takes the port over: from now on only this link reads it, and `close` closes it. */
  constructor(port: Port, time: TimeSource) {
    this.#port = port;
    this.#time = time;
    const transport = new FirmataTransport((bytes, taken) => this.write(bytes, taken));
    this.io = new FirmataIo(transport);
    // The handshake has its own timeout and asks by itself.
    clearTimeout(this.io.reportVersionTimeoutId);
    this.#leavePort = port.listen({
      bytes: (bytes) => {
        this.#silence?.heard();
        // Our own listeners hear it first: our frames say why a board was reset; Firmata only says that it was.
        this.#listeners.bytes(bytes);
        transport.receive(bytes);
      },
      lost: (reason) => this.lose(reason),
      closed: () => this.lose(lineEnded(port.name)),
    });
  }

  get name(): string {
    return this.#port.name;
  }

  /** The firmware's own name, for messages. */
  get firmware(): string {
    const { name = 'a Firmata without a name', version } = this.io.firmware;
    return version ? `'${name}' ${version.major}.${version.minor}` : `'${name}'`;
  }

  /** Hears the line as at a port: every byte before firmata-io gets it, why the board was lost, that it was closed. */
  listen(listener: PortListener): () => void {
    return this.#listeners.add(listener);
  }

  write(bytes: Uint8Array, taken?: () => void): void {
    this.#pendingWrites += 1;
    this.#port.write(bytes, () => {
      this.#pendingWrites -= 1;
      taken?.();
      if (this.#pendingWrites > 0) return;
      const waiting = this.#whenTaken;
      this.#whenTaken = [];
      for (const callback of waiting) callback();
    });
  }

  /** The rate at which the port is to go on; undefined: as it is. */
  get nextRate(): number | undefined {
    return this.#port.nextRate;
  }

  /** Both ends go on at another rate; the board has been told. @throws DriverError where the port cannot */
  async changeRate(baud: number): Promise<void> {
    if (!this.#port.changeRate) throw cannotChangeRate(this.name, baud);
    await this.#port.changeRate(baud);
  }

  /** Calls back when all written bytes are taken, perhaps at once. */
  whenTaken(callback: () => void): void {
    if (this.#pendingWrites === 0) callback();
    else this.#whenTaken.push(callback);
  }

  /**
   * From now on the board sends all the time: silence means that it is lost.
   * @param deadMan after which the board would stop by itself; a link that may pause for so long may be silent as long
   */
  expectBytes(deadMan: Seconds = 0): void {
    const limit = Math.max(SILENCE_TIMEOUT, deadMan + RECHECK_DELAY);
    this.#silence ??= new SilenceWatch(this.#time, () => this.lose(wentSilent(this.name, limit)), limit);
  }

  /** Tells all listeners, once. The port stays open until `close`: a board that is lost may still hear a stop. */
  lose(reason: DriverError): void {
    this.#detach();
    this.#listeners.lost(reason);
  }

  async close(): Promise<void> {
    this.#detach();
    this.#listeners.closed();
    await this.#port.close();
  }

  #detach(): void {
    this.#silence?.end();
    this.#leavePort();
    this.io?.removeAllListeners();
  }
}

/** A board may be silent for this long, or for 50 ms longer than its dead-man time. */
export const SILENCE_TIMEOUT: Seconds = 0.25;

/** The last part of it: a host that was suspended gets this time to read the bytes that are waiting. */
const RECHECK_DELAY: Seconds = 0.05;

/** A shorter rest of the wait is over: a clock may not be able to wait that long, and would be asked for ever. */
const SHORTEST_WAIT: Seconds = 0.001;

/** Notices a line that is silent: the operating system does not always report an unplugged cable. */
export class SilenceWatch {
  readonly #time: TimeSource;
  readonly #silent: () => void;
  readonly #limit: Seconds;
  #heardAt: Seconds;
  #cancel = () => {};

  constructor(time: TimeSource, silent: () => void, limit: Seconds = SILENCE_TIMEOUT) {
    this.#time = time;
    this.#silent = silent;
    this.#limit = limit;
    this.#heardAt = time.now();
    this.#look();
  }

  heard(): void {
    this.#heardAt = this.#time.now();
  }

  end(): void {
    this.#cancel();
  }

  #look(): void {
    const left = this.#left();
    const waits = left > SHORTEST_WAIT;
    this.#cancel = this.#time.after(waits ? left : RECHECK_DELAY, () => {
      if (waits || this.#left() > 0) this.#look();
      else this.#silent();
    });
  }

  /** Time left until the recheck. */
  #left(): Seconds {
    return this.#heardAt + this.#limit - RECHECK_DELAY - this.#time.now();
  }
}

/**
 * A port in the form that firmata-io wants: an emitter of bytes with `write`. Only whole messages reach firmata-io; its
 * `error` and `close` stay unused, because the link itself reports a lost line.
 */
export class FirmataTransport extends EventEmitter implements Transport {
  readonly #write: Port['write'];
  readonly #guard = new SysexGuard((message) => this.#handOn(message));

  constructor(write: Port['write']) {
    super();
    this.#write = write;
  }

  write(bytes: Uint8Array, taken: () => void): void {
    this.#write(bytes, taken);
  }

  receive(bytes: Uint8Array): void {
    this.#guard.push(bytes);
  }

  #handOn(message: Uint8Array): void {
    try {
      this.emit('data', message);
    } catch {
      // firmata-io's handlers throw at a corrupted message; the next message is whole again.
    }
  }
}

/** A Mega describes its 70 pins in about 900 bytes. */
const MAX_FIRMATA_MESSAGE_BYTES = 2048;
const REPORT_VERSION_MESSAGE = 0xf9;
const ANALOG_MESSAGE = 0xe0;
const DIGITAL_MESSAGE = 0x90;
const SHORT_MESSAGE_BYTES = 3;

/** Whether this byte begins a message of three bytes. */
function beginsShort(byte: number): boolean {
  const command = byte & 0xf0;
  return command === ANALOG_MESSAGE || command === DIGITAL_MESSAGE || byte === REPORT_VERSION_MESSAGE;
}

/**
 * Cuts a stream of bytes into whole Firmata messages: firmata-io's own parser would keep an endless message for ever.
 * Drops messages that are cut short or too long, and bytes outside a message.
 */
export class SysexGuard {
  #message: number[] = [];
  readonly #each: (message: Uint8Array) => void;

  constructor(each: (message: Uint8Array) => void) {
    this.#each = each;
  }

  push(bytes: Iterable<number>): void {
    for (const byte of bytes) this.#take(byte);
  }

  #take(byte: number): void {
    const first = this.#message[0];
    if (this.#isLast(byte, first)) this.#complete(byte);
    else if (byte > 0x7f) this.#message = byte === START_SYSEX || beginsShort(byte) ? [byte] : [];
    else if (first === undefined || this.#message.length >= MAX_FIRMATA_MESSAGE_BYTES) this.#message = [];
    else this.#message.push(byte);
  }

  #isLast(byte: number, first: number | undefined): boolean {
    if (first === START_SYSEX) return byte === END_SYSEX;
    return byte <= 0x7f && this.#message.length === SHORT_MESSAGE_BYTES - 1;
  }

  #complete(last: number): void {
    const message = Uint8Array.from([...this.#message, last]);
    this.#message = [];
    this.#each(message);
  }
}
