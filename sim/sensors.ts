/** Ideal range sensors: rays from the mount point to the nearest solid thing, at the sensor's own rate. */
import { type Pose, toWorld } from '../src/geometry.js';
import type { SensorDefinition } from '../src/robot.js';
import { type Beam, beamOf } from '../src/sensors/beam.js';
import type { RangeReading } from '../src/signals.js';
import type { Meters, Seconds } from '../src/units.js';
import type { SimulatedWorld } from './simulatedWorld.js';

interface Mounted {
  readonly sensor: SensorDefinition;
  readonly beam: Beam;
  /** Readings given so far: the next is due at its number over the rate, so that no error adds up. */
  given: number;
}

export class RangeSensors {
  readonly #robotId: string;
  readonly #world: SimulatedWorld;
  readonly #mounted: Mounted[];

  constructor(robotId: string, sensors: readonly SensorDefinition[], world: SimulatedWorld) {
    this.#robotId = robotId;
    this.#world = world;
    this.#mounted = sensors.flatMap((sensor) => {
      const beam = beamOf(sensor);
      return beam ? [{ sensor, beam, given: 0 }] : [];
    });
  }

  /** The readings due now, in the order of the definition; a late one is given once, not made up for. */
  due(at: Seconds, pose: Pose): RangeReading[] {
    const readings: RangeReading[] = [];
    for (const mounted of this.#mounted) {
      const periods = Math.floor(at * mounted.beam.rate + 1e-6);
      if (periods < mounted.given) continue;
      mounted.given = periods + 1;
      readings.push(this.#read(mounted, at, pose));
    }
    return readings;
  }

  #read({ sensor, beam }: Mounted, at: Seconds, pose: Pose): RangeReading {
    const [x, y] = sensor.at;
    const from = toWorld(pose, { x, y });
    const facing = pose.heading + sensor.facing;
    const seen = beam.rays.map((ray) =>
      this.#world.rayCast(from, facing + ray, beam.farthest, this.#robotId),
    );
    const distances = (beam.each ? seen : [nearestOf(seen)]).map((d) =>
      d !== null && d >= beam.nearest ? d : null,
    );
    return { kind: 'range', at, sensor: sensor.id, distances };
  }
}

/** The first echo to come back; null when none does. */
function nearestOf(distances: readonly (Meters | null)[]): Meters | null {
  let nearest: Meters | null = null;
  for (const d of distances) if (d !== null && (nearest === null || d < nearest)) nearest = d;
  return nearest;
}
