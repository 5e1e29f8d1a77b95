/** Converts a setup to the form of its files, and back through the files' own schemas. */
import type { z } from 'zod';
import { sharedSpeed } from '../../robot/byWheel.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { Setup } from '../../signals/signals.js';
import { type ChildSpec, type MissionSpec, type OwnBehaviors, writtenNode } from '../../steering/mission.js';
import { issueMessages, sayIssue } from '../../validation/issues.js';
import { missionSchema } from '../mission/missionSchema.js';
import { robotSchema } from '../robot/robotFile.js';

type PlainMap = Readonly<Record<string, unknown>>;

/** `{ seek: { target: [1, 0], within: 0.01 } }` */
export function serializeMission(spec: MissionSpec): PlainMap {
  if (!('children' in spec)) return { [spec.behavior]: spec.parameters };
  const children = spec.children.map(({ mission, ...beside }: ChildSpec) => ({
    ...serializeMission(mission),
    ...beside,
  }));
  if ('parameters' in spec) return writtenNode(spec.behavior, spec.parameters, children) as PlainMap;
  return { [spec.behavior]: children };
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.abs(b);

/** Whether the robot's limits equal their defaults. */
export function derivedLimits({ limits, chassis, motors }: RobotDefinition) {
  const speed = Math.min(limits.speed, sharedSpeed(motors));
  return {
    force: near(limits.force, chassis.mass * limits.acceleration),
    turnRate: near(limits.turnRate, (2 * speed) / chassis.track),
  };
}

/** Leaves out values that follow from others, so that they keep following, and sensors, which are not tuned. */
function serializeRobot(robot: RobotDefinition): PlainMap {
  const { sensors: _, ...body } = robot;
  const { steeringGain: __, ...control } = robot.control;
  const { force, turnRate, ...limits } = robot.limits;
  const follows = derivedLimits(robot);
  return {
    ...body,
    control,
    limits: { ...limits, ...(!follows.force && { force }), ...(!follows.turnRate && { turnRate }) },
  };
}

/** The schema's result, or its error messages. */
function checkWith<T>(schema: z.ZodType<T>, value: unknown): T | string {
  const { data, error } = schema.safeParse(value, { error: sayIssue });
  const said = (error?.issues ?? []).flatMap((issue) => issueMessages(issue, value));
  return error ? said.map(({ message }) => message).join('; ') : (data as T);
}

/**
 * The robot that a changed definition describes, or why it is refused.
 *
 * Another mass is pushed with the same force and the same gain k, so that a heavier robot answers later: τ = m/k, and
 * a = F/m. Source: Reynolds 1999.
 *
 * @param before the robot before the change
 */
export function parseTunedRobot(written: unknown, before: RobotDefinition): RobotDefinition | string {
  const read = checkWith<RobotDefinition>(robotSchema, written);
  if (typeof read === 'string') return read;
  const { mass } = read.chassis;
  const { steeringGain, responseTime: time } = before.control;
  const isOther = mass !== before.chassis.mass;
  // Without a response time the gain only says that the velocity changes at once.
  const keepsGain = time > 0 && (isOther || read.control.responseTime === time);
  const responseTime = isOther ? mass / steeringGain : time;
  return {
    ...read,
    sensors: before.sensors,
    limits: isOther ? { ...read.limits, force: before.limits.force } : read.limits,
    control: keepsGain ? { ...read.control, steeringGain, responseTime } : read.control,
  };
}

/** The mission that a changed definition describes, or why it is refused. */
export const parseTunedMission = (written: unknown, own: OwnBehaviors): MissionSpec | string =>
  checkWith(missionSchema(own), written);

export const serializeSetup = ({ robot, mission }: Setup): PlainMap => ({
  robot: serializeRobot(robot),
  mission: serializeMission(mission),
});
