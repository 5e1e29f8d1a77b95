import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { jsonSchemaText } from '../../../src/cli/fileSchemas.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { placesOf } from '../../../src/config/tuning/tunablePlaces.js';
import { tunablesOf } from '../../../src/config/tuning/tunables.js';
import { defineBehavior } from '../../../src/steering/behavior.js';
import { SCENARIOS } from './tunedScenarios.js';

describe('what tunable numbers mean', () => {
  it.each(SCENARIOS)('is said of every number of %s', (name) => {
    const { robots, missions = [] } = loadScenario(name);
    const setups = robots.flatMap(({ robot, mission }) => [
      { robot, mission },
      ...missions.map((one) => ({ robot, mission: one.mission })),
    ]);
    const unexplained = setups.flatMap((setup) => placesOf(setup)).filter(({ about }) => !about);
    expect(unexplained.map(({ label }) => label)).toEqual([]);
  });

  it('is nothing for a number of an own behavior', () => {
    const dance = () => defineBehavior({ start: () => null, steer: (_, memory) => ({ memory }) });
    const mission = { behavior: 'dance', parameters: { sway: 0.1 } };
    const found = placesOf({ robot: loadRobot('scout'), mission }, { dance });
    expect(found.find(({ path }) => path.includes('sway'))).toMatchObject({ value: 0.1, about: undefined });
  });

  it('is said in the file’s JSON Schema, too, before its unit', () => {
    const text = jsonSchemaText('mission');
    expect(text).toContain('Walls farther away from where it will be are not followed. A length: m, mm');
    expect(jsonSchemaText('robot')).toContain('The robot drives no faster. A speed: m/s');
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
