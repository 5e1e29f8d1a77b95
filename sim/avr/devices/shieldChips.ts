/** The chips that some motor shields have between the board and their bridges; each once, whichever motors it drives. */
import { Subject } from 'rxjs';
import type { Pin } from '../../../src/robot/robot.js';
import type { I2cMotors, RegisterMotors, Shield } from '../../../src/robot/shields.js';
import type { AvrBoard } from '../board.js';
import type { Bridge } from '../bridge.js';
import { pinNumber } from '../pins.js';
import { Pca9685 } from './pca9685.js';
import { ShiftRegister } from './shiftRegister.js';

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
