/** A mission's limits as command options: how long, how far and where a robot may drive. */
import type { z } from 'zod';
import type { RobotDefinition } from '../../robot/robot.js';
import { UsageError } from '../../validation/errors.js';
import { missionLimitSchemas } from './robotParts.js';

type MissionLimits = Pick<RobotDefinition['limits'], 'time' | 'distance' | 'fence'>;

export interface LimitOptions {
  readonly timeLimit?: string;
  readonly distanceLimit?: string;
  readonly fence?: string;
}

const FENCE_FORMS =
  "give a center and a radius, such as '0,0 2m', or at least three corners, such as '0,0 3,0 3,2'";

/** Only the limits that were given. @throws UsageError */
export function missionLimits({ timeLimit, distanceLimit, fence }: LimitOptions): MissionLimits {
  const { time, distance, fence: area } = missionLimitSchemas;
  return {
    ...(timeLimit !== undefined && { time: read(time, `--time-limit ${timeLimit}`, timeLimit) }),
    ...(distanceLimit !== undefined && {
      distance: read(distance, `--distance-limit ${distanceLimit}`, distanceLimit),
    }),
    ...(fence !== undefined && { fence: read(area, `--fence '${fence}'`, writtenFence(fence), FENCE_FORMS) }),
  };
}

/** The options override the robot's file. */
export const withLimits = (robot: RobotDefinition, limits: MissionLimits): RobotDefinition => ({
  ...robot,
  limits: { ...robot.limits, ...limits },
});

function read<T>(schema: z.ZodType<T>, option: string, value: unknown, allowed?: string): T {
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data;
  throw new UsageError(`${option}: ${allowed ?? error?.issues.map(({ message }) => message).join('; ')}`);
}

/** `x,y radius` or `x,y x,y …` → the form of a robot's file. */
function writtenFence(text: string): unknown {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  if (rest.length > 0 && !rest.some((part) => part.includes(',')))
    return { at: writtenPoint(first), radius: rest.join(' ') };
  return [first, ...rest].map(writtenPoint);
}

const writtenPoint = (text: string): readonly string[] => text.split(',');
