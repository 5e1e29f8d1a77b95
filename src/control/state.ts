/** Everything that the next tick needs, as plain JSON: a run can be stopped and continued at any tick. */

import { bodyAway, startEstimate } from '../estimation/estimate.js';
import type { EstimatorState } from '../estimation/estimatorState.js';
import { interrupted } from '../estimation/gyro.js';
import { withoutZeros } from '../estimation/heading.js';
import { type LocomotionState, startLocomotion } from '../locomotion/unicycle.js';
import { startWheelSpeed, type WheelSpeedState } from '../locomotion/wheelSpeedLoop.js';
import { fromPolar, type Pose, scale, type Vec2, ZERO } from '../math/geometry.js';
import { type RandomState, seedRandom } from '../math/random.js';
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import { nothingSeen, type Seen } from '../perception/seen.js';
import { startTrip, type Trip } from '../safety/missionLimits.js';
import { type MotionState, startMotion } from '../safety/motionWindow.js';
import type { Progress } from '../safety/progress.js';
import { type LateTicks, startPunctual } from '../safety/punctuality.js';
import { type RangeHealths, startRangeHealths } from '../safety/rangeHealth.js';
import { type Found, type SupervisorState, startSupervisor } from '../safety/supervisor.js';
import { type SupplyState, startSupply } from '../safety/supplies.js';
import type { Signals } from '../signals/missionTree.js';
import {
  AT_REST,
  type BearingReading,
  type Cause,
  type LevelReading,
  type Neighbor,
  type Obstacle,
  type Placed,
  type RangeReading,
  type Setup,
  type Target,
  type Twist,
  type WheelSpeeds,
} from '../signals/signals.js';
import { startTrail, type WayCome } from '../steering/missions/trail.js';
import { misuse } from '../validation/caller.js';
import { aPose } from '../validation/options.js';
import { requireModel } from './modelChecks.js';
import type { RobotModel } from './robotModel.js';

/** One part for each stage of the tick with a memory. */
export interface LoopState {
  /** Time of the last tick; null before the first. */
  readonly at: Seconds | null;
  readonly estimator: EstimatorState;
  readonly around: Around;
  readonly mission: MissionState;
  /** Wheel speeds last allowed; the sent ones may differ for a wheel that had to break away. */
  readonly granted: WheelSpeeds;
  /** The loop round each wheel's speed. */
  readonly wheelSpeed: WheelSpeedState;
  readonly guards: Guards;
  /** The setup as changed by an operator; null without changes. */
  readonly setup: Setup | null;
  /** Set while an operator drives; null while the mission does. */
  readonly teleop: TeleopState | null;
}

/** Time of the last tick; 0 before the first. */
export const lastTickAt = ({ at }: LoopState): Seconds => at ?? 0;

/** Other robots, each with the time of its own news, and a map. */
export interface Surrounded {
  readonly neighbors: readonly Neighbor[];
  readonly obstacles: readonly Obstacle[];
  /** Time of the map. */
  readonly at: Seconds;
  /** When the last map came, by the robot's clock; null before the first. */
  readonly heardAt: Seconds | null;
  /** How many maps in a row came soon after the one before, up to those of a scan. */
  readonly often: number;
}

/** What is known around the robot, by the last news from sensors, other robots and operators. */
export interface Around {
  readonly targets: Readonly<Record<string, Target>>;
  /** Targets that jumped, until a second reading confirms it. */
  readonly suspects: Readonly<Record<string, Target>>;
  readonly surroundings: Surrounded;
  readonly ranges: Readonly<Record<string, RangeReading>>;
  /** The memory of what range sensors hit. */
  readonly seen: Seen;
  /** Readings since the last tick: the next tick shows them to the memory all at once. */
  readonly unseen: readonly Unseen[];
  /** Whether the range sensors give valid readings. */
  readonly health: RangeHealths;
  /** Readings of brightness sensors, and of beacon sensors. */
  readonly levels: Readonly<Record<string, Placed<LevelReading>>>;
  readonly bearings: Readonly<Record<string, Placed<BearingReading>>>;
}

/** A reading of a range sensor that the memory does not have yet, and the one before it. */
export interface Unseen {
  readonly reading: RangeReading;
  readonly last: RangeReading | undefined;
}

/** State that behaviors, steering and locomotion keep from tick to tick. */
export interface MissionState {
  /** The behaviors' memories, in the shape of the mission. */
  readonly memory: unknown;
  readonly random: RandomState;
  readonly reference: Vec2;
  readonly locomotion: LocomotionState;
  /** For how long it has been asked while the robot could drive; these are missing in older recordings. */
  readonly time?: Seconds;
  readonly signals?: Signals;
  /** The way that the robot came, for a mission that goes home by it. */
  readonly trail?: WayCome;
  /** How far it has come back along that way; missing while it does not. */
  readonly retraced?: Meters;
  /** It goes on from an earlier run since this time, and nobody has said yet where the robot stands. */
  readonly unplaced?: Seconds;
  /** When somebody last said it, as `time` counts; missing if nobody has. */
  readonly placed?: Seconds;
}

/** The robot's own condition, and whether it may drive. */
export interface Guards {
  readonly supervisor: SupervisorState;
  /** Commands and motion of the wheels while the robot drives. */
  readonly motion: MotionState;
  /** The battery and the link, by their last readings. */
  readonly supply: SupplyState;
  /** The trip so far. */
  readonly trip: Trip;
  /** Late ticks of the last second. */
  readonly lateTicks: LateTicks;
  /** Where it last made progress, and what keeps it there; undefined before the first tick, and in older recordings. */
  readonly progress: Progress | undefined;
  /** Its wheels were seen to follow their commands more slowly than its file says. */
  readonly isWeak: boolean;
  /** Whether the motors are armed, as far as the loop knows. */
  readonly powered: boolean;
}

/** The state with changes. Written out, since a spread with overridden keys costs twenty times as much. */
export const updated = (
  state: LoopState,
  {
    estimator = state.estimator,
    around = state.around,
    guards = state.guards,
  }: Partial<Pick<LoopState, 'estimator' | 'around' | 'guards'>>,
): LoopState => {
  const { at, mission, granted, wheelSpeed, setup, teleop } = state;
  return { at, estimator, around, mission, granted, wheelSpeed, guards, setup, teleop };
};

/** The state after its supervisor was told of a fault. */
export function supervised(
  state: LoopState,
  tell: (before: SupervisorState, at: Seconds, found: Found) => SupervisorState,
  at: Seconds,
  found: Found,
): LoopState {
  const { guards } = state;
  return { ...state, guards: { ...guards, supervisor: tell(guards.supervisor, at, found) } };
}

export const AWAY: Cause = { kind: 'away', what: 'the body was away' };
export const UNPLACED: Cause = { kind: 'unplaced', what: 'it waits to be told where it stands' };

export const isUnplaced = ({ mission }: Pick<LoopState, 'mission'>): boolean =>
  mission.unplaced !== undefined;

/** The twist of an operator's stick, and until when it counts. */
export interface TeleopState {
  readonly twist: Twist;
  readonly until: Seconds;
  /** The stick was held while the robot was stopped: it counts again after it was released. */
  readonly blocked: boolean;
}

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };

export interface Start {
  readonly at: Seconds;
  readonly pose: Pose;
  /** Initial speed of wheels, reference and commands under way. */
  readonly speed: MetersPerSecond;
  readonly seed: number;
  /** How late the body was measured to answer in an earlier run, and so reckoned with; null or missing: its file's. */
  readonly latency?: Seconds | null;
}

/**
 * The state that a loop starts with: by default at time 0, at rest, at the origin, facing +x.
 *
 * @throws TypeError for what is no model, or no pose
 * @example
 * ```ts
 * import { arrive, loadRobot } from 'steerbot';
 * import { prepareModel, startLoop } from 'steerbot/control';
 * const start = startLoop(prepareModel(loadRobot('scout'), arrive({ target: [1, 0] })));
 * console.log(start.guards.supervisor.safety); // driving
 * ```
 */
export function startLoop(model: RobotModel, start: Partial<Start> = {}): LoopState {
  const { at = 0, pose = ORIGIN, speed = 0, seed = 1, latency = null } = start;
  requireModel('startLoop', model);
  const trouble = aPose(pose);
  if (trouble !== undefined) throw misuse(`startLoop: pose ${trouble}`);
  const estimator = startEstimate(at, pose, speed, model.estimation);
  return {
    at: null,
    estimator: { ...estimator, latency: estimator.latency && { ...estimator.latency, used: latency } },
    around: {
      targets: {},
      suspects: {},
      surroundings: { neighbors: [], obstacles: [], at, heardAt: null, often: 0 },
      ranges: {},
      seen: nothingSeen,
      unseen: [],
      health: startRangeHealths(model.rangers, at),
      levels: {},
      bearings: {},
    },
    mission: {
      memory: model.behavior.start(),
      random: seedRandom(seed),
      reference: scale(fromPolar(1, pose.heading), speed),
      locomotion: startLocomotion,
      time: 0,
      ...(model.keepsTrail && { trail: startTrail(pose) }),
    },
    granted: { left: speed, right: speed },
    wheelSpeed: startWheelSpeed,
    guards: {
      supervisor: startSupervisor,
      motion: startMotion(at, { left: speed, right: speed }),
      supply: startSupply,
      trip: startTrip(pose),
      lateTicks: startPunctual,
      progress: undefined,
      isWeak: false,
      powered: true,
    },
    setup: null,
    teleop: null,
  };
}

/**
 * A loop goes on with another body that moves as the one before did: in its mission as far as it was, and knowing what is on its way to
 * the wheels. Its counters and its clock start again, and so does what watches the body.
 *
 * @param then when, on the earlier clock, this one begins at 0
 */
export function goingOn(start: LoopState, past: LoopState, then: Seconds): LoopState {
  const { belief, wheels, sent, motors, latency, gyro } = past.estimator;
  const onItsClock = <T extends { readonly at: Seconds }>(all: readonly T[]): readonly T[] =>
    all.map((one) => ({ ...one, at: one.at - then }));
  const { at, pose } = start.estimator.belief;
  // A compass of the other body has a zero of its own.
  const known = withoutZeros(belief);
  return {
    ...start,
    estimator: {
      ...start.estimator,
      belief: { ...known, at, pose },
      wheels,
      sent: onItsClock(sent),
      motors,
      // With its bias known, the robot need not stand to learn it.
      gyro: gyro && interrupted({ ...gyro, begun: gyro.begun - then }),
      latency: latency && {
        ...latency,
        at: latency.at === null ? null : latency.at - then,
        driven: onItsClock(latency.driven),
      },
    },
    mission: past.mission,
    granted: past.granted,
    wheelSpeed: past.wheelSpeed,
    guards: { ...start.guards, isWeak: past.guards.isWeak },
  };
}

/**
 * Goes on from an earlier state with a body that was away: pose and mission are kept, the speed is not, its counters
 * start again, and an operator must arm it.
 *
 * @example
 * ```ts
 * import { arrive, loadRobot } from 'steerbot';
 * import { prepareModel, resumeStopped, startLoop } from 'steerbot/control';
 * const model = prepareModel(loadRobot('scout'), arrive({ target: [1, 0] }));
 * const start = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
 * // As a program goes on from a recorded state: the body stands, and nothing has been granted yet.
 * console.log(resumeStopped(start).at); // null
 * ```
 */
export function resumeStopped(state: LoopState): LoopState {
  return {
    ...state,
    at: null,
    estimator: bodyAway(state.estimator, state.estimator.at),
    mission: { ...state.mission, reference: ZERO },
    granted: AT_REST,
    wheelSpeed: startWheelSpeed,
    guards: {
      supervisor: { safety: 'stopped', cause: isUnplaced(state) ? UNPLACED : AWAY, faults: [] },
      motion: startMotion(state.at ?? 0, AT_REST),
      supply: startSupply,
      trip: state.guards.trip,
      lateTicks: startPunctual,
      progress: undefined,
      isWeak: state.guards.isWeak,
      powered: false,
    },
    teleop: null,
  };
}
