/** An HMC5883L of registers: it measures once it is told to go on and on. */
import { fieldsFromHeading } from '../../../src/sensors/hmc5883l.js';
import type { Reading } from '../../../src/signals/signals.js';
import { RegisterDevice } from './registerDevice.js';

const MODE = 0x02;
const DATA_X_MSB = 0x03;
const IDENTITY_A = 0x0a;
const [H, FOUR, THREE] = [0x48, 0x34, 0x33];
const CONTINUOUS = 0x00;
const SINGLE = 0x01;

export class Hmc5883l extends RegisterDevice {
  constructor() {
    super({ 0: 0x10, 1: 0x20, [MODE]: SINGLE, [IDENTITY_A]: H, 11: FOUR, 12: THREE });
  }

  override follow(truth: Reading): void {
    const measures = truth.kind === 'heading' && this.registers[MODE] === CONTINUOUS;
    if (measures) this.show(DATA_X_MSB, fieldsFromHeading(truth.heading));
  }
}
