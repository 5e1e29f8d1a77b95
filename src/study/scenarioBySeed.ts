/** Makes a variant's scenario for each seed from files that are read once: later edits of a file cannot mix in. */
import { dirname } from 'node:path';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { parseScenario } from '../../sim/scenario/scenarioFile.js';
import { missionValue } from '../config/mission/missionFile.js';
import type { PathPoint } from '../config/paths/found.js';
import { parsePath } from '../config/paths/pathFile.js';
import { missionLimits } from '../config/robot/limitOptions.js';
import { parseRobot } from '../config/robot/robotFile.js';
import type { OwnBehaviors } from '../steering/mission.js';
import { type ReadFile, readFromDisk } from './studyFiles.js';
import type { StudyWork, Variant } from './variant.js';

export interface StudySurroundings extends Pick<StudyWork, 'robot' | 'limits'> {
  readonly behaviors?: OwnBehaviors;
  readonly read?: ReadFile;
}

/** Returns a function that gives what `loadScenario` would. @throws FileError, also for each seed */
export function scenarioBySeed(
  { scenario, mission, settings }: Variant,
  { read = readFromDisk, behaviors = {}, robot: robotName, limits: written = {} }: StudySurroundings = {},
): (seed: number) => Scenario {
  const { file, text } = read({ role: 'scenario', name: scenario, from: '.' });
  const from = dirname(file);
  const limits = missionLimits(written);
  const robotNamed = (name: string, from: string) => {
    const found = read({ role: 'robot', name, from });
    return parseRobot(found.text, found.file);
  };
  const readPath = pathReader(read, from);
  const readRobot = memoized((name) => robotNamed(name, from));
  const robot = robotName === undefined ? undefined : robotNamed(robotName, '.');
  const given = mission === undefined ? undefined : missionFrom(read, mission, behaviors);
  return (seed) =>
    parseScenario(text, file, {
      ...{ seed, behaviors, robot, limits, readPath, readRobot },
      ...{ settings, mission: given },
    });
}

function missionFrom(read: ReadFile, name: string, behaviors: OwnBehaviors): unknown {
  const { file, text } = read({ role: 'mission', name, from: '.' });
  return missionValue(text, file, { behaviors, readPath: pathReader(read, dirname(file)) });
}

const pathReader = (read: ReadFile, from: string): ((name: string) => readonly PathPoint[]) =>
  memoized((name) => {
    const { file, text } = read({ role: 'path', name, from });
    return parsePath(text, file).points;
  });

/** Makes each only once. */
function memoized<T>(make: (name: string) => T): (name: string) => T {
  const kept = new Map<string, T>();
  return (name) => {
    const found = kept.get(name) ?? make(name);
    kept.set(name, found);
    return found;
  };
}
