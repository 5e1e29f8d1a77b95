/** A mission out of a file of its own, with the paths it names. */
import { dirname } from 'node:path';
import type { MissionSpec } from '../../steering/mission.js';
import { loadText } from '../loadFile.js';
import { loadPath } from './loadPath.js';
import { type MissionOptions, parseMission } from './missionFile.js';

/** @throws FileError with every problem of the file, and of the paths it names */
export function loadMission(file: string, options: Pick<MissionOptions, 'behaviors'> = {}): MissionSpec {
  const readPath = (name: string) => loadPath(name, dirname(file));
  return parseMission(loadText(file), file, { ...options, readPath });
}
