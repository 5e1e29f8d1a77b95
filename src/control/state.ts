/** Everything the next tick needs, as plain JSON: a recording can stop and go on at any tick. */
import { bodyAway, type EstimatorState, startEstimate } from '../estimation/estimate.js';
import { fromPolar, type Pose, scale, type Vec2, ZERO } from '../geometry.js';
import { type LocomotionState, startLocomotion } from '../locomotion/unicycle.js';
import { type RandomState, seedRandom } from '../random.js';
import { AT_REST } from '../safety/limiter.js';
import { startTrip, type Trip } from '../safety/missionLimits.js';
import { type MotionState, startMotion } from '../safety/motionMonitor.js';
import { healthy, type RangeHealths } from '../safety/rangeHealth.js';
import { type SupervisorState, startSupervisor } from '../safety/supervisor.js';
import { type SupplyState, startSupply } from '../safety/supplies.js';
import type {
  LevelReading,
  RangeReading,
  Setup,
  Surroundings,
  Target,
  Tick,
  Twist,
  WheelSpeeds,
} from '../signals.js';
import type { MetersPerSecond, Seconds } from '../units.js';
import type { Controller } from './controller.js';
import { type Sights, unseen } from './sight.js';

export interface LoopState {
  /** Time of the last tick; null before the first. */
  readonly at: Seconds | null;
  readonly estimator: EstimatorState;
  readonly targets: Readonly<Record<string, Target>>;
  readonly ranges: Readonly<Record<string, RangeReading>>;
  /** Once a sensor of brightness has spoken. */
  readonly levels?: Readonly<Record<string, LevelReading>>;
  /** The battery and the link, as they were told last. */
  readonly supply: SupplyState;
  /** Whether the range sensors tell anything. */
  readonly health: RangeHealths;
  /** Targets that jumped, until a second reading confirms it. */
  readonly suspects: Readonly<Record<string, Target>>;
  /** What it has driven so far. */
  readonly trip: Trip;
  readonly surroundings: Required<Surroundings>;
  readonly sights: Sights;
  readonly reference: Vec2;
  /** Wheel speeds granted last; what was sent may differ where a wheel had to break away. */
  readonly granted: WheelSpeeds;
  /** The behaviors' memories, in the shape of the mission. */
  readonly memory: unknown;
  readonly random: RandomState;
  readonly locomotion: LocomotionState;
  readonly supervisor: SupervisorState;
  /** What the wheels were told and what they did, while the robot drives. */
  readonly motion: MotionState;
  /** What an operator has changed; null as long as nothing. */
  readonly setup: Setup | null;
  /** An operator drives by hand; null while the mission does. */
  readonly hand: Hand | null;
  /** The motors are armed, as far as the loop knows. */
  readonly powered: boolean;
  /** The last tick took the power away: the driver must cut the motors. */
  readonly cutsPower: boolean;
  /** What the last event worked out: a tick if it was one of the clock. */
  readonly tick: Tick | null;
}

/** What a hand on the stick asks for, and until when it counts. */
export interface Hand {
  readonly twist: Twist;
  readonly until: Seconds;
  /** It was held while the robot was stopped: it counts again when it was let go of. */
  readonly blocked: boolean;
}

export interface Start {
  readonly at: Seconds;
  readonly pose: Pose;
  /** Wheels, reference and commands under way start at it. */
  readonly speed: MetersPerSecond;
  readonly seed: number;
}

export function startLoop(controller: Controller, { at, pose, speed, seed }: Start): LoopState {
  return {
    at: null,
    estimator: startEstimate(at, pose, speed, controller.estimated),
    targets: {},
    ranges: {},
    surroundings: { at, neighbors: [], obstacles: [] },
    supply: startSupply,
    health: healthy(controller.rangers, at),
    suspects: {},
    trip: startTrip(pose),
    sights: unseen(controller.rangers, at),
    reference: scale(fromPolar(1, pose.heading), speed),
    granted: { left: speed, right: speed },
    memory: controller.behavior.start(),
    random: seedRandom(seed),
    locomotion: startLocomotion,
    supervisor: startSupervisor,
    motion: startMotion(at, { left: speed, right: speed }),
    setup: null,
    hand: null,
    powered: true,
    cutsPower: false,
    tick: null,
  };
}

/**
 * Goes on from an earlier state with a body that was away: where it was and what it had to do are kept, its speed is
 * not, its counters begin anew, and an operator must arm it.
 */
export function resumeStopped(state: LoopState): LoopState {
  return {
    ...state,
    at: null,
    estimator: bodyAway(state.estimator),
    reference: ZERO,
    granted: AT_REST,
    supervisor: { safety: 'stopped', cause: 'the body was away', faults: [] },
    motion: startMotion(state.at ?? 0, AT_REST),
    supply: startSupply,
    hand: null,
    powered: false,
    cutsPower: false,
    tick: null,
  };
}
