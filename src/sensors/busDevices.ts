/** The sensors on a board's I²C bus, and the chips that may sit there instead. */
import { type SensorDefinition, sensorTypeOf, typeOf, typesThatTell } from '../kit/sensors/index.js';
import type { BusChip, BusInput } from '../signals/boardInput.js';

/** Undefined for a sensor that is not on the bus. */
export function busInputOf(sensor: SensorDefinition): BusInput | undefined {
  const { id, type } = sensor;
  const { input, title } = typeOf(sensor);
  const device = input?.(sensor);
  return device?.kind === 'bus' ? { ...device, sensor: { id, type, title } } : undefined;
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
  const { tells } = sensorTypeOf(sensor.type) ?? {};
  const others = tells ? typesThatTell(tells).filter((type) => type !== sensor.type) : [];
  return [sensor.type, ...others]
    .flatMap((type) => chipsOf(type))
    .filter(({ type, address }) => type !== sensor.type || address !== own);
}

/** A chip of this type at each of its addresses. */
function chipsOf(type: string): BusChip[] {
  const { title = type, addresses = [], schema, input } = sensorTypeOf(type) ?? {};
  const device = schema && input?.({ ...schema.parse({ type }), id: type, facing: 0 } as SensorDefinition);
  if (device?.kind !== 'bus') return [];
  return addresses.map((address) => ({ type, title, address, identity: device.identity }));
}
