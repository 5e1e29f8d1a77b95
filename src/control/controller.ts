/** What does not change while a robot drives: its body, its behavior, its rate. */

import type { BodyLimits } from '../body.js';
import type { EstimatedBody } from '../estimation/estimate.js';
import type { MotorModel } from '../locomotion/motor.js';
import { buildMission, type OwnBehaviors } from '../mission.js';
import type { RobotDefinition } from '../robot.js';
import { type Ranger, rangersOf } from '../sensors/echoes.js';
import { metersPerCount } from '../sensors/encoder.js';
import { orientationOf } from '../sensors/orientation.js';
import type { Setup } from '../signals.js';
import type { Behavior } from '../steering/behavior.js';
import type { MetersPerSecond, Seconds } from '../units.js';

export interface Controller {
  /** By which other robots know this one. */
  readonly id: string;
  readonly body: BodyLimits;
  readonly motor: MotorModel;
  readonly estimated: EstimatedBody;
  /** Its range sensors, by their ids. */
  readonly rangers: Readonly<Record<string, Ranger>>;
  readonly behavior: Behavior;
  readonly period: Seconds;
  readonly steering: 'force' | 'direct';
  readonly mayReverse: boolean;
  /** The same robot after an operator has changed something about it. */
  readonly changed: (setup: Setup) => Controller;
}

/** @param own behaviors that a mission which comes later may name */
export function prepareController(
  robot: RobotDefinition,
  behavior: Behavior,
  id = robot.name,
  own: OwnBehaviors = {},
): Controller {
  const { motors, limits, control } = robot;
  return {
    id,
    body: bodyLimits(robot),
    motor: motors,
    estimated: estimatedBody(robot),
    rangers: rangersOf(robot.sensors),
    behavior,
    period: 1 / control.rate,
    steering: control.steering,
    mayReverse: limits.reverse,
    changed: (setup) => prepareController(setup.robot, buildMission(setup.mission, own), id, own),
  };
}

/** Made once for each setup: a tick looks it up. */
const changedControllers = new WeakMap<Setup, { readonly from: Controller; readonly to: Controller }>();

/** The controller that a loop goes by: as it was prepared, or as an operator has changed it since. */
export function controllerFor(controller: Controller, setup: Setup | null): Controller {
  if (setup === null) return controller;
  const known = changedControllers.get(setup);
  if (known?.from === controller) return known.to;
  const to = controller.changed(setup);
  changedControllers.set(setup, { from: controller, to });
  return to;
}

/** The same with every wheel held to a speed. */
export function slowed(controller: Controller, limit: MetersPerSecond): Controller {
  const { body } = controller;
  const maxSpeed = Math.min(body.maxSpeed, limit);
  const maxWheelSpeed = Math.min(body.maxWheelSpeed, limit);
  // Guards people: no later change lifts the limit.
  const changed = (setup: Setup) => slowed(controller.changed(setup), limit);
  return { ...controller, body: { ...body, maxSpeed, maxWheelSpeed }, changed };
}

function estimatedBody(robot: RobotDefinition): EstimatedBody {
  const { motors, limits, control, chassis } = robot;
  return {
    track: chassis.track,
    latency: control.latency,
    response: { lag: motors.lag, breakaway: motors.breakaway, acceleration: limits.acceleration },
    patience: Math.max(3 / control.rate, 0.15),
    ...encoderScale(robot),
    ...orientationOf(robot.sensors),
  };
}

function encoderScale({ encoders, wheels }: RobotDefinition): Pick<EstimatedBody, 'metersPerCount'> {
  if (!encoders) return {};
  const left = metersPerCount(wheels.diameter, encoders.left.countsPerRevolution);
  const right = metersPerCount(wheels.diameter, encoders.right.countsPerRevolution);
  return { metersPerCount: { left, right } };
}

/** What the controller's stages need to know of a body. */
function bodyLimits(robot: RobotDefinition): BodyLimits {
  return {
    mass: robot.chassis.mass,
    radius: robot.chassis.radius,
    track: robot.chassis.track,
    maxSpeed: Math.min(robot.limits.speed, robot.motors.noLoadSpeed),
    maxWheelSpeed: robot.motors.noLoadSpeed,
    maxAcceleration: robot.limits.acceleration,
    maxTurnRate: robot.limits.turnRate,
    maxForce: robot.limits.force,
    steeringGain: robot.control.steeringGain,
    reaction: robot.control.latency + robot.motors.lag,
  };
}
