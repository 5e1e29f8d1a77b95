/** Sensors on the I²C bus, as the registers that the firmware reads. */

import type { Radians } from '../../src/math/units.js';
import {
  bytesFromTurnRate,
  eulerFromHeading,
  fieldsFromHeading,
} from '../../src/sensors/orientationSensors.js';
import type { Reading } from '../../src/signals/signals.js';
import type { I2cDevice } from './i2cBus.js';

/**
 * A device of registers on the I²C bus: the first byte written is an address; the next bytes go to it and the following
 * ones.
 */
export abstract class RegisterDevice implements I2cDevice {
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
    if (this.#addressed) this.written(this.#next++ & 0xff, byte);
    else this.#next = byte;
    this.#addressed = true;
    return true;
  }

  read(): number {
    return this.registers[this.#next++ & 0xff] ?? 0;
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

const WHO_AM_I = 0x75;
const GYRO_CONFIG = 0x1b;
const GYRO_ZOUT_H = 0x47;
const PWR_MGMT_1 = 0x6b;
const MPU6050_SLEEP_BIT = 0x40;

/** The registers of an MPU-6050: asleep until it is woken, with a configurable gyroscope range. */
export class Mpu6050 extends RegisterDevice {
  constructor() {
    super({ [WHO_AM_I]: 0x68, [PWR_MGMT_1]: MPU6050_SLEEP_BIT });
  }

  override measure(truth: Reading): void {
    if (truth.kind !== 'turnRate') return;
    const isAsleep = (this.registers[PWR_MGMT_1] ?? 0) & MPU6050_SLEEP_BIT;
    const config = this.registers[GYRO_CONFIG] ?? 0;
    this.show(GYRO_ZOUT_H, isAsleep ? [0, 0] : bytesFromTurnRate(truth.turnRate, config));
  }
}

const HMC5883L_MODE = 0x02;
const DATA_X_MSB = 0x03;
const IDENTITY_A = 0x0a;
const [H, FOUR, THREE] = [0x48, 0x34, 0x33];
const CONTINUOUS_MODE = 0x00;
const SINGLE_MODE = 0x01;

/** The registers of an HMC5883L: it measures in its continuous mode. */
export class Hmc5883l extends RegisterDevice {
  constructor() {
    super({ 0: 0x10, 1: 0x20, [HMC5883L_MODE]: SINGLE_MODE, [IDENTITY_A]: H, 11: FOUR, 12: THREE });
  }

  override measure(truth: Reading): void {
    const measures = truth.kind === 'heading' && this.registers[HMC5883L_MODE] === CONTINUOUS_MODE;
    if (measures) this.show(DATA_X_MSB, fieldsFromHeading(truth.heading));
  }
}

const BNO055_CHIP_ID = 0x00;
const EUL_HEADING_LSB = 0x1a;
const BNO055_MODE = 0x3d;
const CONFIG_MODE = 0x00;
const IMU_MODE = 0x08;

/** The registers of a BNO055: its heading is that of the mode IMU, with zero where the mode was set. */
export class Bno055 extends RegisterDevice {
  #zero: Radians | undefined;

  constructor() {
    super({ [BNO055_CHIP_ID]: 0xa0 });
  }

  override measure(truth: Reading): void {
    if (truth.kind !== 'heading' || this.registers[BNO055_MODE] !== IMU_MODE) return;
    this.#zero ??= truth.heading;
    this.show(EUL_HEADING_LSB, eulerFromHeading(truth.heading - this.#zero));
  }

  /** While it works only its mode can be changed. */
  protected override written(register: number, value: number): void {
    if (register !== BNO055_MODE && this.registers[BNO055_MODE] !== CONFIG_MODE) return;
    if (register === BNO055_MODE && value === CONFIG_MODE) this.#zero = undefined;
    super.written(register, value);
  }
}
