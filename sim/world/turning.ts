/** What tells how a body is turned: gyroscopes, compasses, orientation sensors. */
import { type Pose, wrapAngle } from '../../src/math/geometry.js';
import type { Hertz, Radians } from '../../src/math/units.js';
import type { SensorDefinition } from '../../src/robot/robot.js';
import type { Carrier, Sense } from '../plant/sense.js';

const GYRO_RATE: Hertz = 100;
const ORIENTATION_RATE: Hertz = 100;
const COMPASS_RATE: Hertz = 75;

/** undefined for what senses no turning. A compass's north is +x; an orientation sensor begins at zero. */
export function turning({ id, type }: SensorDefinition, carrier: Carrier): Sense | undefined {
  switch (type) {
    case 'mpu6050':
      return gyro(id, carrier);
    case 'hmc5883l':
      return heading(id, COMPASS_RATE, (pose) => pose.heading);
    case 'bno055':
      return heading(id, ORIENTATION_RATE, fromWhereItBegan());
    default:
      return undefined;
  }
}

function gyro(sensor: string, { id, world, gyroBias = 0 }: Carrier): Sense {
  return {
    rate: GYRO_RATE,
    read: (at) => ({ kind: 'turnRate', at, sensor, turnRate: world.velocityOf(id).angular + gyroBias }),
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
