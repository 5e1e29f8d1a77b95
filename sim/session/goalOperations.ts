/** Where an operator sends simulated robots: by the pointer, a place, a path, or another mission. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { OperationRefusal } from '../../src/session/operations.js';
import { following, followsPointer, goingTo } from '../../src/session/retarget.js';
import type { MissionSpec } from '../../src/signals/missionTree.js';
import type { RobotRun } from '../engine/robotRun.js';
import type { OpenScene } from './openScene.js';

const follows = ({ loop }: RobotRun): boolean => followsPointer(loop.setup.mission);

export function movePointer({ run, robots }: OpenScene, at: Vec2): OperationRefusal {
  run.targetTruth.held = at;
  // A robot that only seeks passes a dragged pointer again and again, which is not worth a message each time.
  for (const robot of robots) if (follows(robot) && robot.referee.staysThere) robot.referees.goalMoved();
  return undefined;
}

/** Sends robots to a place: robots that follow the pointer by moving it, others by their mission. */
export function goTo(open: OpenScene, robot: string | undefined, at: Vec2): OperationRefusal {
  const meant = open.meant(robot);
  if (typeof meant === 'string') return meant;
  const followers = meant.filter(follows);
  if (followers.length > 0) movePointer(open, at);
  for (const { referees } of followers) referees.goalMoved();
  const others = meant.filter((one) => !follows(one));
  return give(open, others, (mission) => goingTo(mission, at, open.scene.scenario.behaviors));
}

export function follow(open: OpenScene, robot: string | undefined, path: readonly Vec2[]): OperationRefusal {
  const meant = open.meant(robot);
  if (typeof meant === 'string') return meant;
  return give(open, meant, (mission) => following(mission, path, open.scene.scenario.behaviors));
}

/**
 * Changes the mission of the first robot whose own mission is one of the scene's, and of all robots with that same own
 * mission, ghosts included. If no robot has such a mission, all robots get the chosen one.
 */
export function choose({ scene, robots, setups }: OpenScene, mission: number): OperationRefusal {
  const { missions = [] } = scene.scenario;
  if (!missions[mission]) return `there is no mission ${mission + 1} here; it has ${missions.length}`;
  const words = (one: MissionSpec) => JSON.stringify(one);
  const named = new Set(missions.map((one) => words(one.mission)));
  const first = robots.find(({ spec }) => !spec.ghost && named.has(words(spec.mission)));
  const featured = robots.filter(({ spec }) => first && words(spec.mission) === words(first.spec.mission));
  for (const { id, loop } of featured.length > 0 ? featured : robots)
    loop.say({ kind: 'setup', setup: setups.choose(id, mission) });
  return undefined;
}

/** Changes the missions of all the robots, or of none if one cannot be changed. */
function give(
  { setups }: OpenScene,
  robots: readonly RobotRun[],
  change: (mission: MissionSpec) => MissionSpec | string,
): OperationRefusal {
  const made = robots.map(({ id, loop }) => ({ id, loop, mission: change(setups.now(id).mission) }));
  for (const { mission } of made) if (typeof mission === 'string') return mission;
  for (const { id, loop, mission } of made) {
    if (typeof mission !== 'string') loop.say({ kind: 'setup', setup: setups.give(id, mission) });
  }
  return undefined;
}
