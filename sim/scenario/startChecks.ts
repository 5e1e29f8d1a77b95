/** Whether robots can start where a scenario puts them, and as it puts them. */
import { distance } from '../../src/math/geometry.js';
import { rangersOf } from '../../src/sensors/echoes.js';
import { needsSight } from '../../src/steering/mission.js';
import type { KeyPath } from '../../src/validation/values.js';
import { roomIn } from '../world/arrangement.js';
import { ORIGIN, type RobotEntry } from './crowd.js';
import type { RobotSpec, Scenario } from './scenario.js';

export interface StartFault {
  /** Which entry of the scenario's robots. */
  readonly index: number;
  /** `found; allowed; cure`. */
  readonly message: string;
}

/** Robots with a place of their own that start inside something solid, or inside an earlier one of them. */
export function blockedStarts(
  entries: readonly RobotEntry[],
  { world: spec, bodies }: Pick<Scenario, 'world' | 'bodies'>,
): StartFault[] {
  // There nothing is in anybody's way.
  if (bodies === 'kinematic') return [];
  const hasRoom = roomIn(spec);
  const earlier: Pick<RobotSpec, 'id' | 'at' | 'robot'>[] = [];
  return entries.flatMap(({ id, at = ORIGIN, inside: anywhere, robot, ghost }, index) => {
    if (anywhere) return [];
    const { radius } = robot.chassis;
    const near = (one: (typeof earlier)[number]) => distance(one.at, at) < one.robot.chassis.radius + radius;
    const other = ghost ? undefined : earlier.find(near);
    if (!ghost) earlier.push({ id, at, robot });
    const inside = other ? `robot '${other.id}'` : hasRoom(at, radius) ? undefined : 'an obstacle';
    if (inside === undefined) return [];
    return [
      { index, message: `robot '${id}' starts inside ${inside}; it needs ${radius} m all round; move it` },
    ];
  });
}

export interface BlindMission {
  readonly path: KeyPath;
  readonly message: string;
}

/** Guards robots: who has nothing to see with would drive into what it was told to avoid. */
export function blindMissions(
  entries: readonly RobotEntry[],
  { sensing, missions = [] }: Pick<Scenario, 'sensing' | 'missions'>,
): BlindMission[] {
  if (sensing === 'truth') return [];
  return entries.flatMap(({ robot, mission }, index) => {
    if (Object.keys(rangersOf(robot.sensors)).length > 0) return [];
    const all = [
      { path: ['robots', index, 'mission'], mission },
      ...missions.map(({ name, mission }) => ({ path: ['missions', name], mission })),
    ];
    return all.flatMap(({ path, mission }) => {
      const blind = needsSight(mission);
      if (blind === undefined) return [];
      const found = `'${blind}' sees nothing: robot '${robot.name}' has no range sensor`;
      return [{ path, message: `${found}; it needs one, or 'sensing: truth'; add a sensor to its file` }];
    });
  });
}
