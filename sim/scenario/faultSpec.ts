/** What a scenario may strike its robots with, and when. */

import type { Seconds } from '../../src/math/units.js';
import type { RobotDefinition, SensorDefinition } from '../../src/robot/robot.js';
import { beamOf } from '../../src/sensors/beam.js';

/** The part of a robot that a kind of fault strikes; `body` and `loop` are parts that every robot has. */
export type StruckPart = 'encoders' | 'range' | 'gyro' | 'battery' | 'link' | 'body' | 'loop';

/** Every kind, with the part that it strikes. */
export const STRUCK_PART = {
  encoderStuck: 'encoders',
  encoderSilent: 'encoders',
  encoderReversed: 'encoders',
  encoderJump: 'encoders',
  encodersSwapped: 'encoders',
  motorDead: 'body',
  motorReversed: 'body',
  motorStuckOn: 'body',
  motorsSwapped: 'body',
  wheelsBlocked: 'body',
  wheelSlip: 'body',
  rangeStuck: 'range',
  rangeBlind: 'range',
  rangeSilent: 'range',
  gyroStuck: 'gyro',
  gyroSilent: 'gyro',
  batteryLow: 'battery',
  linkDrop: 'link',
  linkDelay: 'link',
  linkStall: 'link',
  targetLost: 'loop',
  targetJump: 'loop',
  clockJump: 'loop',
  behaviorThrows: 'loop',
} as const satisfies Readonly<Record<string, StruckPart>>;

export type InjectedKind = keyof typeof STRUCK_PART;

export type Side = 'left' | 'right';

/** One entry of `faults:`, in SI. */
export interface FaultSpec {
  readonly fault: InjectedKind;
  /** Every robot unless given. */
  readonly robot?: string;
  /** Either this, or `every`. */
  readonly at?: Seconds;
  /** The mean time between two of them, drawn from the seed. */
  readonly every?: Seconds;
  /** How long it lasts; to the end unless given, and 2 s with `every`. */
  readonly for?: Seconds;
  /** Both unless given. */
  readonly side?: Side;
  /** By its id; all of the kind unless given. */
  readonly sensor?: string;
  /** By its id; all unless given. */
  readonly target?: string;
  /** Counts, metres or seconds, as the kind has it. */
  readonly by?: number;
  readonly share?: number;
  /** V */
  readonly level?: number;
}

/** What stands for one of several: of which sensors the kind speaks. */
export function isStruckSensor(part: StruckPart, sensor: SensorDefinition): boolean {
  if (part === 'range') return sensor.type !== 'bumper' && beamOf(sensor) !== undefined;
  return part === 'gyro' && TURN_SENSORS.includes(sensor.type);
}

/** Those that tell how a robot turns, or how it is turned. */
const TURN_SENSORS: readonly string[] = ['mpu6050', 'hmc5883l', 'bno055'];

/** The ids of a robot's sensors that a kind may strike. */
export const struckSensors = (fault: InjectedKind, { sensors }: RobotDefinition): string[] =>
  sensors.filter((sensor) => isStruckSensor(STRUCK_PART[fault], sensor)).map(({ id }) => id);

/** A fault that only a body with a serial link can have, if there is one among them. */
export const linkFaultIn = (faults: readonly FaultSpec[] = []): InjectedKind | undefined =>
  faults.find(({ fault }) => STRUCK_PART[fault] === 'link')?.fault;

/** Whether a robot has what an entry strikes. */
export function hasStruckPart({ fault, sensor }: FaultSpec, robot: RobotDefinition): boolean {
  switch (STRUCK_PART[fault]) {
    case 'encoders':
      return robot.encoders !== undefined;
    case 'battery':
      return robot.battery !== undefined;
    case 'range':
    case 'gyro': {
      const struck = struckSensors(fault, robot);
      return sensor === undefined ? struck.length > 0 : struck.includes(sensor);
    }
    default:
      return true;
  }
}
