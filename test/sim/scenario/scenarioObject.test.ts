import { describe, expect, it } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import { type ScenarioDefinition, scenario } from '../../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { defineBehavior } from '../../../src/steering/behavior.js';
import { arrive } from '../../../src/steering/behaviors/arrive.js';
import { avoidObstacles } from '../../../src/steering/behaviors/avoidObstacles.js';
import { flock } from '../../../src/steering/behaviors/flock.js';
import { seek } from '../../../src/steering/behaviors/seek.js';
import { wander } from '../../../src/steering/behaviors/wander.js';
import { blend, dither, prioritize } from '../../../src/steering/combine.js';
import { desire } from '../../../src/steering/desire.js';
import { FileError } from '../../../src/validation/errors.js';
import { measuredScene } from '../../support/scenes.js';

const onward = () =>
  defineBehavior({ start: () => 0, steer: (percept, n: number) => desire(percept, { x: 0.2, y: 0 }, n + 1) });

const missionOf = (mission: object) => scenario({ robots: [{ robot: 'scout', mission }] }).robots[0]?.mission;

function faultsOf(definition: ScenarioDefinition) {
  try {
    scenario(definition);
    return [];
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.message.split('\n');
  }
}

describe('a scenario from an object', () => {
  it('equals that of a file with the same content', () => {
    const { about: _, ...square } = measuredScene('square');
    const { about, ...same } = scenario({
      name: 'square',
      duration: '30 s',
      sensing: 'odometry',
      criteria: [
        { arrived: { within: '30 mm', before: '12 s' } },
        { contacts: { atMost: 0 } },
        { crossTrack: { rms: '15 mm', missed: '30 mm' } },
      ],
      robots: [
        {
          id: 'a',
          robot: 'scout',
          at: { x: 0, y: 0, heading: '0 deg' },
          mission: { followPath: { path: 'sim/scenarios/paths/square.csv' } },
        },
      ],
    });
    expect(about).toBe('');
    expect(same).toEqual({ ...square, behaviors: {} });
  });

  it('takes behaviors as missions, with their goals', async () => {
    expect(missionOf(arrive({ target: ['50 cm', 0] }))).toEqual(missionOf({ arrive: { target: [0.5, 0] } }));
    const written = {
      prioritize: [
        { avoidObstacles: {} },
        { blend: [{ seek: { target: [1, 0] }, weight: 2 }, { wander: {} }] },
      ],
    };
    const made = prioritize(
      avoidObstacles(),
      blend({ behavior: seek({ target: [1, 0] }), weight: 2 }, wander()),
    );
    expect(missionOf(made)).toEqual(missionOf(written));
    expect(missionOf(dither({ behavior: flock({ cruise: 0.5 }), chance: 0.3 }))).toEqual(
      missionOf({ dither: [{ flock: { cruise: 0.5 }, chance: 0.3 }] }),
    );
    const { robots, passed } = await simulate(
      scenario({
        robots: [{ robot: loadRobot('scout'), mission: arrive({ target: [0.5, 0] }) }],
        criteria: [{ arrived: { before: 5 } }],
      }),
    );
    expect(passed).toBe(true);
    expect(robots[0]).toMatchObject({ id: 'robot-1', outcome: 'arrived' });
  });

  it('takes own behaviors, also two without a name, and one below a combinator', async () => {
    const named = { ...onward(), name: 'onward' };
    const made = scenario({
      duration: 2,
      robots: [
        { robot: 'scout', mission: prioritize(avoidObstacles(), named) },
        { robot: 'scout', at: { x: 0, y: 1 }, mission: onward() },
        { robot: 'scout', at: { x: 0, y: '2 m', heading: '90 deg' }, mission: onward() },
      ],
    });
    expect(Object.keys(made.behaviors ?? {})).toEqual(['onward', 'own', 'own-2']);
    const { robots } = await simulate(made);
    for (const { finalPose } of robots.slice(0, 2)) expect(finalPose.x).toBeGreaterThan(0.25);
    expect(robots[2]?.finalPose.x).toBeGreaterThan(0.1);
  });

  it("keeps an own behavior with the name of one of Steerbot's", () => {
    const false_ = { ...onward(), name: 'arrive' };
    expect(missionOf(false_)).toEqual({ behavior: 'arrive-2', parameters: {} });
  });

  it('reports all faults at once, each with the path of its value', () => {
    expect(
      faultsOf({
        duration: '3 kg',
        robots: [
          { robot: 'scot', mission: { ariive: { target: [1, 0] } } },
          {
            robot: 'scout',
            at: { x: 0, y: 1, heading: '1 m' },
            mission: { seek: { target: { robot: 'x' } } },
          },
        ],
      }),
    ).toEqual([
      expect.stringMatching(/^scenario\.duration: '3 kg' is a mass/),
      expect.stringMatching(/^scenario\.robots\[0\]\.mission\.ariive: .*did you mean 'arrive'/),
      expect.stringMatching(/^scenario\.robots\[0\]\.robot: 'scot': .*did you mean 'scout'/),
      expect.stringMatching(/^scenario\.robots\[1\]\.at\.heading: /),
      expect.stringMatching(/^scenario\.robots\[1\]\.mission.*'x'/),
    ]);
  });

  it('reports a missing mission', () => {
    const robots = [{ robot: 'scout' } as never];
    expect(faultsOf({ robots })).toEqual([
      expect.stringMatching(/^scenario\.robots\[0\](\.mission)?: .*missing/),
    ]);
  });

  it('reports blocked starts, as for a file', () => {
    const at = { x: 0, y: 0 };
    const mission = arrive({ target: [1, 0] });
    const faults = faultsOf({
      robots: [
        { robot: 'scout', at, mission },
        { robot: 'scout', at, mission },
      ],
    });
    expect(faults).toEqual([expect.stringMatching(/^scenario\.robots\[\d\]\.at: /)]);
  });
});
