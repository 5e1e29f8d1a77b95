/** Where the sensors of brightness and of beacons sit on a robot. */
import { deg, type Radians } from '../math/units.js';
import type { Mount } from '../robot/mount.js';
import type { SensorDefinition } from '../robot/robot.js';

/** Half of the quarter turn that one output of a Pololu IR Beacon Transceiver stands for. */
export const POLOLU_HALF_SECTOR: Radians = deg(45);

const KINDS: Partial<Record<SensorDefinition['type'], Pick<Mount, 'senses' | 'halfSector'>>> = {
  reflectance: { senses: 'reflectance' },
  'qtr-rc': { senses: 'reflectance' },
  light: { senses: 'light' },
  beacon: { senses: 'beacon' },
  'pololu-beacon': { senses: 'beacon', halfSector: POLOLU_HALF_SECTOR },
};

export function mountsOf(sensors: readonly SensorDefinition[]): Readonly<Record<string, Mount>> {
  const found: Record<string, Mount> = {};
  for (const { id, type, at, facing } of sensors) {
    const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
    if (kind) found[id] = { ...kind, at: { x: at[0], y: at[1] }, facing };
  }
  return found;
}
