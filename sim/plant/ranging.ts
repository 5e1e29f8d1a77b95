/** Simulated range sensors, ideal or with their errors. */

import type { RangeErrors, RangeModel } from '../../src/kit/measurementModel.js';
import { rangeReadingFrom, voltsFromRange } from '../../src/kit/rangeCurve.js';
import { type SensorDefinition, typeOf } from '../../src/kit/sensors/index.js';
import type { Mounted } from '../../src/kit/sensorType.js';
import { type Pose, toWorld } from '../../src/math/geometry.js';
import { deg, type Meters, mm, type Radians, type Seconds } from '../../src/math/units.js';
import type { Beam } from '../../src/robot/ranger.js';
import type { Sightline } from '../world/rays.js';
import { analogNoise } from './analogNoise.js';
import { chanceOf } from './realism/chance.js';
import { Held } from './realism/held.js';
import { lidarReports } from './realism/lidar.js';
import {
  firstOf,
  heardDistance,
  isDisturbed,
  rangeReport,
  sonarLateness,
  wideRays,
} from './realism/sonar.js';
import { Sweep } from './realism/sweep.js';
import type { Carrier, Sense } from './sense.js';

/** Standard deviations of a sensor's place, forward and to the left, and of its direction. */
interface MountError {
  readonly shift: Meters;
  readonly turn: Radians;
}

/** Typical figures: a lidar's middle is hard to measure; a small sensor turns more easily than it moves. */
export const LIDAR_MOUNT: MountError = { shift: mm(10), turn: deg(1) };
export const SMALL_SENSOR_MOUNT: MountError = { shift: mm(2), turn: deg(1.5) };

/** A sensor of distances in one direction or cone, ideal or with its type's errors. */
export function ranging(sensor: SensorDefinition, model: RangeModel, beam: Beam, carrier: Carrier): Sense {
  const { id } = sensor;
  const { curve } = typeOf(sensor);
  const { watch, distancesAt } = optics(sensor, model, beam, carrier);
  const sense = { rate: beam.rate, after: firstOf(sensor), watch };
  if (curve && model.misplaced) {
    // The converter's count of a voltage, and the distance that its curve gives for it.
    const noise = analogNoise(carrier.seed ?? 0, id);
    return {
      ...sense,
      read: (at, pose) => {
        const volts = voltsFromRange(curve, distancesAt(pose)[0] ?? null) + noise();
        return { kind: 'range', at, sensor: id, ...rangeReadingFrom(curve, volts) };
      },
    };
  }
  return {
    ...sense,
    read: (at, pose) => ({ kind: 'range', at, sensor: id, distances: distancesAt(pose) }),
    ...(model.late && {
      lateness: (reading) =>
        sonarLateness(reading.kind === 'range' ? reading.distances[0] : null, beam.farthest),
    }),
  };
}

/** The distances that a sensor's optics or sound measure. */
export interface Optics {
  /** Called at every tick. */
  readonly watch: (at: Seconds, pose: Pose) => void;
  readonly distancesAt: (pose: Pose) => readonly (Meters | null)[];
}

/** What a sensor measures before any voltage. An ideal one shows things nearer than its nearest distance there. */
export function optics(sensor: SensorDefinition, model: RangeModel, beam: Beam, carrier: Carrier): Optics {
  const measure = measuring(sensor, model, beam, carrier);
  if (!model.cycle) return { watch: () => {}, distancesAt: measure };
  const held = new Held(model.cycle, chanceOf(carrier.seed ?? 0, `${sensor.id} cycle`), measure);
  return { watch: (at, pose) => held.watch(at, pose), distancesAt: (pose) => held.valueAt(pose) };
}

function measuring(
  sensor: SensorDefinition,
  model: RangeModel,
  beam: Beam,
  carrier: Carrier,
): Optics['distancesAt'] {
  if (!model.misplaced) {
    const distancesAt = sight(sensor, beam, carrier);
    const shown = (distance: Meters | null) => (distance === null ? null : Math.max(beam.nearest, distance));
    return (pose) => distancesAt(pose).map(shown);
  }
  const mounted = misplaced(sensor, SMALL_SENSOR_MOUNT, carrier.seed ?? 0);
  return model.errors
    ? reporting(mounted, model.by, model.errors, beam, carrier)
    : sight(mounted, beam, carrier);
}

/** One distance, as the sensor tells it with its errors. @param mounted where it really sits */
function reporting(
  mounted: SensorDefinition,
  by: RangeModel['by'],
  errors: RangeErrors,
  beam: Beam,
  carrier: Carrier,
): Optics['distancesAt'] {
  const { world, id, robot, seed = 0 } = carrier;
  const chance = chanceOf(seed, `${mounted.id} sonar`);
  const disturbed = by === 'sound' && isDisturbed(mounted, robot?.sensors ?? []);
  const rays = wideRays(beam.rays);
  const half = beam.rays.at(-1) ?? 0;
  const seen = sight(mounted, beam, carrier);
  const heard = (pose: Pose) =>
    heardDistance(rays, world.look(sightlines(mounted, pose, rays), beam.farthest, id), half);
  const truth = by === 'sound' ? heard : (pose: Pose) => seen(pose)[0] ?? null;
  return (pose) => [rangeReport(truth(pose), { range: beam.farthest, disturbed }, errors, chance)];
}

/** A lidar's scan; a noisy one measures each ray at its own time. */
export function scanning(sensor: SensorDefinition, noisy: boolean, beam: Beam, carrier: Carrier): Sense {
  const { world, id, seed = 0 } = carrier;
  if (!noisy) return ranging(sensor, { kind: 'range', by: 'light' }, beam, carrier);
  const mounted = misplaced(sensor, LIDAR_MOUNT, seed);
  const chance = chanceOf(seed, `${sensor.id} lidar`);
  const sweep = new Sweep(beam.rate, beam.rays.length, (first, poses) => {
    const lines = poses.flatMap((pose, i) =>
      sightlines(mounted, pose, beam.rays.slice(first + i, first + i + 1)),
    );
    return world.scan(lines, beam.farthest, id);
  });
  return {
    rate: beam.rate,
    watch: (at, pose) => sweep.advance(at, pose),
    read: (now) => {
      const { at, distances } = sweep.done ?? { at: now, distances: [] };
      const told = lidarReports(distances, beam.farthest, chance);
      return { kind: 'range', at, sensor: sensor.id, distances: told };
    },
  };
}

/** The sensor where it really sits, a little beside its place in the robot's file: drawn once in a run. */
export function misplaced<S extends Mounted>(sensor: S, { shift, turn }: MountError, seed: number): S {
  const chance = chanceOf(seed, `${sensor.id} mount`);
  const [x, y] = sensor.at;
  const at = [x + shift * chance.gaussian(), y + shift * chance.gaussian()] as const;
  return { ...sensor, at, facing: sensor.facing + turn * chance.gaussian() };
}

/** The true distances within the beam's range. */
function sight(
  sensor: SensorDefinition,
  beam: Beam,
  { world, id }: Carrier,
): (pose: Pose) => readonly (Meters | null)[] {
  return (pose) => {
    const seen = world.scan(sightlines(sensor, pose, beam.rays), beam.farthest, id);
    return beam.each ? seen : [nearestOf(seen)];
  };
}

function sightlines(
  { at: [x, y], facing }: Pick<SensorDefinition, 'at' | 'facing'>,
  pose: Pose,
  rays: readonly Radians[],
): Sightline[] {
  const from = toWorld(pose, { x, y });
  const ahead = pose.heading + facing;
  return rays.map((ray) => ({ from, angle: ahead + ray }));
}

/** The nearest echo; null without one. */
function nearestOf(distances: readonly (Meters | null)[]): Meters | null {
  let nearest: Meters | null = null;
  for (const d of distances) if (d !== null && (nearest === null || d < nearest)) nearest = d;
  return nearest;
}
