/** The emulated chips on a board's I²C bus, for the sensors of a robot's file. */
import { type SensorDefinition, typeOf } from '../../src/kit/sensors/index.js';
import { busInputOf } from '../../src/sensors/busDevices.js';
import type { Reading } from '../../src/signals/signals.js';
import type { AvrBoard } from './board.js';

/** Puts the sensor's chip on the bus, unless it is there already. @returns what applies a reading to it; undefined for a sensor that is not on the bus */
export function attachBusDevice(
  board: AvrBoard,
  sensor: SensorDefinition,
): ((truth: Reading) => void) | undefined {
  const input = busInputOf(sensor);
  const own = typeOf(sensor).chip?.();
  if (!input || !own) return undefined;
  const present = board.i2c.deviceAt(input.address);
  const chip = present instanceof own.constructor ? (present as typeof own) : own;
  board.i2c.attach(input.address, chip);
  return (truth) => chip.measure(beforeDriver(truth, sensor));
}

/** What the chip tells, before the driver turns it round and scales it as the robot's file says. */
function beforeDriver(truth: Reading, sensor: SensorDefinition): Reading {
  const sign = 'invert' in sensor && sensor.invert ? -1 : 1;
  const scale = 'scale' in sensor ? (sensor.scale ?? 1) : 1;
  if (truth.kind === 'turnRate') return { ...truth, turnRate: (sign * truth.turnRate) / scale };
  return truth.kind === 'heading' ? { ...truth, heading: sign * truth.heading } : truth;
}
