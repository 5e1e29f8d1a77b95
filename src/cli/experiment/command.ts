/** The command that runs one seed of a study's variant again, alone and with a picture. */

import type { LimitOptions } from '../../config/robot/limitOptions.js';
import { type StudyWork, type Variant, valueText } from '../../study/variant.js';

const LIMIT_OPTIONS = {
  timeLimit: '--time-limit',
  distanceLimit: '--distance-limit',
  fence: '--fence',
} as const;
const LIMIT_KEYS = Object.keys(LIMIT_OPTIONS) as (keyof LimitOptions)[];

export const commandOf =
  ({ robot, limits = {}, behaviors }: StudyWork) =>
  ({ scenario, mission, settings }: Variant, seed: number): string =>
    [
      `npx steerbot sim ${shellQuoted(scenario)} --seed ${seed}`,
      ...option('--missions', mission),
      ...settings.map(({ key, value }) => `--set ${shellQuoted(`${key}=${valueText(value)}`)}`),
      ...option('--robot', robot),
      ...LIMIT_KEYS.flatMap((key) => option(LIMIT_OPTIONS[key], limits[key])),
      ...option('--behaviors', behaviors),
      `--plot seed-${seed}.svg`,
    ].join(' ');

const option = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${name} ${shellQuoted(value)}`];

/** The word as one argument of a shell. */
function shellQuoted(word: string): string {
  if (/^[\w./\\:@%+=-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
