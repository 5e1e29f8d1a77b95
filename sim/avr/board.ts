/**
 * An Arduino Uno in virtual time: its chip from reset to reset, its pins, its serial line and its possible failures.
 */
import { EEPROMMemoryBackend, PinState } from 'avr8js';
import { Subject } from 'rxjs';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Seconds } from '../../src/math/units.js';
import { Chip, SRAM_BYTES } from './chip.js';
import { type Cycles, EventQueue, toCycles, toSeconds } from './clock.js';
import { I2cBus } from './i2cBus.js';
import { Outputs } from './outputs.js';
import { WATCHDOG_RESET_FLAG } from './peripherals.js';
import { placeOf } from './pins.js';

const EEPROM_BYTES = 1024;

export type ResetCause = 'powerOn' | 'external' | 'brownOut' | 'watchdog';

/** Bits of MCUSR. */
const RESET_CAUSE_BITS: Readonly<Record<ResetCause, number>> = {
  powerOn: 0x01,
  external: 0x02,
  brownOut: 0x04,
  watchdog: WATCHDOG_RESET_FLAG,
};
const MCUSR = 0x54;

export class AvrBoard {
  /** Events of the world round the board, by cycle. */
  readonly events = new EventQueue();
  readonly outputs = new Outputs();
  readonly i2c = new I2cBus();
  /** Emits a byte when the board begins to send it. */
  readonly transmitted$ = new Subject<number>();
  /** Emits when the board restarts; bytes that it was sending are lost. */
  readonly resets$ = new Subject<ResetCause>();
  #program: Uint16Array;
  readonly #seed: number;
  readonly #bootStart: number | undefined;
  readonly #eeprom = new EEPROMMemoryBackend(EEPROM_BYTES);
  readonly #levels = new Map<number, boolean>();
  readonly #volts: number[] = [];
  #chip: Chip;
  #timedOut = false;

  /**
   * @param seed of the memory's content at power-on
   * @param bootStart start of the boot loader in the program, in words; undefined without a boot loader
   */
  constructor(program: Uint16Array, seed = 1, bootStart?: number) {
    this.#program = program.slice();
    this.#seed = seed;
    this.#bootStart = bootStart;
    this.#chip = this.#begin(0, this.#noise(), RESET_CAUSE_BITS.powerOn);
  }

  get cycles(): Cycles {
    return this.#chip.cpu.cycles;
  }

  /** Virtual time from power-on. */
  get now(): Seconds {
    return toSeconds(this.cycles);
  }

  /** A register of the chip, as a debugger reads it. */
  register(address: number): number {
    return this.#chip.cpu.data[address] ?? 0;
  }

  /** Runs to the first instruction at or after that time. */
  runUntil(time: Seconds): void {
    const end = toCycles(time);
    while (this.cycles < end) {
      this.events.open(end);
      this.#chip.run(this.events);
      if (this.#timedOut) this.reset('watchdog');
      this.events.catchUp(this.cycles);
    }
  }

  /** Sets all registers and pins as at power-on; memory keeps its content, except at power-on. */
  reset(cause: ResetCause): void {
    const { cpu, sram } = this.#chip;
    const on = cause === 'powerOn';
    const causes = (on ? 0 : (cpu.data[MCUSR] ?? 0)) | RESET_CAUSE_BITS[cause];
    this.#timedOut = false;
    this.events.interrupt();
    this.#chip = this.#begin(cpu.cycles, on ? this.#noise() : sram, causes);
    this.resets$.next(cause);
  }

  /** Replaces the program memory from the next reset on. */
  load(program: Uint16Array): void {
    this.#program = program.slice();
  }

  /** A byte has arrived, including its stop bit. */
  receive(byte: number): void {
    this.#chip.receiver.receive(byte);
  }

  /** Duration of a byte on the serial line at the board's present rate. */
  get byteCycles(): Cycles {
    return this.#chip.byteCycles;
  }

  /** Sets the voltage at A0 … A7. */
  setAnalog(channel: number, volts: number): void {
    this.#volts[channel] = volts;
    this.#chip.adc.channelValues[channel] = volts;
  }

  /** Sets the level that the world gives a pin. */
  setPin(pin: number, level: boolean): void {
    this.#levels.set(pin, level);
    const { port, bit } = placeOf(pin);
    this.#chip.ports.get(port.PORT)?.setPin(bit, level);
  }

  /** Whether the board's pull-up holds that input high. */
  hasPullUp(pin: number): boolean {
    const { port, bit } = placeOf(pin);
    return this.#chip.ports.get(port.PORT)?.pinState(bit) === PinState.InputPullUp;
  }

  /** Hangs the main loop until the next reset. @param interrupts whether they continue */
  hangMainLoop(interrupts = true): void {
    if (this.#chip.inMainLoop) this.#chip.hang(interrupts);
    else this.events.at(this.cycles + 1, () => this.hangMainLoop(interrupts));
  }

  #begin(cycles: Cycles, sram: Uint8Array, causes: number): Chip {
    const timedOut = () => {
      this.#timedOut = true;
      this.events.interrupt();
    };
    const kept = { program: this.#program, bootStart: this.#bootStart, eeprom: this.#eeprom, sram };
    const chip = new Chip({ ...kept, cycles, causes, timedOut });
    chip.usart.onByteTransmit = (byte) => this.transmitted$.next(byte);
    this.i2c.serve(chip.cpu, chip.twi);
    this.outputs.follow(chip.cpu);
    for (const [channel, volts] of this.#volts.entries()) chip.adc.channelValues[channel] = volts ?? 0;
    for (const [pin, level] of this.#levels) {
      const { port, bit } = placeOf(pin);
      chip.ports.get(port.PORT)?.setPin(bit, level);
    }
    return chip;
  }

  #noise(): Uint8Array {
    const chance = resumeRandom(seedRandom(this.#seed));
    return Uint8Array.from({ length: SRAM_BYTES }, () => Math.floor(256 * chance.uniform()));
  }
}
