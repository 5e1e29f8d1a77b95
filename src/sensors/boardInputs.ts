/** All that a robot's board reads, from its file: which pins and devices, and what they mean. */

import type { Pin, RobotDefinition, SensorDefinition } from '../robot/robot.js';
import type { BoardInput } from '../signals/boardInput.js';
import { batteryInput } from './battery.js';
import { bno055 } from './bno055.js';
import { type BrightnessType, isBrightness, levelFromVolts } from './brightness.js';
import { distanceFromSwitch } from './bumper.js';
import { hmc5883l } from './hmc5883l.js';
import { MAXSONAR } from './maxSonar.js';
import { mpu6050 } from './mpu6050.js';
import { type RangeCurve, rangeReadingFrom } from './rangeCurve.js';
import { GP2Y0A21, GP2Y0A41 } from './sharpInfrared.js';

const CURVES: Readonly<Record<string, RangeCurve>> = {
  gp2y0a21: GP2Y0A21,
  gp2y0a41: GP2Y0A41,
  maxsonar: MAXSONAR,
};

/** The curve of a range sensor that answers with a voltage; undefined of any other. */
export const curveOf = (type: string): RangeCurve | undefined =>
  Object.hasOwn(CURVES, type) ? CURVES[type] : undefined;

const BUS_DEVICES: Readonly<Record<string, (sensor: SensorDefinition) => BoardInput>> = {
  mpu6050,
  hmc5883l,
  bno055,
};

export function boardInputs({ sensors, battery }: RobotDefinition): readonly BoardInput[] {
  const inputs = sensors.flatMap((sensor) => inputOf(sensor) ?? []);
  return battery ? [...inputs, batteryInput(battery)] : inputs;
}

/** undefined where the board has nothing to read: a generic sensor, or one without its pin. */
export function inputOf(sensor: SensorDefinition): BoardInput | undefined {
  const { type, pin } = sensor;
  const device = Object.hasOwn(BUS_DEVICES, type) ? BUS_DEVICES[type] : undefined;
  if (device) return device(sensor);
  if (pin === undefined) return undefined;
  if (isBrightness(type)) return brightnessInput(sensor, type, pin);
  return type === 'bumper' ? bumperInput(sensor, pin) : rangeInput(sensor, pin);
}

function rangeInput({ id, type, range }: SensorDefinition, pin: Pin) {
  const curve = curveOf(type);
  if (!curve) return undefined;
  const read = (volts: number) =>
    ({ kind: 'range', sensor: id, ...rangeReadingFrom(curve, volts, range) }) as const;
  return { kind: 'analog', pin, read } as const;
}

function bumperInput({ id, invert }: SensorDefinition, pin: Pin): BoardInput {
  const read = (high: boolean) =>
    ({ kind: 'range', sensor: id, distances: [distanceFromSwitch(high, invert)] }) as const;
  return { kind: 'digital', pin, pullUp: true, read };
}

/** At a pin that reads no voltage it is all or nothing: a module with a comparator. */
function brightnessInput({ id, invert }: SensorDefinition, type: BrightnessType, pin: Pin): BoardInput {
  const read = (volts: number) =>
    ({ kind: 'level', sensor: id, level: levelFromVolts(type, volts, invert) }) as const;
  if (isAnalog(pin)) return { kind: 'analog', pin, read };
  return { kind: 'digital', pin, pullUp: false, read: (high) => read(high ? SUPPLY : 0) };
}

const SUPPLY = 5;
export const isAnalog = (pin: Pin): boolean => /^A\d+$/.test(String(pin));
