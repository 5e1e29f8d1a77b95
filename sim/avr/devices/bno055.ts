/** A BNO055 of registers: its heading is that of the mode IMU, from zero where it was set to it. */

import type { Radians } from '../../../src/math/units.js';
import { eulerFromHeading } from '../../../src/sensors/bno055.js';
import type { Reading } from '../../../src/signals/signals.js';
import { RegisterDevice } from './registerDevice.js';

const CHIP_ID = 0x00;
const EUL_HEADING_LSB = 0x1a;
const OPR_MODE = 0x3d;
const CONFIG_MODE = 0x00;
const IMU_MODE = 0x08;

export class Bno055 extends RegisterDevice {
  #zero: Radians | undefined;

  constructor() {
    super({ [CHIP_ID]: 0xa0 });
  }

  override follow(truth: Reading): void {
    if (truth.kind !== 'heading' || this.registers[OPR_MODE] !== IMU_MODE) return;
    this.#zero ??= truth.heading;
    this.show(EUL_HEADING_LSB, eulerFromHeading(truth.heading - this.#zero));
  }

  /** But for its mode, nothing of it is changed while it works. */
  protected override written(register: number, value: number): void {
    if (register !== OPR_MODE && this.registers[OPR_MODE] !== CONFIG_MODE) return;
    if (register === OPR_MODE && value === CONFIG_MODE) this.#zero = undefined;
    super.written(register, value);
  }
}
