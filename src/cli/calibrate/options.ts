/** What `calibrate` is asked to measure, and with what. */
import { InvalidArgumentError } from 'commander';
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

/** @throws InvalidArgumentError for a word that is no part */
export function parseParts(text: string): readonly CalibratedPart[] {
  const words = text.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !PARTS.some((part) => part === word));
  if (wrong !== undefined) throw new InvalidArgumentError(`'${wrong}' is none of ${PARTS.join(', ')}.`);
  return PARTS.filter((part) => words.includes(part));
}
