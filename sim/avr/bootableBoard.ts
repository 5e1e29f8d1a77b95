/** An emulated Arduino with a boot loader: after a reset by the host that has its serial line, and then the program. */
import type { Seconds } from '../../src/math/units.js';
import { AvrBoard, type ResetCause } from './board.js';
import { type Answer, BootLoader } from './bootLoader.js';
import { FLASH_BYTES } from './chip.js';
import { type Cycles, toCycles } from './cycles.js';

/** Ten bits at 117 647 baud: 16 MHz / 8 / 17, which is what an Uno makes of 115 200. */
const BYTE: Cycles = 10 * 8 * 17;
/** Without a byte for so long it starts the program. */
const PATIENCE: Seconds = 1;
/** It leaves by the watchdog's shortest time. */
const LEAVING: Seconds = 0.016;
/** To erase a page and to write it. */
const WRITING: Seconds = 0.009;

/** Meanwhile the CPU sleeps, with every pin as it is after a reset: `ldi r17, 1; out SMCR, r17; sleep; rjmp .-4`. */
const WAITING = Uint16Array.of(0xe011, 0xbf13, 0x9588, 0xcffe);

export class BootableBoard extends AvrBoard {
  readonly #flash = new Uint16Array(FLASH_BYTES / 2).fill(0xffff);
  #loader: BootLoader | undefined;
  #giveUp = () => {};

  /** With nothing in its memory but a program that does nothing. */
  constructor() {
    super(WAITING);
    this.#flash.set(WAITING);
  }

  override reset(cause: ResetCause): void {
    this.#giveUp();
    this.#loader = cause === 'external' ? new BootLoader(new Uint8Array(this.#flash.buffer)) : undefined;
    if (this.#loader) this.#startWithin(PATIENCE);
    this.load(this.#loader ? WAITING : this.#flash);
    super.reset(cause);
  }

  override receive(byte: number): void {
    if (!this.#loader) {
      super.receive(byte);
      return;
    }
    const answer = this.#loader.hear(byte);
    this.#startWithin(answer?.leaves ? LEAVING : PATIENCE);
    if (answer) this.#say(answer);
  }

  override get byteCycles(): Cycles {
    return this.#loader ? BYTE : super.byteCycles;
  }

  #say({ bytes, wrote }: Answer): void {
    const begin = this.cycles + (wrote ? toCycles(WRITING) : 0);
    for (const [i, byte] of bytes.entries()) {
      this.agenda.at(begin + i * BYTE, () => this.transmitted$.next(byte));
    }
  }

  #startWithin(time: Seconds): void {
    this.#giveUp();
    this.#giveUp = this.agenda.at(this.cycles + toCycles(time), () => this.#start());
  }

  /** The program is told why the board was reset, as newer versions of Optiboot do. */
  #start(): void {
    this.#loader = undefined;
    this.load(this.#flash);
    super.reset('external');
  }
}
