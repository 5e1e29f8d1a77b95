/** What a scenario's `plant` is: the true body, where it differs from the robot's file. */
import type {
  AmpereHours,
  Duty,
  MetersPerSecond,
  MetersPerSecondSquared,
  Ohms,
  Radians,
  RadiansPerSecond,
  Seconds,
  Volts,
} from '../../src/math/units.js';
import type { ByWheel } from '../../src/robot/byWheel.js';
import type { SlipSpec } from '../../src/robot/slip.js';

/** Two lithium cells or the like: it gives less as it empties, and under load. */
export interface BatterySpec {
  /** Charged, without load; empty it has 7.0/8.4 of that. The robot's file holds at the middle between the two. */
  readonly full: Volts;
  /** Of battery and wires: V = V₀ − I·sag. */
  readonly sag: Ohms;
  readonly capacity: AmpereHours;
  /** Share of the charge at the start; default: drawn from the seed, 0.2 … 1. */
  readonly charge?: number;
}

/** Standard deviations of errors that a body has for good, drawn from the seed. */
export interface SpreadSpec {
  /** Of both wheels' speed. */
  readonly speed: number;
  /** Of the right wheel's speed less that of the left one. */
  readonly difference: number;
  readonly track: number;
}

export interface PlantSpec {
  /** Default: the robot's `control.latency`. */
  readonly delay?: Seconds;
  /** Each command comes up to this much later, evenly drawn; none overtakes another. */
  readonly latencyJitter?: Seconds;
  /** Default: the robot's `motors.lag`. */
  readonly lag?: Seconds;
  /** Default: the robot's `motors.breakaway`. */
  readonly stiction?: MetersPerSecond;
  /** Wheel rim; default: the robot's `limits.acceleration`. */
  readonly acceleration?: MetersPerSecondSquared;
  /** Default: the robot's. */
  readonly noLoadSpeed?: ByWheel<MetersPerSecond>;
  readonly deadband?: ByWheel<Duty>;
  readonly wheelSpeedError: { readonly left: number; readonly right: number };
  readonly wheelDiameterError: { readonly left: number; readonly right: number };
  readonly trackError: number;
  readonly spread?: SpreadSpec;
  readonly battery?: BatterySpec;
  /** Default: the robot's `wheels.slip`. */
  readonly slip?: SlipSpec;
  /** Play of a gearbox, as an angle of its wheel: encoders see the motor. */
  readonly backlash?: Radians;
  /** A caster swings round where the body reverses, and turns it by this, to either side (standard deviation). */
  readonly caster?: { readonly kick: Radians };
  /** More slip than on a smooth floor. */
  readonly floor?: Floor;
  /** What a gyroscope measures at rest; default 0. */
  readonly gyroBias?: RadiansPerSecond;
  /** A gyroscope tells (1 + this) times the true turn rate; default 0. */
  readonly gyroScaleError?: number;
}

export type Floor = 'smooth' | 'tiles' | 'carpet';

/** A true body exactly as its robot's file declares it. */
export const AS_DECLARED: PlantSpec = {
  wheelSpeedError: { left: 0, right: 0 },
  wheelDiameterError: { left: 0, right: 0 },
  trackError: 0,
};
