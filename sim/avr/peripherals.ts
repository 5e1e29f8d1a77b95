/** Peripherals of the ATmega328P in which avr8js differs from the chip, or is incomplete. */
import {
  AVRClock,
  type AVRPortConfig,
  type AVRTimer,
  type AVRTimerConfig,
  type AVRUSART,
  AVRWatchdog,
  type CPU,
  timer1Config,
  usart0Config,
  watchdogConfig,
} from 'avr8js';
import { CLOCK_FREQUENCY, type Cycles, toCycles } from './clock.js';

const RECEIVER_ENABLE_BIT = 0x10;
const RECEIVE_COMPLETE_BIT = 0x80;
const FIFO_BYTES = 3;

/**
 * The receiving side of the serial interface, as the ATmega328P has it.
 *
 * avr8js 0.21 differs in two ways, so that an emulated board loses commands that a real board receives:
 * - Any write to UCSR0B while reception is on, such as the one that starts each transmission, drops a byte
 *   that has arrived and was not read yet. Here such a write keeps the byte.
 * - It buffers one byte. The chip buffers two, and a third in its shift register until a fourth begins to arrive.
 */
export class Receiver {
  readonly #cpu: CPU;
  readonly #usart: AVRUSART;
  /** Bytes that arrived after the byte that UDR0 reads now. */
  readonly #waiting: number[] = [];

  constructor(cpu: CPU, usart: AVRUSART) {
    this.#cpu = cpu;
    this.#usart = usart;
    this.#keepWhatCame();
    this.#readInOrder();
  }

  /** Receives a byte whose stop bit has just ended; the byte is lost while reception is off. */
  receive(byte: number): void {
    if (!this.#unread) this.#usart.writeByte(byte, true);
    else if (this.#waiting.length < FIFO_BYTES - 1) this.#waiting.push(byte);
    else this.#waiting[FIFO_BYTES - 2] = byte;
  }

  get #unread(): boolean {
    return ((this.#cpu.data[usart0Config.UCSRA] ?? 0) & RECEIVE_COMPLETE_BIT) !== 0;
  }

  /**
   * avr8js clears RXC if reception was on before the write and is on after it, so it is told that reception was off.
   */
  #keepWhatCame(): void {
    const { writeHooks } = this.#cpu;
    const write = writeHooks[usart0Config.UCSRB];
    writeHooks[usart0Config.UCSRB] = (value, old, at, mask) =>
      write?.(value, old & ~RECEIVER_ENABLE_BIT, at, mask);
  }

  #readInOrder(): void {
    const { readHooks } = this.#cpu;
    const read = readHooks[usart0Config.UDR];
    readHooks[usart0Config.UDR] = (at) => {
      const byte = read?.(at) ?? 0;
      const next = this.#waiting.shift();
      if (next !== undefined) this.#usart.writeByte(next, true);
      return byte;
    };
  }
}

const TRANSMIT_COMPLETE_BIT = 0x40;
const DATA_EMPTY_BIT = 0x20;

/**
 * Keeps the flags of the serial interface when the program writes its rate: avr8js 0.21 clears them, so that a board that
 * changes its rate waits for ever for room to send. On the chip they can only be read, but for TXC, which a 1 clears.
 */
export function keepSerialFlags({ writeHooks, data }: CPU): void {
  const { UCSRA } = usart0Config;
  const write = writeHooks[UCSRA];
  writeHooks[UCSRA] = (value, old, at, mask) => {
    const sent = value & TRANSMIT_COMPLETE_BIT ? 0 : TRANSMIT_COMPLETE_BIT;
    const kept = (data[at] ?? 0) & (RECEIVE_COMPLETE_BIT | DATA_EMPTY_BIT | sent);
    write?.(value, old, at, mask);
    data[at] = (data[at] ?? 0) | kept;
    return true;
  };
}

/** One bit for each port. */
const PCICR = 0x68;

/**
 * Lets the pin-change interrupts obey PCICR and PCMSK as on the ATmega328P.
 *
 * avr8js 0.21 reads PCICR only when a pin changes: it serves an interrupt that waits although the program has turned it
 * off since, and does not serve a flag that is set when the program turns it on. It also takes a write to PCMSK for one
 * to PCICR, so that the mask of one port withdraws an interrupt of another. On the chip PCMSK decides whether a pin sets
 * the flag of its port, and PCICR whether that flag interrupts. Source: its data sheet, 13.2.4 to 13.2.9.
 */
export function addPinChangeEnable(cpu: CPU, ports: readonly AVRPortConfig[]): void {
  const pinChanges = ports.flatMap(({ pinChange }) => (pinChange ? [pinChange] : []));
  for (const { PCMSK } of pinChanges) delete cpu.writeHooks[PCMSK];
  cpu.writeHooks[PCICR] = (value) => {
    cpu.data[PCICR] = value;
    for (const { PCIE, PCIFR, pinChangeInterrupt: address } of pinChanges) {
      const mask = 1 << PCIE;
      const flag = { flagRegister: PCIFR, flagMask: mask };
      const enable = { enableRegister: PCICR, enableMask: mask };
      cpu.updateInterruptEnable({ address, ...flag, ...enable }, value);
    }
    return true;
  };
}

export const SPM_OPCODE = 0x95e8;

const PAGE_WORDS = 64;
const ERASED_WORD = 0xffff;
const PAGE_WRITE_CYCLES: Cycles = toCycles(0.0045);

/** Its bits are the command; the lowest stays set until it is done. */
const SPMCSR = 0x57;
const SPM_ENABLE = 0x01;
const FILL_COMMAND = SPM_ENABLE;
const ERASE_COMMAND = 0x02 | SPM_ENABLE;
const WRITE_COMMAND = 0x04 | SPM_ENABLE;
const COMMAND_MASK = 0x1f;

/** Addresses of the instruction's word, and of its byte address. */
const R0_ADDRESS = 0;
const Z_ADDRESS = 30;

/**
 * Self-programming of an ATmega328P, which avr8js leaves out: the instruction SPM.
 *
 * A boot loader fills a page's buffer word by word, erases the page and writes it; each of the last two takes 4.5 ms,
 * while it continues. Source: the chip's data sheet, "Self-Programming the Flash". Left out: reading the page that is
 * being written, and the four cycles within which SPM must follow its command.
 */
export class SelfProgramming {
  readonly #cpu: CPU;
  readonly #flash: Uint16Array;
  readonly #bootStart: number;
  readonly #buffer = new Uint16Array(PAGE_WORDS).fill(ERASED_WORD);

  /**
   * @param flash the copy that survives a reset, besides the CPU's own
   * @param bootStart in words: only code from there on can write
   */
  constructor(cpu: CPU, flash: Uint16Array, bootStart: number) {
    this.#cpu = cpu;
    this.#flash = flash;
    this.#bootStart = bootStart;
  }

  /** Call it after the CPU has executed SPM. */
  store(): void {
    const { data, dataView, pc } = this.#cpu;
    if (pc <= this.#bootStart) return;
    const command = (data[SPMCSR] ?? 0) & COMMAND_MASK;
    const address = dataView.getUint16(Z_ADDRESS, true) >> 1;
    const page = address - (address % PAGE_WORDS);
    if (command === FILL_COMMAND) this.#buffer[address % PAGE_WORDS] = dataView.getUint16(R0_ADDRESS, true);
    else if (command === ERASE_COMMAND) this.#change(page, () => ERASED_WORD);
    else if (command === WRITE_COMMAND) this.#writeBuffer(page);
    if (command === ERASE_COMMAND || command === WRITE_COMMAND)
      this.#cpu.addClockEvent(() => this.#done(), PAGE_WRITE_CYCLES);
    else this.#done();
  }

  /** Writing can only clear bits, so old bits remain if the page was not erased. */
  #writeBuffer(page: number): void {
    this.#change(page, (old, i) => old & (this.#buffer[i] ?? ERASED_WORD));
    this.#buffer.fill(ERASED_WORD);
  }

  #change(page: number, word: (old: number, i: number) => number): void {
    for (let i = 0; i < PAGE_WORDS; i++) {
      const at = page + i;
      const changed = word(this.#flash[at] ?? ERASED_WORD, i);
      this.#flash[at] = changed;
      this.#cpu.progMem[at] = changed;
    }
  }

  #done(): void {
    this.#cpu.data[SPMCSR] = 0;
  }
}

/** Modes of a 16-bit timer that count up to its ICR. */
const MODES_UP_TO_ICR = [8, 10, 12, 14];

/**
 * Lets ICR1 be written only in a mode that counts up to it, as the ATmega328P does ("Input Capture Unit" of its data sheet):
 * avr8js takes it in every mode.
 */
export function guardInputCapture(cpu: CPU): void {
  const { ICR, TCCRA, TCCRB } = timer1Config;
  const { data, writeHooks } = cpu;
  const write = writeHooks[ICR];
  writeHooks[ICR] = (...written) => {
    const mode = ((data[TCCRA] ?? 0) & 0x3) | (((data[TCCRB] ?? 0) >> 1) & 0xc);
    return MODES_UP_TO_ICR.includes(mode) ? write?.(...written) : true;
  };
}

/** Private fields of avr8js. */
interface TimerState {
  readonly tcnt: number;
  readonly ocrA: number;
  readonly ocrB: number;
  readonly TOP: number;
  readonly timerMode: number;
  readonly countingUp: boolean;
  readonly divider: number;
  readonly lastCycle: number;
  readonly updateDivider: boolean;
  readonly tcntUpdated: boolean;
  count: (reschedule?: boolean, external?: boolean) => void;
}

/** Phase correct, and phase and frequency correct: the counter runs up and down. */
const PHASE_CORRECT_MODES = [1, 4];

/** Ticks until the counter reaches a compare value, its top or its bottom; it stops at the top before it wraps. */
function ticksAhead({ tcnt, ocrA, ocrB, TOP, timerMode, countingUp }: TimerState): number {
  const down = PHASE_CORRECT_MODES.includes(timerMode) && !countingUp;
  let ticks = down ? tcnt : TOP - tcnt;
  for (const compare of [ocrA, ocrB]) {
    const away = down ? tcnt - compare : compare - tcnt;
    if (away > 0 && away < ticks) ticks = away;
  }
  return Math.max(1, ticks);
}

/** A new prescaler or counter value takes effect at a clock event of its own, which is due at once. */
const changing = ({ updateDivider, tcntUpdated }: TimerState): boolean => updateDivider || tcntUpdated;

/**
 * Lets a timer of avr8js work only when it has an effect.
 *
 * avr8js counts a timer at every tick of its prescaler, which is most of the work of an idle board. Between two ticks
 * at which the counter reaches a compare value, its top or its bottom, only the counter changes, which can be computed
 * in one go. Flags, interrupts and pins change at the same cycles as before.
 */
export function paceTimer(cpu: CPU, timer: AVRTimer, config: AVRTimerConfig): void {
  const state = timer as unknown as TimerState;
  const countEach = timer.count;
  const schedule = () =>
    cpu.addClockEvent(state.count, state.lastCycle + state.divider * ticksAhead(state) - cpu.cycles);

  state.count = (reschedule = true, external = false) => {
    // A new prescaler schedules its first tick by itself.
    const { divider, updateDivider } = state;
    countEach(false, external);
    if (reschedule && divider && !updateDivider) schedule();
  };

  for (const address of [config.TCNT, config.OCRA, config.OCRB, config.ICR, config.TCCRA, config.TCCRB]) {
    const write = cpu.writeHooks[address];
    if (!write) continue;
    cpu.writeHooks[address] = (value, old, at, mask) => {
      // The counter catches up before its rules change, and then looks ahead by the new rules.
      if (state.divider && !changing(state)) state.count(false);
      const stored = write(value, old, at, mask);
      if (!changing(state) && cpu.clearClockEvent(state.count)) schedule();
      return stored;
    };
  }
}

/** MCUSR: the reset came from the watchdog. */
export const WATCHDOG_RESET_FLAG = 0x08;

const WATCHDOG_CHANGE_AND_ENABLE = 0x18;
const WATCHDOG_ENABLE = 0x08;

/**
 * A reset by the watchdog, for which avr8js resets less than the chip in some places, and more in others.
 *
 * @param timedOut called instead of avr8js' own reset, which leaves peripherals and pins as they are
 */
export function addWatchdog(cpu: CPU, timedOut: () => void): void {
  new AVRWatchdog(cpu, watchdogConfig, new AVRClock(cpu, CLOCK_FREQUENCY));
  cpu.reset = timedOut;
  const { MCUSR, WDTCSR } = watchdogConfig;
  const write = cpu.writeHooks[WDTCSR];
  const afterTimeout = () => ((cpu.data[MCUSR] ?? 0) & WATCHDOG_RESET_FLAG) !== 0;
  // After its own reset it continues at its shortest time, and cannot be turned off before that flag is cleared.
  cpu.writeHooks[WDTCSR] = (value, old, at, mask) =>
    write?.(afterTimeout() ? value | WATCHDOG_ENABLE : value, old, at, mask);
  if (!afterTimeout()) return;
  cpu.writeData(WDTCSR, WATCHDOG_CHANGE_AND_ENABLE);
  cpu.writeData(WDTCSR, WATCHDOG_ENABLE);
}
