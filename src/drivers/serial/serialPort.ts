/** A real serial port, through the serialport package. */
import { BAUD_RATE, isBaud, RAISED_BAUD_RATE, WANTED_BAUD } from '../../robot/baud.js';
import { DriverError } from '../../validation/errors.js';
import { type WithFile, writeLast, writesLast } from '../atExit.js';
import type { PortListener, ResettingPort } from './port.js';
import { openingFailed, unplugged } from './portErrors.js';
import { PortListeners } from './portListeners.js';
import { serialBinding } from './ports.js';

/** How long closing may take before we stop waiting for it. */
const DRAIN_TIMEOUT_MS = 100;
const CLOSE_TIMEOUT_MS = 500;

/** The capacitor between modem output and reset pin needs this long to discharge, and to pull the pin down. */
const RESET_RELEASE_MS = 250;
const RESET_PULL_MS = 50;

type StreamCallback = (error?: Error | null) => void;

/** What we use of serialport's stream; its mock for tests has the same. */
export interface SerialStream extends WithFile {
  open(done: StreamCallback): void;
  write(bytes: Uint8Array, done: StreamCallback): unknown;
  drain(done: StreamCallback): void;
  set(outputs: { dtr: boolean; rts: boolean }, done: StreamCallback): void;
  update(options: { baudRate: number }, done: StreamCallback): void;
  close(done: StreamCallback): void;
  on(event: 'data', callback: (bytes: Uint8Array) => void): unknown;
  on(event: 'close' | 'error', callback: StreamCallback): unknown;
}

export type MakeStream = (options: { path: string; baudRate: number; autoOpen: false }) => SerialStream;

export interface SerialPortOptions {
  /** Firmata's unless given. */
  readonly baudRate?: number;
  readonly make?: MakeStream;
}

/** @throws DriverError with what to do: no such rate, no permission, port in use, no such port, no native module */
export async function openSerialPort(
  path: string,
  { baudRate = BAUD_RATE, make }: SerialPortOptions = {},
): Promise<ResettingPort> {
  if (!isBaud(baudRate)) throw new DriverError(`${path}: ${baudRate} is no baud rate; ${WANTED_BAUD}`);
  // No board starts at the raised rate: the port is opened at Firmata's, and both ends are taken there.
  const isRaised = baudRate === RAISED_BAUD_RATE;
  const first = isRaised ? BAUD_RATE : baudRate;
  const stream = (make ?? (await realStream()))({ path, baudRate: first, autoOpen: false });
  const error = await new Promise<Error | null | undefined>((done) => stream.open(done));
  if (error) throw await openingFailed(path, error);
  return new OpenSerialPort(path, stream, isRaised ? { nextRate: baudRate } : {});
}

async function realStream(): Promise<MakeStream> {
  const { SerialPort } = await serialBinding();
  return (options) => new SerialPort(options);
}

class OpenSerialPort implements ResettingPort {
  readonly name: string;
  readonly #listeners = new PortListeners();
  readonly #stream: SerialStream;
  readonly nextRate?: number;
  #open = true;

  constructor(name: string, stream: SerialStream, { nextRate }: { readonly nextRate?: number }) {
    this.name = name;
    if (nextRate !== undefined) this.nextRate = nextRate;
    this.#stream = stream;
    stream.on('data', (bytes) => this.#listeners.bytes(bytes));
    stream.on('error', (error) => this.#lose(unplugged(name, error?.message)));
    // With an error the cable was pulled; without one we have closed it ourselves.
    stream.on('close', (error) => (error ? this.#lose(unplugged(name)) : this.#end()));
  }

  listen(listener: PortListener): () => void {
    return this.#listeners.add(listener);
  }

  write(bytes: Uint8Array, done?: () => void): void {
    if (!this.#open || (writesLast() && writeLast(this.#stream, bytes))) return;
    this.#stream.write(bytes, (error) => {
      if (!error) done?.();
    });
  }

  changeRate(baud: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stream.update({ baudRate: baud }, (error) => {
        if (error)
          reject(new DriverError(`${this.name}: the port does not go on at ${baud} baud: ${error.message}`));
        else resolve();
      });
    });
  }

  async reset(): Promise<void> {
    await this.#setOutputs(false, RESET_RELEASE_MS);
    await this.#setOutputs(true, RESET_PULL_MS);
  }

  /** Written bytes leave first, if they leave at all: a port whose cable was pulled may never report it. */
  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await settledWithin(DRAIN_TIMEOUT_MS, (done) => this.#stream.drain(done));
    await settledWithin(CLOSE_TIMEOUT_MS, (done) => this.#stream.close(done));
    this.#listeners.closed();
  }

  /** A pseudo-terminal has no such outputs and reports an error; the board is then reset by hand, or not at all. */
  #setOutputs(on: boolean, holdMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#stream.set({ dtr: on, rts: on }, () => setTimeout(resolve, holdMs));
    });
  }

  #lose(reason: DriverError): void {
    this.#open = false;
    this.#listeners.lost(reason);
  }

  #end(): void {
    this.#open = false;
    this.#listeners.closed();
  }
}

/** Waits for an answer, whatever it is, but no longer than the limit. */
function settledWithin(limitMs: number, begin: (done: StreamCallback) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    begin(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
