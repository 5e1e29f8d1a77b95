/**
 * How the program memory of an ATmega328P is written from within, which avr8js leaves out: the instruction SPM.
 *
 * A boot loader fills a page's buffer word by word, erases the page and writes it; each of the last two takes 4.5 ms,
 * in which it goes on. Source: the chip's data sheet, "Self-Programming the Flash". Left out: reading the page that is
 * being written, and the four cycles within which SPM must follow its command.
 */
import type { CPU } from 'avr8js';
import { type Cycles, toCycles } from './cycles.js';

export const SPM = 0x95e8;

const PAGE_WORDS = 64;
const ERASED = 0xffff;
const BUSY: Cycles = toCycles(0.0045);

/** Its bits are the command; the lowest stays set until it is done. */
const SPMCSR = 0x57;
const ENABLE = 0x01;
const FILL = ENABLE;
const ERASE = 0x02 | ENABLE;
const WRITE = 0x04 | ENABLE;
const COMMAND = 0x1f;

/** Where the instruction finds its word, and the address in bytes. */
const R0 = 0;
const Z = 30;

export class SelfProgramming {
  readonly #cpu: CPU;
  readonly #flash: Uint16Array;
  readonly #bootStart: number;
  readonly #buffer = new Uint16Array(PAGE_WORDS).fill(ERASED);

  /**
   * @param flash what outlives a reset, beside the CPU's own copy
   * @param bootStart in words: only code from there on can write
   */
  constructor(cpu: CPU, flash: Uint16Array, bootStart: number) {
    this.#cpu = cpu;
    this.#flash = flash;
    this.#bootStart = bootStart;
  }

  /** The CPU has just executed SPM. */
  store(): void {
    const { data, dataView, pc } = this.#cpu;
    if (pc <= this.#bootStart) return;
    const command = (data[SPMCSR] ?? 0) & COMMAND;
    const address = dataView.getUint16(Z, true) >> 1;
    const page = address - (address % PAGE_WORDS);
    if (command === FILL) this.#buffer[address % PAGE_WORDS] = dataView.getUint16(R0, true);
    else if (command === ERASE) this.#change(page, () => ERASED);
    else if (command === WRITE) this.#writeBuffer(page);
    if (command === ERASE || command === WRITE) this.#cpu.addClockEvent(() => this.#done(), BUSY);
    else this.#done();
  }

  /** Writing can only clear bits; what was not erased before shows through. */
  #writeBuffer(page: number): void {
    this.#change(page, (old, i) => old & (this.#buffer[i] ?? ERASED));
    this.#buffer.fill(ERASED);
  }

  #change(page: number, word: (old: number, i: number) => number): void {
    for (let i = 0; i < PAGE_WORDS; i++) {
      const at = page + i;
      const changed = word(this.#flash[at] ?? ERASED, i);
      this.#flash[at] = changed;
      this.#cpu.progMem[at] = changed;
    }
  }

  #done(): void {
    this.#cpu.data[SPMCSR] = 0;
  }
}
