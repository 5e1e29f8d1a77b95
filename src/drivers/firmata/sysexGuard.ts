/** Firmata's messages, whole, out of a stream of bytes: its own parser keeps an endless message for ever. */
import { END_SYSEX, START_SYSEX } from '../steerbot/frame.js';

/** A Mega tells what its 70 pins can do in some 900 bytes. */
const LONGEST_MESSAGE = 2048;
const REPORT_VERSION = 0xf9;
const ANALOG = 0xe0;
const DIGITAL = 0x90;
const SHORT_MESSAGE = 3;

/** Whether a message of three bytes begins so. */
function beginsShort(byte: number): boolean {
  const command = byte < START_SYSEX ? byte & 0xf0 : byte;
  return command === ANALOG || command === DIGITAL || command === REPORT_VERSION;
}

/** Hands on nothing but whole messages; what was cut short, is too long or belongs to none is dropped. */
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
    if (first !== undefined && this.#isLast(byte, first)) this.#complete(byte);
    else if (byte > 0x7f) this.#message = byte === START_SYSEX || beginsShort(byte) ? [byte] : [];
    else if (first === undefined || this.#message.length >= LONGEST_MESSAGE) this.#message = [];
    else this.#message.push(byte);
  }

  #isLast(byte: number, first: number): boolean {
    if (first === START_SYSEX) return byte === END_SYSEX;
    return byte <= 0x7f && this.#message.length === SHORT_MESSAGE - 1;
  }

  #complete(last: number): void {
    const message = Uint8Array.from([...this.#message, last]);
    this.#message = [];
    this.#each(message);
  }
}
