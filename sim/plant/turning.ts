/** Simulated sensors of turning: gyroscopes, compasses, orientation sensors. */

import type { MeasurementModel } from '../../src/kit/measurementModel.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { type Pose, wrapAngle } from '../../src/math/geometry.js';
import { deg, type Hertz, type Radians, type RadiansPerSecond, type Seconds } from '../../src/math/units.js';
import { chanceOf } from './realism/chance.js';
import type { Carrier, Sense } from './sense.js';

const GYRO_RATE: Hertz = 100;

/** Of a compass with `noise: typical`: of a single heading, and of the greatest error by the robot's own iron. Chosen. */
const HEADING_NOISE: Radians = deg(1);
const DISTORTION: Radians = deg(5);

/** Its rate, with the factor of the robot's file, which the driver applies. */
export function turning(
  sensor: SensorDefinition,
  { noise }: Extract<MeasurementModel, { readonly kind: 'turnRate' }>,
  carrier: Carrier,
): Sense {
  const { id, world, gyroBias = 0, gyroScaleError = 0, rough } = carrier;
  const scale = 'scale' in sensor ? (sensor.scale ?? 1) : 1;
  const rolling = () => world.velocityOf(id).angular;
  const turning = rough ? slippingRate(rolling) : rolling;
  const chance = noise > 0 ? chanceOf(carrier.seed ?? 0, `${sensor.id} rate`) : undefined;
  return {
    rate: GYRO_RATE,
    read: (at, pose) => {
      const error = chance ? noise * chance.gaussian() : 0;
      const told = turning(at, pose) * (1 + gyroScaleError) + gyroBias + error;
      return { kind: 'turnRate', at, sensor: sensor.id, turnRate: scale * told };
    },
  };
}

/** A compass's north is +x; an orientation sensor begins at zero. */
export function heading(
  { id }: SensorDefinition,
  { rate, from, noisy }: Extract<MeasurementModel, { readonly kind: 'heading' }>,
  carrier: Carrier,
): Sense {
  const told = from === 'start' ? fromWhereItBegan() : bent(id, noisy, carrier);
  return { rate, read: (at, pose) => ({ kind: 'heading', at, sensor: id, heading: told(pose) }) };
}

/** The robot's own iron bends the field by A·sin(θ − φ); A and φ are drawn once. */
function bent(id: string, noisy: boolean, { seed = 0 }: Carrier): (pose: Pose) => Radians {
  if (!noisy) return (pose) => pose.heading;
  const chance = chanceOf(seed, `${id} heading`);
  const [greatest, phase] = [DISTORTION * chance.gaussian(), 2 * Math.PI * chance.uniform()];
  return (pose) =>
    wrapAngle(pose.heading + greatest * Math.sin(pose.heading - phase) + HEADING_NOISE * chance.gaussian());
}

/**
 * ω + (Δθ − Δt·(ω + ω′)/2)/Δt: slip turns a body in steps without a rate, so what it adds to the rate ω of the rolling
 * wheels is its mean since the last reading, of ω′. A gyroscope's filter does the same.
 */
function slippingRate(rolling: () => RadiansPerSecond): (at: Seconds, pose: Pose) => RadiansPerSecond {
  let last: { readonly at: Seconds; readonly heading: Radians; readonly rate: RadiansPerSecond } | undefined;
  return (at, { heading }) => {
    const rate = rolling();
    const lasted = last ? at - last.at : 0;
    const turned = last && lasted > 0 ? wrapAngle(heading - last.heading) / lasted : rate;
    const slipped = turned - (rate + (last?.rate ?? rate)) / 2;
    last = { at, heading, rate };
    return rate + slipped;
  };
}

function fromWhereItBegan(): (pose: Pose) => Radians {
  let zero: Radians | undefined;
  return (pose) => {
    zero ??= pose.heading;
    return wrapAngle(pose.heading - zero);
  };
}
