/** What is measured of a robot, and how, by what it was asked for and what the robot has. */
import { typesThatTell } from '../../kit/sensors/index.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { isGyroscope } from '../../sensors/sensorFacts.js';
import { oneOf, UsageError } from '../../validation/errors.js';
import { type CalibratedPart, type CalibrateOptions, type Method, PARTS } from './options.js';

export interface Plan {
  readonly parts: Readonly<Record<CalibratedPart, boolean>>;
  readonly method: Method;
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
