/** Readings of a program's own sensors: dated, and only of what the robot's file has. */
import { typesThatTell } from '../kit/sensors/index.js';
import type { Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import { describedKind, shapeTrouble } from '../safety/readingChecks.js';
import type { Reading } from '../signals/signals.js';
import { didYouMean, oneOf } from '../validation/errors.js';
import { inDetail } from '../validation/options.js';
import { fieldOf } from '../validation/values.js';

type Undated<R> = R extends Reading ? Omit<R, 'at'> & Partial<Pick<R, 'at'>> : never;

/** A reading from a program; by default of the present, by the robot's clock. */
export type ReadingNews = Undated<Reading>;

export const datedReading = (news: ReadingNews, now: Seconds): Reading => ({ at: now, ...news });

/**
 * Why a reading would not count; undefined where it does. Unknown is never free: a distance of no sensor of the robot would be
 * left out without a word, and the robot would drive into what it tells of.
 */
export function readingMistake(robot: RobotDefinition, news: unknown): string | undefined {
  const shape = shapeTrouble(news);
  if (shape !== undefined) return `gives ${shape}: ${inDetail(news)}`;
  const reading = news as Reading;
  const what = describedKind(reading);
  if (reading.kind === 'encoders') return robot.encoders ? undefined : hasNone(what, 'encoders');
  if (reading.kind === 'battery') return robot.battery ? undefined : hasNone(what, 'battery');
  const id = fieldOf(reading, 'sensor');
  if (typeof id !== 'string') return undefined;
  const { sensors = [] } = robot;
  const sensor = sensors.find((one) => one.id === id);
  const types = typesThatTell(reading.kind);
  if (sensor) {
    if (types.includes(sensor.type)) return undefined;
    return `gives ${what} of '${id}', which is a ${sensor.type}; ${what} is told by ${oneOf(types)}`;
  }
  const ids = sensors.map((one) => one.id);
  const known = ids.length > 0 ? `it has ${ids.join(', ')}` : 'it has none';
  const cure =
    didYouMean(id, ids) || `add it to its file, with its place: { id: ${id}, type: ${types[0]}, at: […] }`;
  return `gives ${what} of '${id}', and the robot has no such sensor; ${known}; ${cure}`;
}

const hasNone = (what: string, key: string): string =>
  `gives ${what}, and the robot's file has no \`${key}\`; add it there`;
