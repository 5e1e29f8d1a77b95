/** A chip on the I²C bus of an emulated board, as the registers that the firmware reads. */
import type { Reading } from '../signals/readings.js';

/**
 * A device of registers on the I²C bus: the first byte written is an address; the next bytes go to it and the following
 * ones.
 */
export abstract class RegisterChip {
  protected readonly registers = new Uint8Array(256);
  #next = 0;
  #addressed = false;

  /** @param atPowerOn values of the registers that are not 0 at power-on */
  constructor(atPowerOn: Readonly<Record<number, number>> = {}) {
    for (const [register, value] of Object.entries(atPowerOn)) this.registers[Number(register)] = value;
  }

  /** Sets the true value to measure from now on. */
  abstract measure(truth: Reading): void;

  begin(): void {
    this.#addressed = false;
  }

  write(byte: number): boolean {
    if (this.#addressed) this.written(this.#step(), byte);
    else this.#next = byte;
    this.#addressed = true;
    return true;
  }

  read(): number {
    return this.held(this.#step());
  }

  #step(): number {
    const register = this.#next & 0xff;
    if (this.increments()) this.#next++;
    return register;
  }

  /** Whether a longer transfer goes on to the next register. */
  protected increments(): boolean {
    return true;
  }

  /** What a register holds. */
  protected held(register: number): number {
    return this.registers[register] ?? 0;
  }

  /** The master writes a register. */
  protected written(register: number, value: number): void {
    this.registers[register] = value;
  }

  /** Writes the device's own registers, one after the other. */
  protected show(register: number, bytes: readonly number[]): void {
    this.registers.set(bytes, register);
  }
}
