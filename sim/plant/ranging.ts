/** Simulated range sensors, with rays from the mount point to the nearest solid thing, and bumpers. */
import { type Pose, toWorld } from '../../src/math/geometry.js';
import { deg, type Hertz, type Meters, mm, type Radians } from '../../src/math/units.js';
import type { Beam } from '../../src/robot/ranger.js';
import type { SensorDefinition } from '../../src/robot/robot.js';
import { curveOf } from '../../src/sensors/boardInputs.js';
import { rangeReadingFrom, voltsFromRange } from '../../src/sensors/rangeCurve.js';
import { analogNoise } from './analogNoise.js';
import type { Carrier, Sense } from './sense.js';

/** For a sensor with a voltage: the converter's count, and the distance that its curve gives for it. */
export function echoes(sensor: SensorDefinition, beam: Beam, carrier: Carrier): Sense {
  const { id } = sensor;
  const distancesAt = sight(sensor, beam, carrier);
  const curve = curveOf(sensor.type);
  if (!curve) {
    return {
      rate: beam.rate,
      read: (at, pose) => ({ kind: 'range', at, sensor: id, distances: distancesAt(pose) }),
    };
  }
  const noise = analogNoise(carrier.seed ?? 0, id);
  return {
    rate: beam.rate,
    read: (at, pose) => {
      const [distance = null] = distancesAt(pose);
      const volts = voltsFromRange(curve, distance) + noise();
      return { kind: 'range', at, sensor: id, ...rangeReadingFrom(curve, volts, sensor.range) };
    },
  };
}

/** The true distances within the beam's range. */
export function sight(
  { at: [x, y], facing }: SensorDefinition,
  beam: Beam,
  { world, id }: Carrier,
): (pose: Pose) => readonly (Meters | null)[] {
  return (pose) => {
    const from = toWorld(pose, { x, y });
    const ahead = pose.heading + facing;
    const seen = world.scan(
      beam.rays.map((ray) => ({ from, angle: ahead + ray })),
      beam.farthest,
      id,
    );
    return beam.each ? seen : [nearestOf(seen)];
  };
}

/** The nearest echo; null without one. */
function nearestOf(distances: readonly (Meters | null)[]): Meters | null {
  let nearest: Meters | null = null;
  for (const d of distances) if (d !== null && (nearest === null || d < nearest)) nearest = d;
  return nearest;
}

/** A bumper's switch closes before the body touches. */
const BUMPER_TRAVEL: Meters = mm(5);
/** How much of the rim it covers to either side of its direction, and the step of the rays that check it. */
const BUMPER_HALF_WIDTH: Radians = deg(30);
const BUMPER_SPACING: Radians = deg(3);
const BUMPER_RATE: Hertz = 50;

const BUMPER_RAYS: readonly Radians[] = Array.from(
  { length: 1 + (2 * BUMPER_HALF_WIDTH) / BUMPER_SPACING },
  (_, i) => i * BUMPER_SPACING - BUMPER_HALF_WIDTH,
);

/** Pressed while something solid is at the rim within its sector. */
export function bumps({ id, facing }: SensorDefinition, { world, id: robot }: Carrier): Sense {
  return {
    rate: BUMPER_RATE,
    read: (at, pose) => {
      const reach = world.robot(robot).radius + BUMPER_TRAVEL;
      const pressed = BUMPER_RAYS.some(
        (angle) => world.rayCast(pose, pose.heading + facing + angle, reach, robot) !== null,
      );
      return { kind: 'range', at, sensor: id, distances: [pressed ? 0 : null] };
    },
  };
}
