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

/** The same, with limits by which it may be driven: a program may have changed them by hand. */
export const aDrivable: Check = (value) => aDefinition(value) ?? limitsTrouble(fieldOf(value, 'limits'));

function limitsTrouble(limits: unknown): string | undefined {
  const wrong = ['speed', 'acceleration', 'turnRate', 'force'].find((name) => {
    const limit = fieldOf(limits, name);
    return !(Number.isFinite(limit) && Number(limit) > 0);
  });
  if (wrong === undefined) return undefined;
  return `has limits.${wrong}: ${described(fieldOf(limits, wrong))}; a number above 0, in SI, is wanted`;
}
