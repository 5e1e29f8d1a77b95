/** An ATmega328P from one reset to the next: the CPU of avr8js with its peripherals. */
import {
  AVRADC,
  AVREEPROM,
  AVRIOPort,
  AVRTimer,
  AVRTWI,
  AVRUSART,
  adcConfig,
  avrInstruction,
  CPU,
  type EEPROMBackend,
  portBConfig,
  portCConfig,
  portDConfig,
  timer0Config,
  timer1Config,
  timer2Config,
  twiConfig,
  usart0Config,
  watchdogConfig,
} from 'avr8js';
import { CLOCK_FREQUENCY, type Cycles, type EventQueue } from './clock.js';
import {
  addPinChangeEnable,
  addWatchdog,
  guardInputCapture,
  keepSerialFlags,
  paceTimer,
  Receiver,
  SelfProgramming,
  SPM_OPCODE,
} from './peripherals.js';

export const FLASH_BYTES = 32 * 1024;
export const SRAM_BYTES = 2 * 1024;
/** Start of the SRAM; the registers lie below. */
const SRAM_START = 0x100;

const SLEEP_OPCODE = 0x9588;
const SEI_OPCODE = 0x9478;
const RETI_OPCODE = 0x9518;
/** Relative jump to itself. */
const SELF_JUMP_OPCODE = 0xcfff;
const DOUBLE_SPEED_BIT = 0x02;
/** Byte time until the firmware sets a rate: the host's 57 600 baud, as a board's divider makes it. */
const DEFAULT_BYTE_CYCLES: Cycles = 2720;
const SREG = 0x5f;
const INTERRUPT_ENABLE_BIT = 0x80;
const SMCR = 0x53;
const SLEEP_ENABLE_BIT = 0x01;
/** Cycles until the chip runs after an interrupt has woken it. */
const WAKE_UP_CYCLES: Cycles = 4;

/** What survives a reset, and its causes. */
interface ChipReset {
  /** Program memory, which only code in the boot section changes. */
  readonly program: Uint16Array;
  /** Start of the boot section, in words; a chip with a boot section starts there. */
  readonly bootStart?: number | undefined;
  readonly sram: Uint8Array;
  readonly eeprom: EEPROMBackend;
  readonly cycles: Cycles;
  /** MCUSR: the causes that the firmware has not cleared yet. */
  readonly causes: number;
  /** Called when the watchdog runs out and the chip is reset. */
  readonly timedOut: () => void;
}

/** Private fields of avr8js. */
interface ClockEvents {
  readonly nextClockEvent: { readonly cycles: Cycles } | null;
}

export class Chip {
  readonly cpu: CPU;
  readonly usart: AVRUSART;
  readonly receiver: Receiver;
  readonly adc: AVRADC;
  readonly twi: AVRTWI;
  readonly ports: ReadonlyMap<number, AVRIOPort>;
  readonly #selfProgramming: SelfProgramming;
  #asleep = false;
  readonly #clockEvents: ClockEvents;

  constructor({ program, bootStart, sram, eeprom, cycles, causes, timedOut }: ChipReset) {
    const cpu = new CPU(program.slice(), SRAM_BYTES);
    this.cpu = cpu;
    this.#clockEvents = cpu as unknown as ClockEvents;
    cpu.data.set(sram, SRAM_START);
    cpu.cycles = cycles;
    cpu.pc = bootStart ?? 0;
    this.#selfProgramming = new SelfProgramming(cpu, program, bootStart ?? program.length);
    cpu.data[watchdogConfig.MCUSR] = causes;
    const ports = [portBConfig, portCConfig, portDConfig];
    this.ports = new Map(ports.map((config) => [config.PORT, new AVRIOPort(cpu, config)]));
    addPinChangeEnable(cpu, ports);
    for (const config of [timer0Config, timer1Config, timer2Config]) {
      paceTimer(cpu, new AVRTimer(cpu, config), config);
    }
    guardInputCapture(cpu);
    this.usart = new AVRUSART(cpu, usart0Config, CLOCK_FREQUENCY);
    keepSerialFlags(cpu);
    this.receiver = new Receiver(cpu, this.usart);
    this.adc = new AVRADC(cpu, adcConfig);
    this.twi = new AVRTWI(cpu, twiConfig, CLOCK_FREQUENCY);
    new AVREEPROM(cpu, eeprom);
    addWatchdog(cpu, timedOut);
  }

  /** Duration of a byte on the serial line: a start bit, eight bits and a stop bit. */
  get byteCycles(): Cycles {
    const { data } = this.cpu;
    const divider = ((data[usart0Config.UBRRH] ?? 0) << 8) | (data[usart0Config.UBRRL] ?? 0);
    if (divider === 0) return DEFAULT_BYTE_CYCLES;
    return 10 * (divider + 1) * ((data[usart0Config.UCSRA] ?? 0) & DOUBLE_SPEED_BIT ? 8 : 16);
  }

  get sram(): Uint8Array {
    return this.cpu.data.subarray(SRAM_START);
  }

  /** Whether main code runs, and no interrupt. */
  get inMainLoop(): boolean {
    return this.cpu.interruptsEnabled;
  }

  /** Stops main code at its present place. @param interrupts whether they continue */
  hang(interrupts = true): void {
    this.cpu.progMem[this.cpu.pc] = SELF_JUMP_OPCODE;
    if (interrupts) return;
    this.#asleep = false;
    this.cpu.data[SREG] = this.cpu.SREG & ~INTERRUPT_ENABLE_BIT;
  }

  /** Runs until the event queue's limit, which may move earlier during the run. */
  run(events: EventQueue): void {
    const { cpu } = this;
    const { progMem, data } = cpu;
    // A local name: looking up the import at each instruction, as in tests, takes a third of the time.
    const instruct = avrInstruction;
    while (cpu.cycles < events.limit) {
      if (this.#asleep) {
        this.#sleep(events.limit);
        continue;
      }
      const opcode = progMem[cpu.pc];
      instruct(cpu);
      // One more instruction runs before the next interrupt, so that `sei; sleep` misses none.
      if (opcode === SEI_OPCODE || opcode === RETI_OPCODE) continue;
      if (opcode === SLEEP_OPCODE && (data[SMCR] ?? 0) & SLEEP_ENABLE_BIT) this.#asleep = true;
      else cpu.tick();
      if (opcode === SPM_OPCODE) this.#selfProgramming.store();
    }
  }

  /** Time jumps to the next event. Every sleep counts as the idle mode, in which only the CPU stops. */
  #sleep(limit: Cycles): void {
    const { cpu } = this;
    const next = Math.min(limit, this.#clockEvents.nextClockEvent?.cycles ?? limit);
    const awaited = cpu.nextInterrupt < 0 || !cpu.interruptsEnabled;
    if (awaited && next > cpu.cycles) cpu.cycles = next;
    const { pc } = cpu;
    cpu.tick();
    if (cpu.pc === pc) return;
    this.#asleep = false;
    cpu.cycles += WAKE_UP_CYCLES;
  }
}
