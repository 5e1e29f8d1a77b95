/**
 * The PCA9685, as motor shields have it: sixteen PWM outputs that messages on I²C set, and nothing else stops.
 *
 * A channel takes four registers: the counts of 4096 at which it goes high and low, the fifth bit of each upper byte for
 * always. Source: NXP's data sheet, revision 4.
 */
import { Subject } from 'rxjs';
import type { Duty, Hertz } from '../../../src/math/units.js';
import type { I2cBus, I2cDevice } from '../i2cBus.js';

const MODE1 = 0x00;
const FIRST_CHANNEL = 0x06;
const ALL_CHANNELS = 0xfa;
const PRESCALE = 0xfe;
const CHANNELS = 16;
/** Registers of a channel. */
const WIDTH = 4;

const SLEEP = 0x10;
const AUTO_INCREMENT = 0x20;
/** Reads as 0 once it has done its work. */
const RESTART = 0x80;
const ALWAYS = 0x10;
const COUNTS = 4096;
/** Of its own clock. */
const CLOCK: Hertz = 25e6;
/** The chip takes less for this. */
const LEAST_PRESCALE = 3;
/** 200 periods a second. */
const PRESCALE_AT_POWER_ON = 0x1e;

/** Every device hears it; this byte resets those that know it. */
const GENERAL_CALL = 0x00;
const SOFTWARE_RESET = 0x06;

export class Pca9685 implements I2cDevice {
  /** An output may have changed. */
  readonly changes$ = new Subject<void>();
  #registers = atPowerOn();
  #pointer = 0;
  /** The next byte written is a register's number. */
  #addressing = false;

  attachTo(bus: I2cBus, address: number): void {
    bus.attach(address, this);
    bus.attach(GENERAL_CALL, { begin() {}, write: (byte) => this.#hearAll(byte), read: () => 0xff });
  }

  /** An output's share of high time; always off wins over always on, and asleep it has no clock. */
  dutyOf(channel: number): Duty {
    const [onLow = 0, onHigh = 0, offLow = 0, offHigh = 0] = this.#registers.subarray(first(channel));
    if (this.#value(MODE1) & SLEEP || offHigh & ALWAYS) return 0;
    if (onHigh & ALWAYS) return 1;
    const high = offLow + 256 * offHigh - (onLow + 256 * onHigh);
    return ((high + COUNTS) % COUNTS) / COUNTS;
  }

  /** Periods of the PWM a second: clock / (4096 · (prescale + 1)). */
  get frequency(): Hertz {
    return CLOCK / (COUNTS * (Math.max(LEAST_PRESCALE, this.#value(PRESCALE)) + 1));
  }

  begin(direction: 'write' | 'read'): void {
    this.#addressing = direction === 'write';
  }

  write(byte: number): boolean {
    if (this.#addressing) this.#pointer = byte;
    else this.#store(this.#advance(), byte);
    this.#addressing = false;
    return true;
  }

  read(): number {
    return this.#value(this.#advance());
  }

  #value(register: number): number {
    return this.#registers[register] ?? 0;
  }

  /** The register that is meant now; with auto-increment the next one is meant next. */
  #advance(): number {
    const register = this.#pointer;
    if (this.#value(MODE1) & AUTO_INCREMENT) this.#pointer = (register + 1) & 0xff;
    return register;
  }

  #store(register: number, byte: number): void {
    if (register === PRESCALE && !(this.#value(MODE1) & SLEEP)) return;
    this.#registers[register] = register === MODE1 ? byte & ~RESTART : byte;
    const part = register - ALL_CHANNELS;
    const all = part >= 0 && part < WIDTH;
    if (all)
      for (let channel = 0; channel < CHANNELS; channel++) this.#registers[first(channel) + part] = byte;
    // Outputs change together at the end of a message, which is with the last register of a channel.
    const last = all ? part : (register - FIRST_CHANNEL) % WIDTH;
    if (register === MODE1 || last === WIDTH - 1) this.changes$.next();
  }

  #hearAll(byte: number): boolean {
    if (byte !== SOFTWARE_RESET) return false;
    this.#registers = atPowerOn();
    this.changes$.next();
    return true;
  }
}

const first = (channel: number): number => FIRST_CHANNEL + WIDTH * channel;

/** Asleep, and every output always off. */
function atPowerOn(): Uint8Array {
  const registers = new Uint8Array(256);
  registers[MODE1] = SLEEP;
  registers[PRESCALE] = PRESCALE_AT_POWER_ON;
  for (let channel = 0; channel < CHANNELS; channel++) registers[first(channel) + WIDTH - 1] = ALWAYS;
  return registers;
}
