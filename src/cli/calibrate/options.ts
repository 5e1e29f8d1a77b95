/** What `calibrate` is asked to measure, and with what. */
import { InvalidArgumentError } from 'commander';
import { typesThatTell } from '../../kit/sensors/index.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { isGyroscope } from '../../sensors/sensorFacts.js';
import { oneOf, UsageError } from '../../validation/errors.js';
import type { RigOptions } from './openRig.js';

export const PARTS = ['motors', 'gyro', 'track', 'latency'] as const;
export type CalibratedPart = (typeof PARTS)[number];

/** What tells where the robot is after a maneuver on the floor. */
export const METHODS = ['tape', 'gyro', 'fixes'] as const;
export type Method = (typeof METHODS)[number];

export interface CalibrateOptions extends RigOptions {
  readonly only?: readonly CalibratedPart[];
  readonly with?: Method;
  readonly json?: boolean;
  readonly dryRun?: boolean;
}

export interface Plan {
  readonly parts: Readonly<Record<CalibratedPart, boolean>>;
  readonly method: Method;
}

/** @throws InvalidArgumentError for a word that is no part */
export function parseParts(text: string): readonly CalibratedPart[] {
  const words = text.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !PARTS.some((part) => part === word));
  if (wrong !== undefined) throw new InvalidArgumentError(`'${wrong}' is none of ${PARTS.join(', ')}.`);
  return PARTS.filter((part) => words.includes(part));
}

export const hasGyro = ({ sensors }: RobotDefinition): boolean => sensors.some(isGyroscope);

/** @throws UsageError where the robot has not what the plan needs */
export function calibrationPlanOf(
  robot: RobotDefinition,
  { only = PARTS, with: wanted }: CalibrateOptions,
): Plan {
  const gyro = hasGyro(robot);
  const needsGyro = wanted === 'gyro' || (only.length === 1 && only[0] === 'gyro');
  if (needsGyro && !gyro)
    throw new UsageError(
      `'${robot.name}' has no ${oneOf(typesThatTell('turnRate'))}; measure with the tape: --with tape`,
    );
  if (wanted === 'fixes' && !robot.encoders)
    throw new UsageError(`'${robot.name}' has no encoders; measure with the tape: --with tape`);
  const parts = {
    motors: only.includes('motors'),
    gyro: only.includes('gyro') && gyro,
    track: only.includes('track'),
    latency: only.includes('latency'),
  };
  return { parts, method: wanted ?? (gyro ? 'gyro' : 'tape') };
}
