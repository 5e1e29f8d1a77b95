/** What does not change while a robot drives: its body, its behavior, its rate. */

import type { BodyLimits } from '../body.js';
import type { EstimatedBody } from '../estimation/estimate.js';
import type { MotorModel } from '../locomotion/motor.js';
import type { RobotDefinition } from '../robot.js';
import { type Ranger, rangersOf } from '../sensors/echoes.js';
import { metersPerCount } from '../sensors/encoder.js';
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
}

export function prepareController(robot: RobotDefinition, behavior: Behavior, id = robot.name): Controller {
  const { motors, limits, control, chassis } = robot;
  return {
    id,
    body: bodyLimits(robot),
    motor: motors,
    estimated: {
      track: chassis.track,
      latency: control.latency,
      response: { lag: motors.lag, breakaway: motors.breakaway, acceleration: limits.acceleration },
      patience: Math.max(3 / control.rate, 0.15),
      ...encoderScale(robot),
    },
    rangers: rangersOf(robot.sensors),
    behavior,
    period: 1 / control.rate,
    steering: control.steering,
    mayReverse: limits.reverse,
  };
}

/** The same with every wheel held to a speed. */
export function slowed(controller: Controller, limit: MetersPerSecond): Controller {
  const { body } = controller;
  const maxSpeed = Math.min(body.maxSpeed, limit);
  const maxWheelSpeed = Math.min(body.maxWheelSpeed, limit);
  return { ...controller, body: { ...body, maxSpeed, maxWheelSpeed } };
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
