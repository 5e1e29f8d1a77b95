/** Motor bridges, and the chips between the board and the bridges of some motor shields. */

import { Subject } from 'rxjs';
import type { I2cMotors, RegisterMotors, Shield } from '../../src/kit/shields.js';
import type { Duty, Hertz } from '../../src/math/units.js';
import type { Pin } from '../../src/robot/pin.js';
import type { AvrBoard } from './board.js';
import type { I2cBus, I2cDevice } from './i2cBus.js';
import { boardPinNumber } from './pins.js';

/** Returns the present duty. */
export type DutyNow = () => Duty;

/**
 * The inputs of a motor's bridge: `pwm`, how much; forward while `dir` is high; with `cdir`, back while `cdir` is high.
 */
export interface Bridge {
  readonly pwm: DutyNow;
  readonly dir: DutyNow;
  readonly cdir?: DutyNow | undefined;
}

/** The motor's duty; 0 if both directions are equal: the bridge then brakes the motor or lets it roll. */
export const bridgeDuty = ({ pwm, dir, cdir }: Bridge): DutyNow =>
  cdir ? () => pwm() * (Math.sign(dir()) - Math.sign(cdir())) : () => (dir() > 0 ? pwm() : -pwm());

/**
 * EN/DIAG of a chip like the VNH5019: a resistor holds the line high, the board or the chip pulls it low, and the motor
 * has power while it is high. The chip holds a fault until one of its inputs rises (ST, VNH5019A-E data sheet, figure 6);
 * here any of the two does it.
 */
export class EnableDiagLine {
  /** Emits when the chip begins or ends to pull the line low. */
  readonly changes$ = new Subject<void>();
  readonly #board: AvrBoard;
  readonly #pin: number;
  #isStruck = false;
  #holdsFault = false;

  constructor(board: AvrBoard, pin: number, inputs: readonly number[]) {
    this.#board = board;
    this.#pin = pin;
    board.setPin(pin, true);
    board.outputs.changes$.subscribe((change) => {
      if (inputs.includes(change.pin) && change.duty === 1 && this.#holdsFault) this.#hold(this.#isStruck);
    });
  }

  get isHigh(): boolean {
    const { outputs } = this.#board;
    return !this.#holdsFault && !(outputs.isDriven(this.#pin) && outputs.dutyOf(this.#pin) === 0);
  }

  /** Begins or ends what makes the chip report a fault, such as a short circuit. */
  strike(on: boolean): void {
    this.#isStruck = on;
    if (on && !this.#holdsFault) this.#hold(true);
  }

  #hold(on: boolean): void {
    this.#holdsFault = on;
    this.#board.setPin(this.#pin, !on);
    this.changes$.next();
  }
}

/** The chips between the board and the bridges of some motor shields; each chip once, for all its motors. */
export class ShieldChips {
  /** Emits when a bridge's input may have changed without a change of a pin. */
  readonly changes$ = new Subject<void>();
  readonly #board: AvrBoard;
  readonly #onI2c = new Map<number, Pca9685>();
  readonly #registers = new Map<number, ShiftRegister>();

  constructor(board: AvrBoard) {
    this.#board = board;
  }

  /** The bridge of one of a shield's motors, counted from 1; undefined for an unknown motor. */
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
    return { pwm: () => outputs.dutyOf(boardPinNumber(pwm)), dir: at(told.a), cdir: at(told.b) };
  }
}

const OUTPUT_MASK = 0xff;

/** The 74HC595 of motor shields: eight outputs that three pins of the board set, bit by bit. */
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

  /** Whether an output is high; outputs are off unless the enable pin is low. */
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
/** Reads as 0 after the restart. */
const RESTART_BIT = 0x80;
const ALWAYS_BIT = 0x10;
const PERIOD_COUNTS = 4096;
/** Frequency of its own clock. */
const OSCILLATOR_FREQUENCY: Hertz = 25e6;
/** The chip treats smaller values as this. */
const MIN_PRESCALE = 3;
/** 200 periods a second. */
const PRESCALE_AT_POWER_ON = 0x1e;

/** The address of all devices; the reset byte resets those that support it. */
const GENERAL_CALL = 0x00;
const SOFTWARE_RESET = 0x06;

/**
 * The PCA9685 of motor shields: sixteen PWM outputs that only messages on I²C set and stop.
 *
 * A channel has four registers: the counts of 4096 at which it goes high and low; the fifth bit of each upper byte
 * means always. Source: NXP's data sheet, revision 4.
 */
export class Pca9685 implements I2cDevice {
  /** Emits when an output may have changed. */
  readonly changes$ = new Subject<void>();
  #registers = atPowerOn();
  #pointer = 0;
  /** Whether the next byte written is a register's number. */
  #addressing = false;

  attachTo(bus: I2cBus, address: number): void {
    bus.attach(address, this);
    bus.attach(GENERAL_CALL, {
      begin() {},
      write: (byte) => this.#receiveGeneralCall(byte),
      read: () => 0xff,
    });
  }

  /** An output's share of high time; always off overrides always on; 0 while asleep, without a clock. */
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

  /** Returns the present register; with auto-increment it advances to the next. */
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
    // Outputs change together at the end of a message, here at the last register of a channel.
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
