/** firmata-io, which comes without types and names nothing that it exports: what we use of it. */
import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** What it speaks through; emits `data`. */
export interface Transport extends EventEmitter {
  write(bytes: Uint8Array, taken: () => void): void;
}

export interface FirmataPin {
  /** 127 for a pin that reads no voltage. */
  readonly analogChannel: number;
}

export interface Firmata extends EventEmitter {
  readonly MODES: { readonly OUTPUT: number; readonly PWM: number };
  readonly firmware: {
    readonly name?: string;
    readonly version?: { readonly major: number; readonly minor: number };
  };
  readonly pins: readonly FirmataPin[];
  /** Pin numbers by analog channel. */
  readonly analogPins: readonly number[];
  readonly reportVersionTimeoutId: NodeJS.Timeout;
  /** Writes that were not taken yet. */
  readonly pending: number;
  pinMode(pin: number, mode: number): void;
  digitalWrite(pin: number, value: 0 | 1): void;
  pwmWrite(pin: number, value: number): void;
  analogRead(channel: number, callback: (value: number) => void): void;
  sysexCommand(message: readonly number[]): void;
}

interface FirmataModule {
  readonly Firmata: new (transport: Transport) => Firmata;
}

const require = createRequire(import.meta.url);

export const { Firmata: FirmataIo } = require('firmata-io') as FirmataModule;
