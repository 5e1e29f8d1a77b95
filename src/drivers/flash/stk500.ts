/** The stk500 package, which comes without types: the commands of a boot loader that we use of it. */
import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** What it speaks through; emits `data`. */
export interface Stk500Stream extends EventEmitter {
  write(bytes: Uint8Array, taken: () => void): void;
}

export type Stk500Done = (error?: Error | null, answer?: Uint8Array) => void;

/** No time-out [ms] of its own: it would throw out of a timer where nobody can catch it. */
type NoTimeout = 0;

export interface Stk500 {
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
export function loadStk500(): Stk500 {
  const Programmer = require('stk500') as new (options: { quiet: true }) => Stk500;
  return new Programmer({ quiet: true });
}
