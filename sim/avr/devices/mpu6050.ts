/** An MPU-6050 of registers: asleep until it is woken, its gyroscope at the range that it is set to. */
import { bytesFromTurnRate } from '../../../src/sensors/mpu6050.js';
import type { Reading } from '../../../src/signals/signals.js';
import { RegisterDevice } from './registerDevice.js';

const WHO_AM_I = 0x75;
const GYRO_CONFIG = 0x1b;
const GYRO_ZOUT_H = 0x47;
const PWR_MGMT_1 = 0x6b;
const SLEEP = 0x40;

export class Mpu6050 extends RegisterDevice {
  constructor() {
    super({ [WHO_AM_I]: 0x68, [PWR_MGMT_1]: SLEEP });
  }

  override follow(truth: Reading): void {
    if (truth.kind !== 'turnRate') return;
    const isAsleep = (this.registers[PWR_MGMT_1] ?? 0) & SLEEP;
    const config = this.registers[GYRO_CONFIG] ?? 0;
    this.show(GYRO_ZOUT_H, isAsleep ? [0, 0] : bytesFromTurnRate(truth.turnRate, config));
  }
}
