/** The beams of a robot's range sensors: directions, range and rate, shared by simulation and reading. */
import { type SensorDefinition, typeOf } from '../kit/sensors/index.js';
import type { Radians } from '../math/units.js';
import type { Beam, Ranger } from '../robot/ranger.js';

/** Undefined if it measures no distance. A bumper measures whether it is zero. */
export const beamOf = (sensor: SensorDefinition): Beam | undefined => typeOf(sensor).beam?.(sensor);

/** From the first ray to the last. */
export const fieldOfView = ({ rays }: Pick<Beam, 'rays'>): Radians => (rays.at(-1) ?? 0) - (rays[0] ?? 0);

/** The range sensors by their ids. */
export function rangersOf(sensors: readonly SensorDefinition[]): Readonly<Record<string, Ranger>> {
  const found: Record<string, Ranger> = {};
  for (const sensor of sensors) {
    const beam = beamOf(sensor);
    const [x, y] = sensor.at;
    if (beam) found[sensor.id] = { at: { x, y }, facing: sensor.facing, beam };
  }
  return found;
}
