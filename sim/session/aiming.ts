/** Where robots are to go from now on, and which mission they drive; a refusal says why. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { MissionSpec } from '../../src/signals/missionTree.js';
import type { RobotRun } from '../engine/robotRun.js';
import { following, followsPointer, goingTo } from './retarget.js';
import type { Stage } from './stage.js';

/** Why something was not done; nothing where it was. */
export type Refusal = string | undefined;

const follows = ({ loop }: RobotRun): boolean => followsPointer(loop.setup.mission);

export function movePointer({ run, robots }: Stage, at: Vec2): Refusal {
  run.targetTruth.held = at;
  // Who only seeks passes a pointer that is dragged along again and again: that is no news each time.
  for (const robot of robots) if (follows(robot) && robot.referee.staysThere) robot.referees.goalMoved();
  return undefined;
}

/** Who follows the pointer goes where that is put. */
export function goTo(stage: Stage, robot: string | undefined, at: Vec2): Refusal {
  const meant = stage.meant(robot);
  if (typeof meant === 'string') return meant;
  const followers = meant.filter(follows);
  if (followers.length > 0) movePointer(stage, at);
  for (const { referees } of followers) referees.goalMoved();
  const others = meant.filter((one) => !follows(one));
  return give(stage, others, (mission) => goingTo(mission, at, stage.scene.scenario.behaviors));
}

export function follow(stage: Stage, robot: string | undefined, path: readonly Vec2[]): Refusal {
  const meant = stage.meant(robot);
  if (typeof meant === 'string') return meant;
  return give(stage, meant, (mission) => following(mission, path, stage.scene.scenario.behaviors));
}

/** Everybody gets the mission, ghosts too: else nothing could be compared. */
export function choose({ scene, robots, setups }: Stage, mission: number): Refusal {
  const { missions = [] } = scene.scenario;
  if (!missions[mission]) return `there is no mission ${mission + 1} here; it has ${missions.length}`;
  for (const { id, loop } of robots) loop.say({ kind: 'setup', setup: setups.choose(id, mission) });
  return undefined;
}

/** All of them, or nobody. */
function give(
  { setups }: Stage,
  robots: readonly RobotRun[],
  change: (mission: MissionSpec) => MissionSpec | string,
): Refusal {
  const made = robots.map(({ id, loop }) => ({ id, loop, mission: change(setups.now(id).mission) }));
  for (const { mission } of made) if (typeof mission === 'string') return mission;
  for (const { id, loop, mission } of made) {
    if (typeof mission !== 'string') loop.say({ kind: 'setup', setup: setups.give(id, mission) });
  }
  return undefined;
}
