/** A body in the simulator, as a run handles it: the door to it, and what must happen as time goes on. */
import type { Driver } from '../../src/drivers/driver.js';
import type { MetersPerSecond, RadiansPerSecond, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Drivetrain } from '../plant/drivetrain.js';
import type { Strikes } from '../plant/strikes.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';

/** Where a body sits: its wheels and its place in the world. */
export interface PlantContext {
  readonly id: string;
  readonly robot: RobotDefinition;
  readonly drivetrain: Drivetrain;
  readonly world: SimulatedWorld;
  /** truth: the pose is read as well, from outside. */
  readonly sensing: 'truth' | 'odometry';
  /** What its gyroscopes tell while it stands; 0 unless given. */
  readonly gyroBias?: RadiansPerSecond;
  /** Of the noise of its voltages; 0 unless given. */
  readonly seed?: number;
  /** What it is struck with. */
  readonly strikes?: Strikes;
}

export interface SimulatedBody {
  readonly driver: Driver;
  /** No wheel turns faster, and the model is to know it; null where the robot's own limits hold. */
  readonly speedLimit?: MetersPerSecond | null;
  /** Physics steps are at most this long; the run's own limit unless given. */
  readonly longestStep?: Seconds;
  /** Called before each tick of the control clock: says what is seen from outside, or by sensors without a board. */
  sense(at: Seconds): void;
  /** The wheels and the world went on from one instant to the next; a board's own time follows here. */
  advanced?(from: Seconds, to: Seconds): void;
}

export type BodyFactory = (context: PlantContext) => SimulatedBody;
