/** A simulated sensor: its rate and its readings. */
import type { Pose } from '../../src/math/geometry.js';
import type { Hertz, RadiansPerSecond, Seconds, Volts } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Reading } from '../../src/signals/signals.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';

export interface Sense {
  readonly rate: Hertz;
  /** When the first reading is due; default 0. */
  readonly after?: Seconds;
  /** Called at every tick, before `read`: a sensor that measures between its readings follows the body here. */
  readonly watch?: (at: Seconds, pose: Pose) => void;
  /** @param pose the body's true pose at that time */
  readonly read: (at: Seconds, pose: Pose) => Reading;
  /** How long after its measurement a reading arrives; default at once. */
  readonly lateness?: (reading: Reading) => Seconds;
}

/** The robot that carries it, and its world. */
export interface Carrier {
  readonly id: string;
  readonly world: SimulatedWorld;
  /** What a gyroscope measures at rest; default 0. */
  readonly gyroBias?: RadiansPerSecond;
  /** It tells (1 + this) times the true turn rate, before the factor of the robot's file; default 0. */
  readonly gyroScaleError?: number;
  /** Voltage of its battery; undefined for one that stays charged. */
  readonly volts?: () => Volts | undefined;
  /** Its body moves otherwise than its wheels roll: it slips. */
  readonly rough?: boolean;
  /** Seed of the errors of its sensors; default 0. */
  readonly seed?: number;
  /** Its sonars may hear each other; default: it has no others. */
  readonly robot?: Pick<RobotDefinition, 'sensors'>;
}
