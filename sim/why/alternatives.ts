/** The obvious alternatives of a run: what was unusual in it set right, and what was chosen in it chosen otherwise; each is one change. */
import type { Scenario } from '../scenario/scenario.js';
import type { Alternative } from './alternative.js';
import { asDeclared, ideal, withoutFaults } from './ofBody.js';
import { ofMission } from './ofMission.js';
import { ofNumbers } from './ofNumbers.js';
import { ofSensors, withoutThings } from './ofSurroundings.js';

/** All of them, in no order. */
export const alternativesOf = (scenario: Scenario): readonly Alternative[] => [
  ...withoutFaults(scenario),
  ...asDeclared(scenario),
  ...scenario.robots.flatMap((robot, i) =>
    robot.ghost
      ? []
      : [
          ...ofMission(scenario, robot, i),
          ...ofNumbers(scenario, robot, i),
          ...ofSensors(scenario, robot, i),
        ],
  ),
  ...withoutThings(scenario),
  ...ideal(scenario),
];
