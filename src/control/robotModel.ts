/** The loop's model of the robot: body, behavior, rate. It is constant until an operator changes the setup. */

import { type EstimatorParameters, longestLatency } from '../estimation/estimatorState.js';
import type { LatencyMeter, MeasuredLatency } from '../estimation/latencyMeter.js';
import { wheelDoubts } from '../estimation/wheelDoubt.js';
import type { MotorModel } from '../locomotion/motor.js';
import { type WheelSpeedGains, wheelSpeedGains } from '../locomotion/wheelSpeedLoop.js';
import type { MetersPerSecond, Seconds, Volts } from '../math/units.js';
import { allFigures, motorFigures, sharedSpeed } from '../robot/byWheel.js';
import type { BodyLimits } from '../robot/limits.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { MissionLimits } from '../safety/missionLimits.js';
import { type MonitoredBody, monitoredBody } from '../safety/monitoredBody.js';
import { commandMemory } from '../safety/motionMonitor.js';
import { blindTime } from '../safety/punctuality.js';
import { type Battery, DEAD_SHARE } from '../safety/supplies.js';
import { LEAST_ACCELERATION } from '../safety/weakBody.js';
import { metersPerCount, wheelsThatCountUp } from '../sensors/boardInputs.js';
import { orientationOf } from '../sensors/sensorFacts.js';
import type { Setup } from '../signals/signals.js';
import type { Behavior } from '../steering/behavior.js';
import {
  hasEnd,
  hasSteps,
  isJoining,
  keepsTrail,
  missionBehavior,
  type OwnBehaviors,
} from '../steering/mission.js';
import { fieldOf } from '../validation/values.js';
import { requireModelParts } from './modelChecks.js';
import { type SensorModel, sensorModel } from './sensorModel.js';

export interface RobotModel extends SensorModel {
  /** The id by which other robots know this one. */
  readonly id: string;
  readonly body: BodyLimits;
  readonly motor: MotorModel;
  readonly wheelSpeed: WheelSpeedGains;
  /** The battery's voltage for which the motors' figures hold; missing if nobody knows it. */
  readonly voltage?: Volts;
  readonly estimation: EstimatorParameters;
  readonly motionMonitor: MonitoredBody;
  /** How long a command that was in effect is remembered: as long as the estimate or the motion monitor asks for it. */
  readonly commandMemory: Seconds;
  readonly battery: Battery | null;
  readonly limits: MissionLimits;
  readonly watchesCollisions: boolean;
  /** Speed limit with a weak battery, a bad link, or a sensor that has just gone blind. */
  readonly halfSpeed: MetersPerSecond;
  readonly behavior: Behavior;
  /** Ids of the moving targets that it names. */
  readonly movers: readonly string[];
  /** Its mission has nodes with state: time passes for them only while the robot may drive. */
  readonly hasSteps: boolean;
  /** Its mission goes home by the way it came. */
  readonly keepsTrail: boolean;
  /** It is to come to an end somewhere. */
  readonly hasEnd: boolean;
  readonly period: Seconds;
  /** The longest gap between two ticks at full speed. */
  readonly blindTime: Seconds;
  readonly steering: 'force' | 'direct';
  readonly mayReverse: boolean;
  /** What depends on how late and how strong the body is, as it was seen to be. */
  readonly timedBy: (seen: SeenBody) => Timing;
  /** The same robot after an operator's change. */
  readonly changed: (setup: Setup) => RobotModel;
}

/** How a body was seen to answer its commands. */
interface SeenBody {
  /** The latency that is reckoned with; null: that of the file. */
  readonly used: Seconds | null;
  readonly found: MeasuredLatency | null;
  /** It was measured in an earlier run, and not yet in this one: what watches the wheels must not count on it. */
  readonly isKept: boolean;
  /** It gains speed more slowly than its file says. */
  readonly isWeak: boolean;
}

/** The parts of a model that depend on that. */
interface Timing extends Pick<RobotModel, 'wheelSpeed' | 'motionMonitor'> {
  readonly latency: Seconds;
  readonly limits: Pick<BodyLimits, 'reaction' | 'maxAcceleration' | 'maxForce'>;
}

/**
 * @param own behaviors that later missions may name
 * @example
 * ```ts
 * import { arrive, loadRobot } from 'steerbot';
 * import { prepareModel } from 'steerbot/control';
 * const model = prepareModel(loadRobot('scout'), arrive({ target: [1, 0] }));
 * console.log(model.period, model.body.maxSpeed); // 0.02 0.5
 * ```
 */
export function prepareModel(
  robot: RobotDefinition,
  behavior: Behavior,
  id = robot.name,
  own: OwnBehaviors = {},
): RobotModel {
  requireModelParts(robot, behavior);
  const { motors, limits, control } = robot;
  // Guards people: frozen, so that a behavior, which gets these limits, cannot raise them.
  const body = Object.freeze(bodyLimits(robot));
  const estimation = estimatorParameters(robot);
  const motionMonitor = motionParameters(robot, control.compensate && [0, UNKNOWN_LATENCY]);
  return {
    id,
    body,
    motor: { ...motors, figures: motorFigures(motors) },
    wheelSpeed: wheelSpeedLoop(robot, control.latency),
    ...(motors.voltage !== undefined && { voltage: motors.voltage }),
    estimation,
    motionMonitor,
    commandMemory: Math.max(longestLatency(estimation), commandMemory(motionMonitor)),
    ...sensorModel(robot, behavior),
    battery: batteryOf(robot),
    limits,
    watchesCollisions: robot.safety?.collisionMonitor !== 'off',
    halfSpeed: body.maxSpeed / 2,
    behavior,
    movers: moversOf(behavior),
    hasSteps: hasSteps(behavior),
    keepsTrail: keepsTrail(behavior),
    hasEnd: hasEnd(behavior),
    period: 1 / control.rate,
    blindTime: blindTime(control),
    steering: control.steering,
    mayReverse: limits.reverse,
    timedBy: timings(robot),
    changed: (setup) => prepareModel(setup.robot, missionBehavior(setup.mission, own), id, own),
  };
}

/** As long as nobody knows it, a latency may be this long. */
const UNKNOWN_LATENCY: Seconds = 0.36;
/** A latency is used in such steps, so that few models are made. */
const LATENCY_STEP: Seconds = 0.002;

/**
 * Guards people: what must react in time reckons with the declared latency or the measured one, whichever is longer; and
 * what must stop in time with the least acceleration that a weak body may have.
 */
function timings(robot: RobotDefinition): RobotModel['timedBy'] {
  const known = new Map<string, Timing>();
  const { control, motors, limits } = robot;
  return ({ used, found, isWeak, isKept }) => {
    const declared = control.latency;
    const steps = [used ?? declared, found?.value ?? used ?? declared].map((one) =>
      Math.round(one / LATENCY_STEP),
    );
    const key = `${steps.join(' ')} ${isWeak} ${used === null} ${isKept}`;
    const before = known.get(key);
    if (before) return before;
    const [latency = 0, measured = 0] =
      used === null ? [declared, declared] : steps.map((step) => step * LATENCY_STEP);
    const longer = Math.max(latency, declared);
    const longest = 1.5 * Math.max(longer, measured) + 0.03;
    const share = isWeak ? LEAST_ACCELERATION : 1;
    const timing = {
      latency,
      limits: {
        reaction: longer + motors.lag,
        maxAcceleration: share * limits.acceleration,
        maxForce: share * limits.force,
      },
      wheelSpeed: wheelSpeedLoop(robot, longer),
      // What is used follows what is measured slowly.
      motionMonitor: motionParameters(
        robot,
        used === null
          ? undefined
          : [isKept ? 0 : latency / 2, isKept ? Math.max(UNKNOWN_LATENCY, longest) : longest],
        latency,
      ),
    };
    known.set(key, timing);
    return timing;
  };
}

/** Created once per timing; each event looks it up. */
const modelsByTiming = new WeakMap<Timing, { readonly from: RobotModel; readonly to: RobotModel }>();

/** The model of the body as it was seen to answer its commands. */
export function asMeasured(
  model: RobotModel,
  meter: LatencyMeter | null | undefined,
  isWeak = false,
): RobotModel {
  const { used = null, found = null, lasted = 0 } = meter ?? {};
  if (used === null && !isWeak) return model;
  const timing = model.timedBy({ used, found, isWeak, isKept: lasted === 0 });
  const known = modelsByTiming.get(timing);
  if (known?.from === model) return known.to;
  const to = timed(model, timing);
  modelsByTiming.set(timing, { from: model, to });
  return to;
}

function timed(model: RobotModel, { latency, limits, wheelSpeed, motionMonitor }: Timing): RobotModel {
  const body = Object.freeze({ ...model.body, ...limits });
  const response = { ...model.estimation.response, acceleration: limits.maxAcceleration };
  const estimation = { ...model.estimation, latency, response };
  const memory = Math.max(longestLatency(estimation), commandMemory(motionMonitor));
  return { ...model, body, estimation, wheelSpeed, motionMonitor, commandMemory: memory };
}

/** `{ mover: id }`, wherever a behavior was given it; a condition may ask for one that does not come. */
function moversOf({ name, input, parts = [] }: Behavior): readonly string[] {
  const below = parts.flatMap(({ behavior }) => moversOf(behavior));
  if (name !== undefined && isJoining(name)) return below;
  const named = Object.values(input ?? {}).flatMap((value: unknown) => {
    const mover = fieldOf(value, 'mover');
    return typeof mover === 'string' ? [mover] : [];
  });
  return [...named, ...below];
}

function estimatorParameters(robot: RobotDefinition): EstimatorParameters {
  const { motors, limits, control, chassis } = robot;
  return {
    track: chassis.track,
    doubts: wheelDoubts(chassis.track, robot.wheels.slip),
    latency: control.latency,
    fileLatency: {
      declaredLatency: control.latency,
      compensates: control.compensate !== undefined,
      pause: pauseOf(control),
    },
    response: { lag: motors.lag, breakaway: motors.breakaway, acceleration: limits.acceleration },
    patience: Math.max(3 / control.rate, 0.15),
    deadSpeed: Math.max(
      ...allFigures(motors).map(({ deadband, noLoadSpeed }) => (deadband / (1 - deadband)) * noLoadSpeed),
    ),
    measuresVoltage: robot.battery !== undefined && motors.voltage !== undefined,
    ...encoderScale(robot),
    ...orientationOf(robot.sensors),
  };
}

/** With a longer dead-man time the robot's file says that its link pauses for so much longer than a cable. */
const CABLE_DEAD_MAN: Seconds = 0.2;
const pauseOf = ({ deadMan }: RobotDefinition['control']): Seconds => Math.max(0, deadMan - CABLE_DEAD_MAN);

function motionParameters(
  robot: RobotDefinition,
  range: readonly [Seconds, Seconds] | undefined,
  latency = robot.control.latency,
): MonitoredBody {
  const { chassis, motors, control, limits } = robot;
  const declared = {
    track: chassis.track,
    noLoadSpeed: Math.max(...allFigures(motors).map(({ noLoadSpeed }) => noLoadSpeed)),
    period: 1 / control.rate,
    pause: pauseOf(control),
    latency,
    response: { lag: motors.lag, breakaway: motors.breakaway, acceleration: limits.acceleration },
    ...encoderScale(robot),
  };
  return monitoredBody(declared, range);
}

function encoderScale({
  encoders,
  wheels,
}: RobotDefinition): Pick<EstimatorParameters, 'metersPerCount' | 'countsUp'> {
  if (!encoders) return {};
  const left = metersPerCount(wheels.diameter, encoders.left.countsPerRevolution);
  const right = metersPerCount(wheels.diameter, encoders.right.countsPerRevolution);
  const countsUp = wheelsThatCountUp(encoders);
  return { metersPerCount: { left, right }, ...((countsUp.left || countsUp.right) && { countsUp }) };
}

const batteryOf = ({ battery }: RobotDefinition): Battery | null =>
  battery ? { low: battery.low, dead: battery.dead ?? DEAD_SHARE * battery.low } : null;

function wheelSpeedLoop(robot: RobotDefinition, latency: Seconds): WheelSpeedGains {
  const { control, motors } = robot;
  const { left = 0, right = 0 } = encoderScale(robot).metersPerCount ?? {};
  return wheelSpeedGains(latency, motors.lag, 1 / control.rate, Math.max(left, right));
}

/** The body's limits for the controller's stages. */
function bodyLimits(robot: RobotDefinition): BodyLimits {
  return {
    mass: robot.chassis.mass,
    radius: robot.chassis.radius,
    track: robot.chassis.track,
    maxSpeed: Math.min(robot.limits.speed, sharedSpeed(robot.motors)),
    maxWheelSpeed: sharedSpeed(robot.motors),
    maxAcceleration: robot.limits.acceleration,
    maxTurnRate: robot.limits.turnRate,
    maxForce: robot.limits.force,
    steeringGain: robot.control.steeringGain,
    reaction: robot.control.latency + robot.motors.lag,
  };
}
