/** The robots that come with us and have a board. */

import { packagedNames, ROBOTS } from '../../../src/config/loadFile.js';
import { loadRobot } from '../../../src/config/robot/loadRobot.js';

export const boardPresets = packagedNames(ROBOTS)
  .map((name) => loadRobot(name))
  .filter(({ board }) => board !== undefined);
