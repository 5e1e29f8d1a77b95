/** `steerbot check`: every problem of robots, scenarios, missions and paths at once. */
import { loadScenarioFile } from '../../sim/scenario/loadScenario.js';
import { loadText } from '../config/loadFile.js';
import { loadMission } from '../config/mission/loadMission.js';
import { loadPath } from '../config/mission/loadPath.js';
import { parseRobot } from '../config/robot/robotFile.js';
import { SourceDocument } from '../config/yaml/document.js';
import type { OwnBehaviors } from '../steering/mission.js';
import { FileError, type FileFault } from '../validation/errors.js';
import { isRecord } from '../validation/values.js';

const ROBOT_KEYS = ['chassis', 'wheels', 'motors', 'encoders', 'limits', 'board', 'firmware'];
const SCENARIO_KEYS =
  'robots world plant faults criteria sensing bodies communication duration respawn vary'.split(' ');

/** Reads one file as what its name or its keys say it is. @throws FileError */
function load(file: string, behaviors: OwnBehaviors): unknown {
  if (/\.csv$/i.test(file)) return loadPath(file);
  const text = loadText(file);
  const document = new SourceDocument(text, file);
  const keys = isRecord(document.value) ? Object.keys(document.value) : [];
  if (keys.some((key) => SCENARIO_KEYS.includes(key))) return loadScenarioFile(file, { behaviors });
  if (keys.some((key) => ROBOT_KEYS.includes(key))) return parseRobot(text, file);
  if (keys.length === 1 && keys[0] !== 'name') return loadMission(file, { behaviors });
  const kinds = 'a robot has a chassis, a scenario has robots, a mission is one behavior';
  throw new FileError([document.fault([], `this is no robot, no scenario and no mission; ${kinds}`)]);
}

/** The problems of all files, in the order of the files; none where all are well. */
export function checkFiles(files: readonly string[], behaviors: OwnBehaviors = {}): FileFault[] {
  return files.flatMap((file) => {
    try {
      load(file, behaviors);
      return [];
    } catch (error) {
      if (error instanceof FileError) return error.faults;
      throw error;
    }
  });
}
