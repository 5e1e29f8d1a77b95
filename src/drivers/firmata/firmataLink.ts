/** A line to a board that speaks Firmata: bytes for us and for firmata-io, and one answer to "is it still there?". */
import { type Observable, Subject, type Subscription } from 'rxjs';
import type { TimeSource } from '../../math/time.js';
import type { DriverError } from '../../validation/errors.js';
import type { Port } from '../serial/port.js';
import { type Firmata, FirmataIo } from './firmataIo.js';
import { FirmataTransport } from './firmataTransport.js';
import { lineEnded, wentSilent } from './linkErrors.js';
import { SILENCE, SilenceWatch } from './silenceWatch.js';

export class FirmataLink {
  /** Reads and writes everything that is not ours; ready after the handshake. */
  readonly io: Firmata;
  /** Every byte from the board; errors once, with the reason, when the board is lost, completes when it is closed. */
  readonly bytes$: Observable<Uint8Array>;
  readonly #bytes = new Subject<Uint8Array>();
  readonly #port: Port;
  readonly #time: TimeSource;
  readonly #subscription: Subscription;
  #silence: SilenceWatch | undefined;
  #notTaken = 0;
  #whenTaken: (() => void)[] = [];

  /** Takes the port over: from now on nobody else reads it, and `close` closes it. */
  constructor(port: Port, time: TimeSource) {
    this.#port = port;
    this.#time = time;
    this.bytes$ = this.#bytes.asObservable();
    const transport = new FirmataTransport((bytes, taken) => this.write(bytes, taken));
    this.io = new FirmataIo(transport);
    // The handshake has its own time and asks by itself.
    clearTimeout(this.io.reportVersionTimeoutId);
    this.#subscription = port.bytes$.subscribe({
      next: (bytes) => {
        this.#silence?.heard();
        // We hear it first: our frames say why a board was reset, Firmata's messages only that it was.
        this.#bytes.next(bytes);
        transport.receive(bytes);
      },
      error: (error: DriverError) => this.lose(error),
      complete: () => this.lose(lineEnded(port.name)),
    });
  }

  get name(): string {
    return this.#port.name;
  }

  /** The firmware as it names itself, for people. */
  get firmware(): string {
    const { name = 'a Firmata without a name', version } = this.io.firmware;
    return version ? `'${name}' ${version.major}.${version.minor}` : `'${name}'`;
  }

  write(bytes: Uint8Array, taken?: () => void): void {
    this.#notTaken += 1;
    this.#port.write(bytes, () => {
      this.#notTaken -= 1;
      taken?.();
      if (this.#notTaken > 0) return;
      const waiting = this.#whenTaken;
      this.#whenTaken = [];
      for (const callback of waiting) callback();
    });
  }

  /** Calls back as soon as everything that was written is taken, perhaps at once. */
  whenTaken(callback: () => void): void {
    if (this.#notTaken === 0) callback();
    else this.#whenTaken.push(callback);
  }

  /** From now on the board speaks all the time: silence means that it is lost. */
  expectBytes(): void {
    this.#silence ??= new SilenceWatch(this.#time, () => this.lose(wentSilent(this.name, SILENCE)));
  }

  /** Tells whoever listens, once. The port stays open until `close`: a board that is lost may still hear a stop. */
  lose(reason: DriverError): void {
    this.#quiet();
    this.#bytes.error(reason);
  }

  async close(): Promise<void> {
    this.#quiet();
    this.#bytes.complete();
    await this.#port.close();
  }

  #quiet(): void {
    this.#silence?.end();
    this.#subscription?.unsubscribe();
    this.io?.removeAllListeners();
  }
}
