/** Whether a program gave a robot's definition. */
import { type Check, described } from '../validation/options.js';
import { fieldOf, isRecord } from '../validation/values.js';
import type { RobotDefinition } from './robot.js';

/** What only a checked definition has, all of it. */
const PARTS = [
  'chassis',
  'wheels',
  'motors',
  'limits',
  'control',
] as const satisfies (keyof RobotDefinition)[];

export const aDefinition: Check = (value) => {
  if (PARTS.every((part) => isRecord(fieldOf(value, part))) && Array.isArray(fieldOf(value, 'sensors')))
    return undefined;
  const found = isRecord(value) ? 'no whole definition' : described(value);
  return `is ${found}; a definition is wanted: loadRobot('scout')`;
};
