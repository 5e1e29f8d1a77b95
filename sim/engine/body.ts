/** A body in the simulator as a run uses it: its driver, and calls as time passes. */
import type { Driver } from '../../src/drivers/driver.js';
import type { MetersPerSecond, RadiansPerSecond, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Drivetrain } from '../plant/drivetrain.js';
import type { Strikes } from '../plant/strikes.js';
import type { FixesSpec } from '../scenario/fixesSpec.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';

/** The environment of a body: its wheels and its place in the world. */
export interface PlantContext {
  readonly id: string;
  readonly robot: RobotDefinition;
  readonly drivetrain: Drivetrain;
  readonly world: SimulatedWorld;
  /** truth: an outside observer also reports the pose. */
  readonly sensing: 'truth' | 'odometry';
  /** Who tells it its place from outside, besides. */
  readonly fixes?: FixesSpec;
  /** What its gyroscopes measure at rest; default 0. */
  readonly gyroBias?: RadiansPerSecond;
  /** They tell (1 + this) times the true turn rate; default 0. */
  readonly gyroScaleError?: number;
  /** Seed of the noise of its voltages; default 0. */
  readonly seed?: number;
  /** The faults injected into it. */
  readonly strikes?: Strikes;
}

export interface SimulatedBody {
  readonly driver: Driver;
  /** Upper limit of the wheels' speed, for the model; null: the robot's own limits. */
  readonly speedLimit?: MetersPerSecond | null;
  /** Longest physics step; default the run's limit. */
  readonly longestStep?: Seconds;
  /** Called before each tick of the control clock: emits readings of sensors that no board reads. */
  sense(at: Seconds): void;
  /** Called after each physics step; an emulated board advances its own time here. */
  advanced?(from: Seconds, to: Seconds): void;
}

export type BodyFactory = (context: PlantContext) => SimulatedBody;
