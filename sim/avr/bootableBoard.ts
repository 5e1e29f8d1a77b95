/**
 * An emulated Arduino with a boot loader: after a reset by the host the boot loader has the serial line, then the
 * program.
 */
import type { Seconds } from '../../src/math/units.js';
import { AvrBoard, type ResetCause } from './board.js';
import { FLASH_BYTES } from './chip.js';
import { type Cycles, toCycles } from './clock.js';

/** Ten bits at 117 647 baud: 16 MHz / 8 / 17, an Uno's nearest rate to 115 200. */
const BYTE_CYCLES: Cycles = 10 * 8 * 17;
/** Without a byte for this long it starts the program. */
const BOOT_TIMEOUT: Seconds = 1;
/** It starts the program by the watchdog's shortest time. */
const LEAVE_DELAY: Seconds = 0.016;
/** Time to erase and write a page. */
const PAGE_WRITE_TIME: Seconds = 0.009;

/**
 * While the boot loader runs the CPU sleeps, with all pins as after a reset: `ldi r17, 1; out SMCR, r17; sleep; rjmp
 * .-4`.
 */
const SLEEP_PROGRAM = Uint16Array.of(0xe011, 0xbf13, 0x9588, 0xcffe);

export class BootableBoard extends AvrBoard {
  readonly #flash = new Uint16Array(FLASH_BYTES / 2).fill(0xffff);
  #loader: EmulatedBootLoader | undefined;
  #cancelStart = () => {};

  /** Its memory holds a program that does nothing. */
  constructor() {
    super(SLEEP_PROGRAM);
    this.#flash.set(SLEEP_PROGRAM);
  }

  override reset(cause: ResetCause): void {
    this.#cancelStart();
    this.#loader =
      cause === 'external' ? new EmulatedBootLoader(new Uint8Array(this.#flash.buffer)) : undefined;
    if (this.#loader) this.#startWithin(BOOT_TIMEOUT);
    this.load(this.#loader ? SLEEP_PROGRAM : this.#flash);
    super.reset(cause);
  }

  override receive(byte: number): void {
    if (!this.#loader) {
      super.receive(byte);
      return;
    }
    const answer = this.#loader.receive(byte);
    this.#startWithin(answer?.leaves ? LEAVE_DELAY : BOOT_TIMEOUT);
    if (answer) this.#reply(answer);
  }

  override get byteCycles(): Cycles {
    return this.#loader ? BYTE_CYCLES : super.byteCycles;
  }

  #reply({ bytes, wrote }: BootLoaderReply): void {
    const begin = this.cycles + (wrote ? toCycles(PAGE_WRITE_TIME) : 0);
    for (const [i, byte] of bytes.entries()) {
      this.events.at(begin + i * BYTE_CYCLES, () => this.transmitted$.next(byte));
    }
  }

  #startWithin(time: Seconds): void {
    this.#cancelStart();
    this.#cancelStart = this.events.at(this.cycles + toCycles(time), () => this.#start());
  }

  /** Passes the reset cause to the program, as newer versions of Optiboot do. */
  #start(): void {
    this.#loader = undefined;
    this.load(this.#flash);
    super.reset('external');
  }
}

const EOP = 0x20;
const IN_SYNC = 0x14;
const OK = 0x10;
const ATMEGA328P_SIGNATURE = [0x1e, 0x95, 0x0f];

const COMMANDS = {
  parameter: 0x41,
  setDevice: 0x42,
  setDeviceMore: 0x45,
  leave: 0x51,
  address: 0x55,
  universal: 0x56,
  writePage: 0x64,
  readPage: 0x74,
  signature: 0x75,
} as const;

/** Bytes between a command and its end; none for other commands. A page's bytes follow its length. */
const OPERAND_COUNTS: Readonly<Record<number, number>> = {
  [COMMANDS.parameter]: 1,
  [COMMANDS.setDevice]: 20,
  [COMMANDS.setDeviceMore]: 5,
  [COMMANDS.address]: 2,
  [COMMANDS.universal]: 4,
  [COMMANDS.writePage]: 3,
  [COMMANDS.readPage]: 3,
};

/** Answers to `parameter`: the version of the boot loader; 3 for all others. */
const PARAMETER_VALUES: Readonly<Record<number, number>> = { 129: 4, 130: 4 };
const DEFAULT_PARAMETER_VALUE = 3;

/** The effect of a command. */
interface BootLoaderReply {
  readonly bytes: readonly number[];
  /** Memory was written, which takes PAGE_WRITE_TIME. */
  readonly wrote?: true;
  /** The boot loader ends, on command or after a wrong byte, and the program starts. */
  readonly leaves?: true;
}

/**
 * An Uno's boot loader as a programmer sees it: STK500 version 1, byte by byte.
 *
 * Like Optiboot it answers every command that ends correctly, and gives up at anything else. Source:
 * Atmel's application note AVR061.
 */
export class EmulatedBootLoader {
  readonly #memory: Uint8Array;
  #message: number[] = [];
  #address = 0;

  /** @param memory the program memory to write */
  constructor(memory: Uint8Array) {
    this.#memory = memory;
  }

  /** Returns the answer at the last byte of a command. */
  receive(byte: number): BootLoaderReply | undefined {
    this.#message.push(byte);
    const [command = 0, ...operands] = this.#message;
    if (operands.length <= this.#operandsOf(command, operands)) return undefined;
    this.#message = [];
    if (byte !== EOP) return { bytes: [], leaves: true };
    return this.#execute(command, operands.slice(0, -1));
  }

  #operandsOf(command: number, [high = 0, low = 0]: readonly number[]): number {
    const page = command === COMMANDS.writePage ? (high << 8) | low : 0;
    return (OPERAND_COUNTS[command] ?? 0) + page;
  }

  #execute(command: number, operands: readonly number[]): BootLoaderReply {
    const answer = (...bytes: number[]) => ({ bytes: [IN_SYNC, ...bytes, OK] });
    const [first = 0, second = 0] = operands;
    switch (command) {
      case COMMANDS.parameter:
        return answer(PARAMETER_VALUES[first] ?? DEFAULT_PARAMETER_VALUE);
      case COMMANDS.universal:
        return answer(0);
      case COMMANDS.signature:
        return answer(...ATMEGA328P_SIGNATURE);
      case COMMANDS.address:
        this.#address = 2 * (first | (second << 8));
        return answer();
      case COMMANDS.readPage:
        return answer(...this.#memory.subarray(this.#address, this.#address + ((first << 8) | second)));
      case COMMANDS.writePage:
        this.#memory.set(operands.slice(3), this.#address);
        return { ...answer(), wrote: true };
      case COMMANDS.leave:
        return { ...answer(), leaves: true };
      default:
        return answer();
    }
  }
}
