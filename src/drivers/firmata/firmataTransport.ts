/** A port as firmata-io wants it: an emitter of bytes that can be written to. */
import { EventEmitter } from 'node:events';
import type { Port } from '../serial/port.js';
import type { Transport } from './firmataIo.js';
import { SysexGuard } from './sysexGuard.js';

/** Nothing but whole messages reaches firmata-io; its `error` and `close` stay unused, a lost line is ours to tell. */
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
      // Its handlers fall over a message that was corrupted on its way; the next one is whole again.
    }
  }
}
