/** What we use of firmata-io, which comes without types and without named exports. */
import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** The stream that it speaks through; emits `data`. */
export interface Transport extends EventEmitter {
  write(bytes: Uint8Array, taken: () => void): void;
}

export interface FirmataPin {
  /** 127 for a pin that reads no voltage. */
  readonly analogChannel: number;
  readonly supportedModes: readonly number[];
  /** What was last written to it, once the board has been asked. */
  readonly state?: number;
}

export interface Firmata extends EventEmitter {
  readonly MODES: Readonly<Record<'INPUT' | 'OUTPUT' | 'PWM' | 'PULLUP' | 'SERVO', number>>;
  readonly firmware: {
    readonly name?: string;
    readonly version?: { readonly major: number; readonly minor: number };
  };
  readonly pins: readonly FirmataPin[];
  /** Pin numbers by analog channel. */
  readonly analogPins: readonly number[];
  readonly reportVersionTimeoutId: NodeJS.Timeout;
  /** Writes that the port has not taken yet. */
  readonly pending: number;
  pinMode(pin: number, mode: number): void;
  digitalWrite(pin: number, value: 0 | 1): void;
  pwmWrite(pin: number, value: number): void;
  servoConfig(pin: number, leastUs: number, mostUs: number): void;
  /** Microseconds, from 544 on. */
  servoWrite(pin: number, pulseUs: number): void;
  analogRead(channel: number, callback: (value: number) => void): void;
  /** By the board's pin number; called with every report of its port. */
  digitalRead(pin: number, callback: (level: number) => void): void;
  /** 1: the board reports the pin's port now, and at each change. */
  reportDigitalPin(pin: number, on: 0 | 1): void;
  sysexCommand(message: readonly number[]): void;
}

interface FirmataModule {
  readonly Firmata: new (transport: Transport) => Firmata;
}

const require = createRequire(import.meta.url);

export const { Firmata: FirmataIo } = require('firmata-io') as FirmataModule;
