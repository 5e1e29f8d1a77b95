/** Makes a scenario for each seed from files that are read once: later edits of a file cannot mix in. */
import { dirname } from 'node:path';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { loadPath, loadRobot } from '../../config/loadDefinition.js';
import { findFile, loadText } from '../../config/loadFile.js';
import type { MissionLimits } from '../../safety/missionLimits.js';
import type { OwnBehaviors } from '../../steering/mission.js';

/** Changes to every robot. */
export interface Changes {
  /** The name or the file of the robot that replaces the scenario's robots. */
  readonly robot?: string | undefined;
  readonly limits?: MissionLimits | undefined;
}

/** Returns a function that gives what `loadScenario` would. @throws FileError, also for each seed */
export function scenarioBySeed(
  nameOrPath: string,
  behaviors: OwnBehaviors,
  { robot: robotName, limits }: Changes = {},
): (seed: number) => Scenario {
  const file = findFile(nameOrPath, { folder: 'sim/scenarios', what: 'a scenario' });
  const from = dirname(file);
  const text = loadText(file);
  const readPath = memoized((name) => loadPath(name, from));
  const readRobot = memoized((name) => loadRobot(name, { from }));
  const robot = robotName === undefined ? undefined : loadRobot(robotName);
  return (seed) => parseScenario(text, file, { seed, behaviors, robot, limits, readPath, readRobot });
}

/** Reads each name once. */
function memoized<T>(read: (name: string) => T): (name: string) => T {
  const kept = new Map<string, T>();
  return (name) => {
    const found = kept.get(name) ?? read(name);
    kept.set(name, found);
    return found;
  };
}
