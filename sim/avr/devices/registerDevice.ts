/** A device of registers on the I²C bus: the first byte written is a place, what follows goes to it and to the next ones. */
import type { Reading } from '../../../src/signals/signals.js';
import type { I2cDevice } from '../i2cBus.js';

export abstract class RegisterDevice implements I2cDevice {
  protected readonly registers = new Uint8Array(256);
  #next = 0;
  #addressed = false;

  /** @param atPowerOn what registers hold that do not hold 0 */
  constructor(atPowerOn: Readonly<Record<number, number>> = {}) {
    for (const [register, value] of Object.entries(atPowerOn)) this.registers[Number(register)] = value;
  }

  /** What is to be measured from now on. */
  abstract follow(truth: Reading): void;

  begin(): void {
    this.#addressed = false;
  }

  write(byte: number): boolean {
    if (this.#addressed) this.written(this.#next++ & 0xff, byte);
    else this.#next = byte;
    this.#addressed = true;
    return true;
  }

  read(): number {
    return this.registers[this.#next++ & 0xff] ?? 0;
  }

  /** The master writes a register. */
  protected written(register: number, value: number): void {
    this.registers[register] = value;
  }

  /** The device writes its own, one after the other. */
  protected show(register: number, bytes: readonly number[]): void {
    this.registers.set(bytes, register);
  }
}
