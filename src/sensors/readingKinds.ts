/** Which kind of reading each type of sensor sends: what comes under its name as another kind is not its word. */
import { busSensorOf } from '../robot/busSensors.js';
import type { SensorDefinition } from '../robot/robot.js';
import type { Reading } from '../signals/signals.js';
import { beamOf } from './beam.js';
import { mountsOf } from './mounts.js';

/** By the sensors' ids. */
export function readingKindsOf(
  sensors: readonly SensorDefinition[],
): Readonly<Record<string, Reading['kind']>> {
  const mounts = mountsOf(sensors);
  const found: Record<string, Reading['kind']> = {};
  for (const sensor of sensors) {
    const { id, type } = sensor;
    const bus = busSensorOf(type);
    if (beamOf(sensor)) found[id] = 'range';
    else if (bus) found[id] = bus.measures;
    else if (Object.hasOwn(mounts, id)) found[id] = mounts[id]?.senses === 'beacon' ? 'bearing' : 'level';
  }
  return found;
}
