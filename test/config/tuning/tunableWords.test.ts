import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { placesOf } from '../../../src/config/tuning/tunablePlaces.js';
import { tunablesOf } from '../../../src/config/tuning/tunables.js';
import { wordsFor } from '../../../src/config/tuning/tunableWords.js';
import { SCENARIOS } from './tunedScenarios.js';

describe('the words for tunable numbers', () => {
  it.each(SCENARIOS)('explain every number of %s', (name) => {
    const { robots, missions = [] } = loadScenario(name);
    const setups = robots.flatMap(({ robot, mission }) => [
      { robot, mission },
      ...missions.map((one) => ({ robot, mission: one.mission })),
    ]);
    const unexplained = setups.flatMap((setup) => placesOf(setup)).filter((place) => !wordsFor(place));
    expect(unexplained.map(({ label }) => label)).toEqual([]);
  });

  it('differ between behaviors with a parameter of the same name', () => {
    const path = (behavior: string) => ({ path: ['mission', 'prioritize', 0, behavior, 'radius'] });
    expect(wordsFor(path('wander'))).toMatch(/wander circle/);
    expect(wordsFor(path('separate'))).toMatch(/do not count/);
    expect(wordsFor({ path: ['mission', 'dance', 'sway'] })).toBeUndefined();
  });
});

describe('the sections of tunable numbers', () => {
  const robot = loadRobot('scout');
  const mission = { behavior: 'seek', parameters: { target: [1, 0], within: 0.01 } };
  const first = { robot, mission };
  const now = { robot, mission: { ...mission, parameters: { ...mission.parameters, within: 0.02 } } };
  const section = (key: string) =>
    tunablesOf(now, 'scout', { first }).find(({ id }) => id.endsWith(key))?.section;

  it('are the behavior, limits, control and the body', () => {
    const ends = ['seek.within', 'limits.speed', 'control.latency', 'motors.lag', 'wheels.diameter'];
    expect(ends.map(section)).toEqual(['behavior', 'limits', 'control', 'body', 'body']);
  });

  it('keep the value from before tuning', () => {
    const within = tunablesOf(now, 'scout', { first }).find(({ id }) => id.endsWith('within'));
    expect(within).toMatchObject({ value: 0.02, initial: 0.01 });
  });
});
