/** Simulated range sensors, ideal or with their errors. */
import { type Pose, toWorld } from '../../src/math/geometry.js';
import { deg, type Meters, mm, type Radians, type Seconds } from '../../src/math/units.js';
import type { Beam } from '../../src/robot/ranger.js';
import type {
  AnalogRangeSensor,
  GenericSonar,
  HcSr04,
  Lidar,
  RangeSensor,
  SensorDefinition,
} from '../../src/robot/robot.js';
import { curveOf } from '../../src/sensors/boardInputs.js';
import { rangeReadingFrom, voltsFromRange } from '../../src/sensors/rangeCurve.js';
import type { Sightline } from '../world/rays.js';
import { analogNoise } from './analogNoise.js';
import { chanceOf } from './realism/chance.js';
import { CYCLES, Held } from './realism/held.js';
import { lidarReports } from './realism/lidar.js';
import {
  heardDistance,
  isDisturbed,
  type SonarErrors,
  sonarLateness,
  sonarReport,
  TYPICAL_MAXSONAR,
  TYPICAL_SONAR,
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

/** A range sensor with its kind's errors, unless it is ideal. */
export function echoes(sensor: RangeSensor, beam: Beam, carrier: Carrier): Sense {
  switch (sensor.type) {
    case 'gp2y0a21':
    case 'gp2y0a41':
    case 'maxsonar':
      if (!sensor.ideal) return voltage(sensor, beam, carrier);
      break;
    case 'hc-sr04':
      if (!sensor.ideal) return sonar(sensor, beam, carrier);
      break;
    case 'sonar':
      if (sensor.noise === 'typical') return sonar(sensor, beam, carrier);
      break;
    case 'lidar':
      if (sensor.noise === 'typical') return lidar(sensor, beam, carrier);
  }
  const { distancesAt } = optics(sensor, beam, carrier);
  const { id, after = 0 }: Timed = sensor;
  return {
    rate: beam.rate,
    after,
    read: (at, pose) => ({ kind: 'range', at, sensor: id, distances: distancesAt(pose) }),
  };
}

/** Of sonars that fire in turn. */
interface Timed {
  readonly id: string;
  readonly after?: Seconds;
}

/** The converter's count of a voltage, and the distance that its curve gives for it. */
function voltage(sensor: AnalogRangeSensor, beam: Beam, carrier: Carrier): Sense {
  const { id, range } = sensor;
  const curve = curveOf(sensor.type);
  const noise = analogNoise(carrier.seed ?? 0, id);
  const { watch, distancesAt } = optics(sensor, beam, carrier);
  return {
    rate: beam.rate,
    watch,
    read: (at, pose) => {
      const volts = voltsFromRange(curve, distancesAt(pose)[0] ?? null) + noise();
      return { kind: 'range', at, sensor: id, ...rangeReadingFrom(curve, volts, range) };
    },
  };
}

const isIdeal = ({ ideal = false }: { readonly id: string; readonly ideal?: boolean }): boolean => ideal;

/** The distances that a sensor's optics or sound measure. */
export interface Optics {
  /** Called at every tick. */
  readonly watch: (at: Seconds, pose: Pose) => void;
  readonly distancesAt: (pose: Pose) => readonly (Meters | null)[];
}

/**
 * What a sensor measures before any voltage: with the errors of a named sensor, unless it is ideal. An ideal one shows
 * things nearer than its nearest distance there.
 */
export function optics(sensor: SensorDefinition, beam: Beam, carrier: Carrier): Optics {
  const cycle = CYCLES[sensor.type];
  if (!cycle || isIdeal(sensor)) {
    const distancesAt = sight(sensor, beam, carrier);
    const shown = (distance: Meters | null) => (distance === null ? null : Math.max(beam.nearest, distance));
    return { watch: () => {}, distancesAt: (pose) => distancesAt(pose).map(shown) };
  }
  const measure =
    sensor.type === 'maxsonar'
      ? hearing(sensor, beam, TYPICAL_MAXSONAR, carrier)
      : sight(misplaced(sensor, SMALL_SENSOR_MOUNT, carrier.seed ?? 0), beam, carrier);
  const held = new Held(cycle, chanceOf(carrier.seed ?? 0, `${sensor.id} cycle`), measure);
  return { watch: (at, pose) => held.watch(at, pose), distancesAt: (pose) => held.valueAt(pose) };
}

function sonar(sensor: HcSr04 | GenericSonar, beam: Beam, carrier: Carrier): Sense {
  const { id, after = 0 } = sensor;
  const distancesAt = hearing(sensor, beam, TYPICAL_SONAR, carrier);
  return {
    rate: beam.rate,
    after,
    read: (at, pose) => ({ kind: 'range', at, sensor: id, distances: distancesAt(pose) }),
    lateness: (reading) =>
      sonarLateness(reading.kind === 'range' ? reading.distances[0] : null, beam.farthest),
  };
}

/** A sonar's reports, with its errors. */
function hearing(sensor: SensorDefinition, beam: Beam, errors: SonarErrors, carrier: Carrier) {
  const { world, id, robot, seed = 0 } = carrier;
  const disturbed = isDisturbed(sensor, robot?.sensors ?? []);
  const chance = chanceOf(seed, `${sensor.id} sonar`);
  const mounted = misplaced(sensor, SMALL_SENSOR_MOUNT, seed);
  const rays = wideRays(beam.rays);
  const half = beam.rays.at(-1) ?? 0;
  return (pose: Pose): readonly [Meters | null] => {
    const hits = world.look(sightlines(mounted, pose, rays), beam.farthest, id);
    const heard = heardDistance(rays, hits, half);
    return [sonarReport(heard, { range: beam.farthest, disturbed }, errors, chance)];
  };
}

function lidar(sensor: Lidar, beam: Beam, carrier: Carrier): Sense {
  const { world, id, seed = 0 } = carrier;
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
export function misplaced(sensor: SensorDefinition, { shift, turn }: MountError, seed: number) {
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
