/** What a mission needs to sense, and a robot does not. */
import type { RobotDefinition } from '../robot/robot.js';
import { rangersOf } from '../sensors/beam.js';
import { mountsOf } from '../sensors/sensorFacts.js';
import { type MissionSpec, missingSensor, needsSight } from '../steering/mission.js';

/**
 * Guards people: without sensors or a map a robot would drive into what its mission tells it to avoid.
 *
 * @param mapBy where a map could come from, for the advice; `true`: it has one
 * @returns why it must not be driven, with what to do
 */
export function blindTrouble(
  { name, sensors, battery }: Pick<RobotDefinition, 'name' | 'sensors' | 'battery'>,
  mission: MissionSpec,
  mapBy?: string | true,
): string | undefined {
  const senses = { mounts: mountsOf(sensors), rangers: rangersOf(sensors), battery: battery !== undefined };
  const missing = missingSensor(mission, senses);
  if (missing) return `${missing.words} in robot '${name}'; add them to its file`;
  const blind = needsSight(mission);
  if (blind === undefined || mapBy === true || Object.keys(rangersOf(sensors)).length > 0) return undefined;
  const cure = mapBy === undefined ? 'add one to its file' : `add one, or give a map by ${mapBy}`;
  return `'${blind}' needs a range sensor, and robot '${name}' has none; ${cure}`;
}
