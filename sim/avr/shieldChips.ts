/** Motor bridges, and the chips that some motor shields have between the board and their bridges. */

import { Subject } from 'rxjs';
import type { Duty, Hertz } from '../../src/math/units.js';
import type { Pin } from '../../src/robot/robot.js';
import type { I2cMotors, RegisterMotors, Shield } from '../../src/robot/shields.js';
import type { AvrBoard } from './board.js';
import type { I2cBus, I2cDevice } from './i2cBus.js';
import { pinNumber } from './pins.js';

/** The duty now. */
export type DutyNow = () => Duty;

/** The bridge that a motor hangs on: what it is told becomes the motor's duty. How much, and which way: forward while `dir` is high; with `cdir`, back while that one is. */
export interface Bridge {
  readonly pwm: DutyNow;
  readonly dir: DutyNow;
  readonly cdir?: DutyNow | undefined;
}

/** Two directions alike, both high or both low: it holds the motor or lets it roll. */
export const bridgeDuty = ({ pwm, dir, cdir }: Bridge): DutyNow =>
  cdir ? () => pwm() * (Math.sign(dir()) - Math.sign(cdir())) : () => (dir() > 0 ? pwm() : -pwm());

/** The chips that some motor shields have between the board and their bridges; each once, whichever motors it drives. */
export class ShieldChips {
  /** What a bridge is told may have changed, though no pin of the board has. */
  readonly changes$ = new Subject<void>();
  readonly #board: AvrBoard;
  readonly #onI2c = new Map<number, Pca9685>();
  readonly #registers = new Map<number, ShiftRegister>();

  constructor(board: AvrBoard) {
    this.#board = board;
  }

  /** What the bridge of one of a shield's motors is told; they count from 1. Nothing where it has no such motor. */
  bridge({ bus, motors }: Shield, motor: number): Bridge | undefined {
    if (bus?.kind === 'i2c') return this.#i2cBridge(bus, motor);
    const { pwm } = motors[motor - 1] ?? {};
    return bus && pwm !== undefined ? this.#registerBridge(bus, motor, pwm) : undefined;
  }

  #i2cBridge({ address, channels }: I2cMotors, motor: number): Bridge | undefined {
    const told = channels[motor - 1];
    if (!told) return undefined;
    const chip = this.#onI2c.get(address) ?? this.#attached(address);
    const at = (channel: number) => () => chip.dutyOf(channel);
    return { pwm: at(told.pwm), dir: at(told.dir), cdir: at(told.cdir) };
  }

  #attached(address: number): Pca9685 {
    const chip = new Pca9685();
    chip.attachTo(this.#board.i2c, address);
    chip.changes$.subscribe(this.changes$);
    this.#onI2c.set(address, chip);
    return chip;
  }

  #registerBridge({ pins, bits }: RegisterMotors, motor: number, pwm: Pin): Bridge | undefined {
    const told = bits[motor - 1];
    if (!told) return undefined;
    const [clock] = pins;
    const register = this.#registers.get(clock) ?? new ShiftRegister(this.#board, pins);
    this.#registers.set(clock, register);
    const { outputs } = this.#board;
    const at = (bit: number) => () => Number(register.isHigh(bit));
    return { pwm: () => outputs.dutyOf(pinNumber(pwm)), dir: at(told.a), cdir: at(told.b) };
  }
}

const OUTPUT_MASK = 0xff;

/** The 74HC595, as motor shields have it: eight outputs that three pins of the board set, one bit after the other. */
export class ShiftRegister {
  readonly #board: AvrBoard;
  readonly #enable: number;
  #shifted = 0;
  #shown = 0;

  constructor(board: AvrBoard, [clock, enable, data, latch]: RegisterMotors['pins']) {
    this.#board = board;
    this.#enable = enable;
    board.outputs.changes$.subscribe(({ pin, duty }) => {
      const rises = duty === 1;
      if (pin === clock && rises)
        this.#shifted = ((this.#shifted << 1) | board.outputs.dutyOf(data)) & OUTPUT_MASK;
      if (pin === latch && rises) this.#shown = this.#shifted;
    });
  }

  /** Whether an output is high; without its enable pin held low none drives anything. */
  isHigh(bit: number): boolean {
    const { outputs } = this.#board;
    const enabled = outputs.isDriven(this.#enable) && outputs.dutyOf(this.#enable) === 0;
    return enabled && ((this.#shown >> bit) & 1) === 1;
  }
}

const MODE1 = 0x00;
const FIRST_CHANNEL = 0x06;
const ALL_CHANNELS = 0xfa;
const PRESCALE = 0xfe;
const CHANNEL_COUNT = 16;
/** Registers of a channel. */
const CHANNEL_REGISTERS = 4;

const SLEEP_BIT = 0x10;
const AUTO_INCREMENT_BIT = 0x20;
/** Reads as 0 once it has done its work. */
const RESTART_BIT = 0x80;
const ALWAYS_BIT = 0x10;
const PERIOD_COUNTS = 4096;
/** Of its own clock. */
const OSCILLATOR_FREQUENCY: Hertz = 25e6;
/** The chip takes less for this. */
const MIN_PRESCALE = 3;
/** 200 periods a second. */
const PRESCALE_AT_POWER_ON = 0x1e;

/** Every device hears it; this byte resets those that know it. */
const GENERAL_CALL = 0x00;
const SOFTWARE_RESET = 0x06;

/**
 * The PCA9685, as motor shields have it: sixteen PWM outputs that messages on I²C set, and nothing else stops.
 *
 * A channel takes four registers: the counts of 4096 at which it goes high and low, the fifth bit of each upper byte for
 * always. Source: NXP's data sheet, revision 4.
 */
export class Pca9685 implements I2cDevice {
  /** An output may have changed. */
  readonly changes$ = new Subject<void>();
  #registers = atPowerOn();
  #pointer = 0;
  /** The next byte written is a register's number. */
  #addressing = false;

  attachTo(bus: I2cBus, address: number): void {
    bus.attach(address, this);
    bus.attach(GENERAL_CALL, {
      begin() {},
      write: (byte) => this.#receiveGeneralCall(byte),
      read: () => 0xff,
    });
  }

  /** An output's share of high time; always off wins over always on, and asleep it has no clock. */
  dutyOf(channel: number): Duty {
    const [onLow = 0, onHigh = 0, offLow = 0, offHigh = 0] = this.#registers.subarray(firstRegister(channel));
    if (this.#value(MODE1) & SLEEP_BIT || offHigh & ALWAYS_BIT) return 0;
    if (onHigh & ALWAYS_BIT) return 1;
    const high = offLow + 256 * offHigh - (onLow + 256 * onHigh);
    return ((high + PERIOD_COUNTS) % PERIOD_COUNTS) / PERIOD_COUNTS;
  }

  /** Periods of the PWM a second: clock / (4096 · (prescale + 1)). */
  get frequency(): Hertz {
    return OSCILLATOR_FREQUENCY / (PERIOD_COUNTS * (Math.max(MIN_PRESCALE, this.#value(PRESCALE)) + 1));
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
    if (this.#value(MODE1) & AUTO_INCREMENT_BIT) this.#pointer = (register + 1) & 0xff;
    return register;
  }

  #store(register: number, byte: number): void {
    if (register === PRESCALE && !(this.#value(MODE1) & SLEEP_BIT)) return;
    this.#registers[register] = register === MODE1 ? byte & ~RESTART_BIT : byte;
    const part = register - ALL_CHANNELS;
    const all = part >= 0 && part < CHANNEL_REGISTERS;
    if (all)
      for (let channel = 0; channel < CHANNEL_COUNT; channel++)
        this.#registers[firstRegister(channel) + part] = byte;
    // Outputs change together at the end of a message, which is with the last register of a channel.
    const last = all ? part : (register - FIRST_CHANNEL) % CHANNEL_REGISTERS;
    if (register === MODE1 || last === CHANNEL_REGISTERS - 1) this.changes$.next();
  }

  #receiveGeneralCall(byte: number): boolean {
    if (byte !== SOFTWARE_RESET) return false;
    this.#registers = atPowerOn();
    this.changes$.next();
    return true;
  }
}

const firstRegister = (channel: number): number => FIRST_CHANNEL + CHANNEL_REGISTERS * channel;

/** Asleep, and every output always off. */
function atPowerOn(): Uint8Array {
  const registers = new Uint8Array(256);
  registers[MODE1] = SLEEP_BIT;
  registers[PRESCALE] = PRESCALE_AT_POWER_ON;
  for (let channel = 0; channel < CHANNEL_COUNT; channel++)
    registers[firstRegister(channel) + CHANNEL_REGISTERS - 1] = ALWAYS_BIT;
  return registers;
}
