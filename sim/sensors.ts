/** Ideal range sensors: rays from the mount point to the nearest solid thing, at the sensor's own rate. */
import { type Pose, toWorld } from '../src/geometry.js';
import type { SensorDefinition } from '../src/robot.js';
import type { RangeReading } from '../src/signals.js';
import { deg, type Hertz, type Meters, type Radians, type Seconds } from '../src/units.js';
import type { World } from './world.js';

/** What a sensor sees: rays about `facing`, and the distances it can tell. */
interface Beam {
  /** Directions from `facing`, from right to left. */
  readonly rays: readonly Radians[];
  /** One distance for each ray, or the nearest of all of them. */
  readonly each: boolean;
  readonly nearest: Meters;
  readonly farthest: Meters;
  readonly rate: Hertz;
}

/** A sonar's cone as rays; at 3 m neighbors are 0.1 m apart. */
const CONE_RAYS = 9;
const CONE = spread(deg(15), CONE_RAYS);

/** Evenly over the angle, both ends included, in order from right to left. */
function spread(angle: Radians, count: number): Radians[] {
  if (count < 2) return [0];
  return Array.from({ length: count }, (_, i) => angle * (i / (count - 1) - 0.5));
}

/** What a sensor of this type sees; undefined where it measures no distance. */
function beamOf({ type, range, fieldOfView, rays, rate }: SensorDefinition): Beam | undefined {
  const far = range ?? Number.POSITIVE_INFINITY;
  switch (type) {
    case 'gp2y0a21':
      return { rays: [0], each: true, nearest: 0.1, farthest: Math.min(0.8, far), rate: rate ?? 25 };
    case 'gp2y0a41':
      return { rays: [0], each: true, nearest: 0.04, farthest: Math.min(0.3, far), rate: rate ?? 25 };
    case 'maxsonar':
      return { rays: CONE, each: false, nearest: 0.15, farthest: Math.min(6.45, far), rate: rate ?? 20 };
    case 'sonar':
      return { rays: CONE, each: false, nearest: 0, farthest: range ?? 3, rate: rate ?? 20 };
    case 'lidar': {
      const fan = spread(fieldOfView ?? deg(270), rays ?? 270);
      return { rays: fan, each: true, nearest: 0, farthest: range ?? 5, rate: rate ?? 10 };
    }
    default:
      return undefined;
  }
}

interface Mounted {
  readonly sensor: SensorDefinition;
  readonly beam: Beam;
  /** Readings given so far: the next is due at its number over the rate, so that no error adds up. */
  given: number;
}

export class RangeSensors {
  readonly #robotId: string;
  readonly #world: World;
  readonly #mounted: Mounted[];

  constructor(robotId: string, sensors: readonly SensorDefinition[], world: World) {
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
