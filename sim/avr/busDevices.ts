/** The emulated devices on a board's I²C bus, for the sensors of a robot's file. */
import type { Gyroscope, SensorDefinition } from '../../src/robot/robot.js';
import { busInputOf } from '../../src/sensors/busDevices.js';
import type { Reading } from '../../src/signals/signals.js';
import type { AvrBoard } from './board.js';
import {
  Bno055,
  Hmc5883l,
  Lsm6ds3,
  Mpu6050,
  Qmc5883l,
  Qmi8658,
  type RegisterDevice,
} from './registerDevices.js';

const REGISTER_DEVICES: Readonly<Record<string, new () => RegisterDevice>> = {
  mpu6050: Mpu6050,
  qmi8658: Qmi8658,
  lsm6ds3: Lsm6ds3,
  hmc5883l: Hmc5883l,
  qmc5883l: Qmc5883l,
  bno055: Bno055,
};

/** Puts the sensor's chip on the bus, unless it is there already. @returns what applies a reading to it; undefined for a sensor that is not on the bus */
export function attachBusDevice(
  board: AvrBoard,
  sensor: SensorDefinition,
): ((truth: Reading) => void) | undefined {
  const input = busInputOf(sensor);
  const Device = REGISTER_DEVICES[sensor.type];
  if (!input || !Device) return undefined;
  const present = board.i2c.deviceAt(input.address);
  const device = present instanceof Device ? present : new Device();
  board.i2c.attach(input.address, device);
  return (truth) => device.measure(beforeDriver(truth, sensor));
}

/** By which the driver turns and scales what a chip tells. */
type Corrected = Pick<Gyroscope, 'id' | 'invert' | 'scale'>;

/** What the chip tells, before the driver turns it round and scales it as the robot's file says. */
function beforeDriver(truth: Reading, { invert = false, scale = 1 }: Corrected): Reading {
  const sign = invert ? -1 : 1;
  if (truth.kind === 'turnRate') return { ...truth, turnRate: (sign * truth.turnRate) / scale };
  return truth.kind === 'heading' ? { ...truth, heading: sign * truth.heading } : truth;
}
