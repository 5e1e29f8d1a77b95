/** What tells distances: rays from a sensor's mount point to the nearest solid thing, and bumpers. */
import { toWorld } from '../src/geometry.js';
import type { SensorDefinition } from '../src/robot.js';
import type { Beam } from '../src/sensors/beam.js';
import { curveOf } from '../src/sensors/boardInputs.js';
import { toldOfTooNear } from '../src/sensors/rangeCurve.js';
import { deg, type Hertz, type Meters, mm, type Radians } from '../src/units.js';
import type { Carrier, Sense } from './sense.js';

/** Of what is nearer than the sensor can tell it tells what its curve makes of it. */
export function echoes(sensor: SensorDefinition, beam: Beam, carrier: Carrier): Sense {
  const { world, id: robot } = carrier;
  const { facing } = sensor;
  const [x, y] = sensor.at;
  const curve = curveOf(sensor.type);
  const told = (d: Meters | null) => (d !== null && d < beam.nearest && curve ? toldOfTooNear(curve, d) : d);
  return {
    rate: beam.rate,
    read: (at, pose) => {
      const from = toWorld(pose, { x, y });
      const ahead = pose.heading + facing;
      const seen = beam.rays.map((ray) => world.rayCast(from, ahead + ray, beam.farthest, robot));
      const distances = (beam.each ? seen : [nearestOf(seen)]).map(told).map(within(beam.farthest));
      return { kind: 'range', at, sensor: sensor.id, distances };
    },
  };
}

const within = (farthest: Meters) => (d: Meters | null) => (d !== null && d <= farthest ? d : null);

/** The first echo to come back; null when none does. */
function nearestOf(distances: readonly (Meters | null)[]): Meters | null {
  let nearest: Meters | null = null;
  for (const d of distances) if (d !== null && (nearest === null || d < nearest)) nearest = d;
  return nearest;
}

/** A bumper's switch closes before the body touches. */
const TRAVEL: Meters = mm(5);
/** How much of the rim it covers to either side of where it faces, and how closely that is felt out. */
const HALF_WIDTH: Radians = deg(30);
const SPACING: Radians = deg(3);
const RATE: Hertz = 50;

const SECTOR: readonly Radians[] = Array.from(
  { length: 1 + (2 * HALF_WIDTH) / SPACING },
  (_, i) => i * SPACING - HALF_WIDTH,
);

/** Pressed while something solid is at the rim, within the sector that it covers. */
export function bumps({ id, facing }: SensorDefinition, { world, id: robot }: Carrier): Sense {
  return {
    rate: RATE,
    read: (at, pose) => {
      const reach = world.robot(robot).radius + TRAVEL;
      const pressed = SECTOR.some(
        (angle) => world.rayCast(pose, pose.heading + facing + angle, reach, robot) !== null,
      );
      return { kind: 'range', at, sensor: id, distances: [pressed ? 0 : null] };
    },
  };
}
