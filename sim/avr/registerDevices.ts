/** Sensors on the I²C bus, as the registers that the firmware reads. */

import type { Radians } from '../../src/math/units.js';
import { lsm6ds3Bytes } from '../../src/sensors/lsm6ds3.js';
import {
  bytesFromTurnRate,
  eulerFromHeading,
  fieldsFromHeading,
} from '../../src/sensors/orientationSensors.js';
import { qmc5883lBytes } from '../../src/sensors/qmc5883l.js';
import { qmi8658Bytes } from '../../src/sensors/qmi8658.js';
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
    if (this.#addressed) this.written(this.#step(), byte);
    else this.#next = byte;
    this.#addressed = true;
    return true;
  }

  read(): number {
    return this.held(this.#step());
  }

  #step(): number {
    const register = this.#next & 0xff;
    if (this.increments()) this.#next++;
    return register;
  }

  /** Whether a longer transfer goes on to the next register. */
  protected increments(): boolean {
    return true;
  }

  /** What a register holds. */
  protected held(register: number): number {
    return this.registers[register] ?? 0;
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

const QMI8658_WHO_AM_I = 0x00;
const QMI8658_CTRL1 = 0x02;
const QMI8658_CTRL3 = 0x04;
const QMI8658_CTRL7 = 0x08;
const GYR_Z_L = 0x3f;
const INCREMENT_BIT = 0x40;
const BIG_ENDIAN_BIT = 0x20;
const GYRO_ON_BIT = 0x02;

/**
 * The registers of a QMI8658: its gyroscope is off until CTRL7 turns it on, it goes on to the next register only if CTRL1
 * says so, and at power-on the high byte of a number comes first (CTRL1 is 0x20 then: jhansche/esphome-qmi8658@e6d738f,
 * components/qmi8658/qmi8658_reg.h).
 */
export class Qmi8658 extends RegisterDevice {
  constructor() {
    super({ [QMI8658_WHO_AM_I]: 0x05, [QMI8658_CTRL1]: BIG_ENDIAN_BIT });
  }

  override measure(truth: Reading): void {
    if (truth.kind !== 'turnRate' || !(this.held(QMI8658_CTRL7) & GYRO_ON_BIT)) return;
    const bytes = qmi8658Bytes(truth.turnRate, this.held(QMI8658_CTRL3));
    this.show(GYR_Z_L, this.held(QMI8658_CTRL1) & BIG_ENDIAN_BIT ? bytes.toReversed() : bytes);
  }

  protected override increments(): boolean {
    return (this.held(QMI8658_CTRL1) & INCREMENT_BIT) !== 0;
  }
}

const LSM6DS3_WHO_AM_I = 0x0f;
const CTRL2_G = 0x11;
const CTRL3_C = 0x12;
const OUTZ_L_G = 0x26;
const RATE_BITS = 0xf0;
const IF_INC_BIT = 0x04;

/** The registers of an LSM6DS3 or one of its successors: its gyroscope is off until CTRL2_G gives it a rate. */
export class Lsm6ds3 extends RegisterDevice {
  /** @param identity 0x69 of the LSM6DS3, 0x6A of the LSM6DS3TR-C, 0x6C of the LSM6DSO */
  constructor(identity = 0x69) {
    super({ [LSM6DS3_WHO_AM_I]: identity, [CTRL3_C]: IF_INC_BIT });
  }

  override measure(truth: Reading): void {
    const config = this.held(CTRL2_G);
    if (truth.kind === 'turnRate' && config & RATE_BITS)
      this.show(OUTZ_L_G, lsm6ds3Bytes(truth.turnRate, config));
  }

  protected override increments(): boolean {
    return (this.held(CTRL3_C) & IF_INC_BIT) !== 0;
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

const QMC5883L_DATA = 0x00;
const QMC5883L_CONTROL_1 = 0x09;
const QMC5883L_CONTROL_2 = 0x0a;
const QMC5883L_CHIP_ID = 0x0d;
const QMC5883L_MODE_BITS = 0x03;
const QMC5883L_CONTINUOUS_MODE = 0x01;
const SOFT_RESET_BIT = 0x80;

/** The registers of a QMC5883L: on standby at power-on; it measures in its continuous mode. */
export class Qmc5883l extends RegisterDevice {
  constructor() {
    super({ [QMC5883L_CHIP_ID]: 0xff });
  }

  override measure(truth: Reading): void {
    const mode = this.held(QMC5883L_CONTROL_1) & QMC5883L_MODE_BITS;
    if (truth.kind === 'heading' && mode === QMC5883L_CONTINUOUS_MODE)
      this.show(QMC5883L_DATA, qmc5883lBytes(truth.heading));
  }

  protected override written(register: number, value: number): void {
    super.written(register, value);
    if (register !== QMC5883L_CONTROL_2 || !(value & SOFT_RESET_BIT)) return;
    for (const each of [QMC5883L_CONTROL_1, QMC5883L_CONTROL_2]) this.show(each, [0]);
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
