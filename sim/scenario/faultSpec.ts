/** The faults that a scenario may inject into its robots, and when. */

import { type SensorDefinition, typeOf } from '../../src/kit/sensors/index.js';
import type { Seconds } from '../../src/math/units.js';
import { boardPinsOf } from '../../src/robot/braking.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Side } from '../../src/signals/signals.js';
import { UsageError } from '../../src/validation/errors.js';

/** The part of a robot that a kind of fault affects; every robot has `body` and `loop`. */
export type StruckPart = 'encoders' | 'range' | 'gyro' | 'battery' | 'driver' | 'link' | 'body' | 'loop';

/** Every kind of fault, with the part that it affects. */
export const STRUCK_PART = {
  encoderStuck: 'encoders',
  encoderSilent: 'encoders',
  encoderReversed: 'encoders',
  encoderJump: 'encoders',
  encodersSwapped: 'encoders',
  motorDead: 'body',
  motorReversed: 'body',
  motorStuckOn: 'body',
  motorHolds: 'body',
  motorsSwapped: 'body',
  motorDriverFault: 'driver',
  wheelsBlocked: 'body',
  wheelSlip: 'body',
  rangeStuck: 'range',
  rangeBlind: 'range',
  rangeSilent: 'range',
  gyroStuck: 'gyro',
  gyroSilent: 'gyro',
  gyroOff: 'gyro',
  gyroReversed: 'gyro',
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

/** One entry of `faults:`, in SI units. */
export interface FaultSpec {
  readonly fault: InjectedKind;
  /** Default: every robot. */
  readonly robot?: string;
  /** Either `at` or `every` is given. */
  readonly at?: Seconds;
  /** Mean time between two onsets; the onsets are drawn from the seed. */
  readonly every?: Seconds;
  /** How long it lasts; default to the end, or 2 s with `every`. */
  readonly for?: Seconds;
  /** Default: both sides. */
  readonly side?: Side;
  /** Id of a sensor; default all sensors of the kind. */
  readonly sensor?: string;
  /** Id of a target; default all. */
  readonly target?: string;
  /** Counts, metres, seconds or rad/s, depending on the kind. */
  readonly by?: number;
  readonly share?: number;
  /** V */
  readonly level?: number;
}

/** The sides whose motor's chip can report a fault. */
export const sidesWithDiag = ({ motors }: Pick<RobotDefinition, 'motors'>): Side[] =>
  (['left', 'right'] as const).filter((side) => boardPinsOf(motors[side]).enableDiag !== undefined);

/** Whether a part stands for this sensor. */
export function isStruckSensor(part: StruckPart, sensor: SensorDefinition): boolean {
  const { tells, model } = typeOf(sensor);
  if (part === 'range') return tells === 'range' && model(sensor).kind !== 'touch';
  return part === 'gyro' && (tells === 'turnRate' || tells === 'heading');
}

/** The ids of a robot's sensors that a kind of fault may affect. */
export const struckSensors = (fault: InjectedKind, { sensors }: RobotDefinition): string[] =>
  sensors.filter((sensor) => isStruckSensor(STRUCK_PART[fault], sensor)).map(({ id }) => id);

/**
 * Only an emulated Arduino has a serial link.
 *
 * @throws UsageError where a scenario disturbs one, and its bodies are simulated; with the remedy
 */
export function refuseLinkFaults(
  { name, faults = [] }: { readonly name: string; readonly faults?: readonly FaultSpec[] },
  remedy: string,
): void {
  const found = faults.find(({ fault }) => STRUCK_PART[fault] === 'link');
  if (!found) return;
  throw new UsageError(
    `scenario '${name}' injects ${found.fault}, and a simulated body has no serial link; ${remedy}`,
  );
}

/** Whether a robot has the part that an entry affects. */
export function hasStruckPart({ fault, sensor, side }: FaultSpec, robot: RobotDefinition): boolean {
  switch (STRUCK_PART[fault]) {
    case 'encoders':
      return robot.encoders !== undefined;
    case 'driver':
      return sidesWithDiag(robot).some((each) => (side ?? each) === each);
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
