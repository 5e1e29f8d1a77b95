/** Whether a program gave a scenario. */
import { aDrivable } from '../../src/robot/definitionCheck.js';
import { misuse } from '../../src/validation/caller.js';
import { aPose, described } from '../../src/validation/options.js';
import { fieldOf } from '../../src/validation/values.js';
import type { Scenario } from './scenario.js';

/** @throws TypeError for what is no scenario, with how to get one */
export function requireScenario(taker: string, value: Scenario): void {
  const given: unknown = value;
  const robots = fieldOf(given, 'robots');
  const isScenario = Array.isArray(robots) && Array.isArray(fieldOf(given, 'criteria'));
  if (isScenario) {
    requireParts(taker, value);
    return;
  }
  const cure =
    typeof given === 'string'
      ? `loadScenario('${given}') loads one`
      : 'loadScenario(name) loads one, and scenario({ robots: [...] }) makes one';
  throw misuse(`${taker}: the scenario is ${described(given)}; ${cure}`);
}

/** A program may have changed parts of a scenario by hand. */
function requireParts(taker: string, { duration, robots }: Scenario): void {
  if (!(Number.isFinite(duration) && duration > 0))
    throw misuse(
      `${taker}: the scenario's duration is ${described(duration)}; seconds as a number above 0 are wanted`,
    );
  for (const [i, { robot, mission, at }] of robots.entries()) {
    const place = `${taker}: robots[${i}] of the scenario`;
    const trouble = aDrivable(robot) ?? aPose(at);
    if (trouble !== undefined) throw misuse(`${place}: ${aDrivable(robot) ? 'robot' : 'at'} ${trouble}`);
    if (typeof fieldOf(mission, 'behavior') !== 'string')
      throw misuse(
        `${place}: mission is ${described(mission)} that scenario({ … }) has not read; give it to scenario()`,
      );
  }
}
