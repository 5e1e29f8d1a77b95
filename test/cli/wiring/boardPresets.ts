/** The robots that come with us and have a board. */

import { loadRobot } from '../../../src/config/loadDefinition.js';
import { packagedNames, ROBOTS } from '../../../src/config/loadFile.js';

export const boardPresets = packagedNames(ROBOTS)
  .map((name) => loadRobot(name))
  .filter(({ board }) => board !== undefined);
