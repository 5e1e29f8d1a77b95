/** The beams of range sensors: directions, range and rate of each type, shared by simulation and reading. */

import { deg, type Meters, ms, type Radians, type Seconds } from '../math/units.js';
import type { Beam, Ranger } from '../robot/ranger.js';
import type { AnalogRangeSensor, HcSr04, RangeSensor, SensorDefinition } from '../robot/robot.js';
import { GP2Y0A21, GP2Y0A41, MAXSONAR, type RangeCurve } from './rangeCurve.js';

/** A sonar's cone, as rays: at 3 m neighbors are 0.1 m apart. */
const CONE: Radians = deg(15);
const CONE_RAYS = coneRays(CONE);

function coneRays(angle: Radians): Radians[] {
  return spread(angle, 1 + 2 * Math.ceil((4 * angle) / CONE));
}

/** Spreads directions evenly over the angle, both ends included, from right to left. */
function spread(angle: Radians, count: number): Radians[] {
  if (count < 2) return [0];
  return Array.from({ length: count }, (_, i) => angle * (i / (count - 1) - 0.5));
}

const nearAndFar = (
  { nearest, farthest }: Pick<RangeCurve, 'nearest' | 'farthest'>,
  far: Meters = Number.POSITIVE_INFINITY,
) => ({
  nearest,
  farthest: Math.min(farthest, far),
});

/** Data sheet: 2 cm to 4 m. Our firmware listens for 25 ms, 4.3 m. */
const HC_SR04 = { nearest: 0.02, farthest: 4 };

/**
 * Mean age of a value: infrared sensors show the mean of a cycle (38.3 and 16.5 ms) during the next one, a maxsonar what it
 * heard at the start of its last cycle of 49 ms. Data sheets.
 */
const LAGS: Readonly<Record<AnalogRangeSensor['type'], Seconds>> = {
  gp2y0a21: ms(38),
  gp2y0a41: ms(16),
  maxsonar: ms(74),
};

/** A direction of a swept sonar is silent after half as long again as its looks are apart at the most. */
const SWEPT_PATIENCE = 1.5;

function sweptBy({ swept, rate }: HcSr04): Pick<Beam, 'swept'> {
  if (!swept || rate === undefined) return {};
  const { step, places } = swept;
  return { swept: { step, whole: (places - 1) * step + CONE, silence: SWEPT_PATIENCE / rate } };
}

/** The beam of a sensor; undefined if it measures no distance. */
export function beamOf(sensor: RangeSensor): Beam;
export function beamOf(sensor: SensorDefinition): Beam | undefined;
export function beamOf(sensor: SensorDefinition): Beam | undefined {
  switch (sensor.type) {
    case 'gp2y0a21':
      return { rays: [0], each: true, ...nearAndFar(GP2Y0A21, sensor.range), rate: 25, ...heldBy(sensor) };
    case 'gp2y0a41':
      return { rays: [0], each: true, ...nearAndFar(GP2Y0A41, sensor.range), rate: 25, ...heldBy(sensor) };
    case 'maxsonar':
      return {
        rays: CONE_RAYS,
        each: false,
        ...nearAndFar(MAXSONAR, sensor.range),
        rate: 20,
        ...heldBy(sensor),
      };
    case 'hc-sr04': {
      const { range, rate = 20, ideal } = sensor;
      const held = ideal ? {} : { lag: 0 };
      return {
        rays: CONE_RAYS,
        each: false,
        ...nearAndFar(HC_SR04, range),
        rate,
        ...held,
        ...sweptBy(sensor),
      };
    }
    case 'bumper':
      return { rays: [0], each: true, nearest: 0, farthest: 0, rate: 20 };
    case 'sonar': {
      const { range = 3, fieldOfView: cone = CONE, rate = 20 } = sensor;
      return { rays: coneRays(cone), each: false, nearest: 0, farthest: range, rate };
    }
    case 'lidar': {
      const { range = 5, fieldOfView: fan = deg(270), rays = 270, rate = 10, noise } = sensor;
      const at = noise === 'typical' ? { sweep: 1 / rate } : {};
      return { rays: spread(fan, rays), each: true, nearest: 0, farthest: range, rate, ...at };
    }
    default:
      return undefined;
  }
}

export const isRanger = (sensor: SensorDefinition): sensor is RangeSensor => beamOf(sensor) !== undefined;

const heldBy = ({ type, ideal }: AnalogRangeSensor): Pick<Beam, 'lag'> => (ideal ? {} : { lag: LAGS[type] });

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
