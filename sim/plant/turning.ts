/** Simulated sensors of turning: gyroscopes, compasses, orientation sensors. */
import { type Pose, wrapAngle } from '../../src/math/geometry.js';
import { deg, type Hertz, type Radians, type RadiansPerSecond, type Seconds } from '../../src/math/units.js';
import { isGyroscope } from '../../src/robot/busSensors.js';
import type { Compass, Gyroscope, SensorDefinition } from '../../src/robot/robot.js';
import { chanceOf } from './realism/chance.js';
import type { Carrier, Sense } from './sense.js';

const GYRO_RATE: Hertz = 100;
const ORIENTATION_RATE: Hertz = 100;
const COMPASS_RATE: Hertz = 75;

/**
 * Standard deviation of a rate, with `noise: typical`: the density of the data sheet times √(1.57 × bandwidth that is set).
 * MPU-6050: 0.005 °/s/√Hz at 42 Hz; QMI8658: 0.015 at 31 Hz; LSM6DS3: 0.007 at 67 Hz.
 */
const RATE_NOISE: Readonly<Record<string, RadiansPerSecond>> = {
  mpu6050: deg(0.041),
  qmi8658: deg(0.105),
  lsm6ds3: deg(0.072),
};
/** Of a compass with `noise: typical`: of a single heading, and of the greatest error by the robot's own iron. Chosen. */
const HEADING_NOISE: Radians = deg(1);
const DISTORTION: Radians = deg(5);

/** Undefined for other sensors. A compass's north is +x; an orientation sensor begins at zero. */
export function turning(sensor: SensorDefinition, carrier: Carrier): Sense | undefined {
  if (isGyroscope(sensor)) return gyro(sensor, carrier);
  switch (sensor.type) {
    case 'hmc5883l':
    case 'qmc5883l':
      return heading(sensor.id, COMPASS_RATE, bent(sensor, carrier));
    case 'bno055':
      return heading(sensor.id, ORIENTATION_RATE, fromWhereItBegan());
    default:
      return undefined;
  }
}

/** The factor of the robot's file, which the driver applies, is in what it tells. */
function gyro({ id: sensor, type, scale = 1, noise }: Gyroscope, carrier: Carrier): Sense {
  const { id, world, gyroBias = 0, gyroScaleError = 0, rough } = carrier;
  const rolling = () => world.velocityOf(id).angular;
  const turning = rough ? slippingRate(rolling) : rolling;
  const chance = noise === 'typical' ? chanceOf(carrier.seed ?? 0, `${sensor} rate`) : undefined;
  const deviation = RATE_NOISE[type] ?? 0;
  return {
    rate: GYRO_RATE,
    read: (at, pose) => {
      const error = chance ? deviation * chance.gaussian() : 0;
      const told = turning(at, pose) * (1 + gyroScaleError) + gyroBias + error;
      return { kind: 'turnRate', at, sensor, turnRate: scale * told };
    },
  };
}

/** The robot's own iron bends the field by A·sin(θ − φ); A and φ are drawn once. */
function bent({ id, noise }: Compass, { seed = 0 }: Carrier): (pose: Pose) => Radians {
  if (noise !== 'typical') return (pose) => pose.heading;
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

const heading = (sensor: string, rate: Hertz, told: (pose: Pose) => Radians): Sense => ({
  rate,
  read: (at, pose) => ({ kind: 'heading', at, sensor, heading: told(pose) }),
});

function fromWhereItBegan(): (pose: Pose) => Radians {
  let zero: Radians | undefined;
  return (pose) => {
    zero ??= pose.heading;
    return wrapAngle(pose.heading - zero);
  };
}
