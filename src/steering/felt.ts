/** What a robot's reflectance, light and beacon sensors tell now, with the place of each; old news does not count. */
import type { Seconds } from '../math/units.js';
import type { Mount } from '../robot/mount.js';
import type { BearingReading, LevelReading, Mark, Placed } from '../signals/signals.js';
import type { Percept } from './behavior.js';

/** An older reading is not trusted: boards repeat what their sensors say 20 times a second, and simulated ones 10 times or more. */
const MOST_AGE: Seconds = 0.5;
/** At a slow rate the last readings of so many ticks still count. */
const MOST_TICKS = 3;

export interface Felt<R extends LevelReading | BearingReading> {
  readonly news: readonly { readonly id: string; readonly mount: Mount; readonly reading: Placed<R> }[];
  /** Ids of the sensors without a reading that counts. */
  readonly silent: readonly string[];
}

/** The readings of all sensors of a kind. */
export function felt<R extends LevelReading | BearingReading>(
  { at, dt, mounts }: Percept,
  senses: Mount['senses'],
  readings: Readonly<Record<string, Placed<R>>>,
): Felt<R> {
  const ids = Object.keys(mounts).filter((id) => mounts[id]?.senses === senses);
  const oldest = at - Math.max(MOST_AGE, MOST_TICKS * dt);
  const news = ids.flatMap((id) => {
    const mount = mounts[id];
    const reading: Placed<R> | undefined = readings[id];
    return mount && reading && reading.at >= oldest ? [{ id, mount, reading }] : [];
  });
  return { news, silent: ids.filter((id) => !news.some((known) => known.id === id)) };
}

/** Says at the robot which of its sensors it waits for. */
export const waitingMarks = ({ pose }: Percept, silent: readonly string[]): Mark[] => [
  { kind: 'point', at: pose, label: `no news of ${silent.join(', ')}` },
];
