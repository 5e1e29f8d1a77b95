/** The text of a mission that drives is a mission file, and means that mission. */
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { LESSONS, packagedNames, SCENARIOS } from '../../../src/config/loadFile.js';
import { parseMission } from '../../../src/config/mission/missionFile.js';
import { missionText } from '../../../src/config/mission/missionText.js';

const readPath = () => {
  throw new Error('a path is in the text');
};

describe.each([...packagedNames(SCENARIOS), ...packagedNames(LESSONS)])('%s', (name) => {
  const { robots, missions = [] } = loadScenario(name);
  const all = [...robots, ...missions].map(({ mission }) => mission);

  it('is written, and read back', () => {
    for (const mission of all) {
      const text = missionText(mission);
      const again = parseMission(text, 'mission', { readPath });
      // In other units a number has other digits: the text has twelve.
      expect(missionText(again)).toBe(text);
      expect(rounded(again)).toEqual(rounded(mission));
    }
  });
});

const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'number' ? Number(one.toPrecision(9)) : one)));

it('has points as pairs, and a behavior on one line', () => {
  const mission = parseMission(
    'prioritize:\n- avoidObstacles: {}\n- arrive: { target: [1.5, 0], within: 10 mm }',
    'mission',
    { readPath },
  );
  expect(missionText(mission)).toMatch(
    /^prioritize:\n {2}- avoidObstacles: \{.*\}\n {2}- arrive: \{target: \[1\.5, 0\], within: 0\.01.*\}\n$/s,
  );
});
