/** The sensors on a board's I²C bus by type, and the chips that may sit there instead. */
import { busSensorOf, busSensorTypes } from '../robot/busSensors.js';
import type { SensorDefinition } from '../robot/robot.js';
import type { BusChip, BusInput } from '../signals/boardInput.js';
import { lsm6ds3 } from './lsm6ds3.js';
import { bno055, hmc5883l, mpu6050 } from './orientationSensors.js';
import { qmc5883l } from './qmc5883l.js';
import { qmi8658 } from './qmi8658.js';

/** How a chip is wired and corrected. */
interface BusChoices {
  readonly id: string;
  readonly address?: number;
  readonly invert?: boolean;
  readonly scale?: number;
}

const BUS_DEVICES: Readonly<Record<string, (sensor: BusChoices) => BusInput>> = {
  mpu6050,
  qmi8658,
  lsm6ds3,
  hmc5883l,
  qmc5883l,
  bno055,
};

/** Undefined for a sensor that is not on the bus. */
export function busInputOf(sensor: SensorDefinition): BusInput | undefined {
  const { id, type } = sensor;
  const device = Object.hasOwn(BUS_DEVICES, type) ? BUS_DEVICES[type] : undefined;
  return device && { ...device(sensor), sensor: { id, type, title: busSensorOf(type)?.title ?? type } };
}

/** The same inputs; each device on the bus knows the chips that measure the same, where no other sensor is expected. */
export function withMistakes<I extends { readonly kind: string }>(inputs: readonly (I | BusInput)[]) {
  const devices = inputs.filter((input): input is BusInput => input.kind === 'bus');
  return inputs.map((input) => {
    if (!devices.includes(input as BusInput)) return input;
    const device = input as BusInput;
    const taken = devices.filter((other) => other !== device).map(({ address }) => address);
    const mistakenFor = mistakes(device).filter(({ address }) => !taken.includes(address));
    return { ...device, mistakenFor };
  });
}

/** The chips of its own kind first: its other address is the likelier mistake. */
function mistakes({ sensor, address: own }: BusInput): BusChip[] {
  if (!sensor) return [];
  const others = busSensorTypes(busSensorOf(sensor.type)?.measures).filter((type) => type !== sensor.type);
  return [sensor.type, ...others]
    .flatMap((type) => chipsOf(type))
    .filter(({ type, address }) => type !== sensor.type || address !== own);
}

/** A chip of this type at each of its addresses. */
function chipsOf(type: string): BusChip[] {
  const { title = type, addresses = [] } = busSensorOf(type) ?? {};
  const device = BUS_DEVICES[type];
  if (!device) return [];
  const { identity } = device({ id: type });
  return addresses.map((address) => ({ type, title, address, identity }));
}
