/**
 * What an Uno's boot loader says to a programmer: STK500 version 1, a byte at a time.
 *
 * As Optiboot it answers whatever is a command and ends rightly, and has no patience with anything else. Source:
 * Atmel's application note AVR061.
 */

const EOP = 0x20;
const IN_SYNC = 0x14;
const OK = 0x10;
const ATMEGA328P = [0x1e, 0x95, 0x0f];

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

/** Bytes between a command and its end; none where it is not listed. Those of a page come after its length. */
const OPERANDS: Readonly<Record<number, number>> = {
  [COMMANDS.parameter]: 1,
  [COMMANDS.setDevice]: 20,
  [COMMANDS.setDeviceMore]: 5,
  [COMMANDS.address]: 2,
  [COMMANDS.universal]: 4,
  [COMMANDS.writePage]: 3,
  [COMMANDS.readPage]: 3,
};

/** What a programmer asks for by `parameter`: the version of the boot loader, and a 3 for all the rest. */
const PARAMETERS: Readonly<Record<number, number>> = { 129: 4, 130: 4 };
const ANY_PARAMETER = 3;

/** What a command comes to. */
export interface Answer {
  readonly bytes: readonly number[];
  /** Memory was written, which takes its time. */
  readonly wrote?: true;
  /** The boot loader has done, or has lost its patience: the program starts. */
  readonly leaves?: true;
}

export class BootLoader {
  readonly #memory: Uint8Array;
  #message: number[] = [];
  #address = 0;

  /** @param memory the program memory, which it writes */
  constructor(memory: Uint8Array) {
    this.#memory = memory;
  }

  /** The answer, at the last byte of a command. */
  hear(byte: number): Answer | undefined {
    this.#message.push(byte);
    const [command = 0, ...operands] = this.#message;
    if (operands.length <= this.#operandsOf(command, operands)) return undefined;
    this.#message = [];
    if (byte !== EOP) return { bytes: [], leaves: true };
    return this.#obey(command, operands.slice(0, -1));
  }

  #operandsOf(command: number, [high = 0, low = 0]: readonly number[]): number {
    const page = command === COMMANDS.writePage ? (high << 8) | low : 0;
    return (OPERANDS[command] ?? 0) + page;
  }

  #obey(command: number, operands: readonly number[]): Answer {
    const answer = (...bytes: number[]) => ({ bytes: [IN_SYNC, ...bytes, OK] });
    const [first = 0, second = 0] = operands;
    switch (command) {
      case COMMANDS.parameter:
        return answer(PARAMETERS[first] ?? ANY_PARAMETER);
      case COMMANDS.universal:
        return answer(0);
      case COMMANDS.signature:
        return answer(...ATMEGA328P);
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
