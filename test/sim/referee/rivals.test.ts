import { describe, expect, it } from 'vitest';
import { emulatedBodies } from '../../../sim/avr/loadEmulated.js';
import { simulate } from '../../../sim/engine/run.js';
import { atLeastRow, atMostRow } from '../../../sim/referee/result.js';
import { rivalRows } from '../../../sim/referee/rivals.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { FileError, faultLine } from '../../../src/validation/errors.js';
import { itThorough } from '../../support/effort.js';

const read = (criteria: string) =>
  parseScenario(
    `duration: 15 s
missions:
  near: { arrive: { target: [1, 0] } }
  slow: { arrive: { target: [1, 0], profile: linear, slowingRadius: 0.5 m } }
robots:
  - { id: a, robot: scout, mission: { arrive: { target: [1, 0] } } }
  - { id: b, robot: scout, at: { y: 2 }, mission: { arrive: { target: [1, 2] } } }
criteria:
  - arrived: {}
${criteria}`,
    's.yaml',
    { readPath: () => [], readRobot: (name) => loadRobot(name) },
  );

const beats = '  - beats: { mission: slow, robot: a, in: arrived, by: 0.5 s }\n';

describe('a mission that beats another', () => {
  it('does better by the wanted figure, in the same run with the other one', async () => {
    const { criteria, passed } = await simulate(read(beats));
    expect(criteria[1]).toMatchObject({ criterion: 'beats.arrived', of: 'slow', limit: 0.5, passed: true });
    expect(criteria[1]?.measured).toBeGreaterThan(0.5);
    expect(passed).toBe(true);
  });

  itThorough('drives beside the other one also where it has an emulated board', async () => {
    const scenario = loadScenario('pursue');
    const { criteria } = await simulate(scenario, { bodyOf: await emulatedBodies(scenario) });
    expect(criteria.map(({ passed }) => passed)).toEqual([true, true]);
  });

  it('does not beat itself', async () => {
    const { criteria } = await simulate(read('  - beats: { mission: near, robot: a, in: arrived }\n'));
    expect(criteria[1]).toMatchObject({ measured: 0, passed: false });
  });

  it('is judged by the goals of the scenario, whoever drives', async () => {
    const scenario = read(beats);
    const [a, b] = scenario.robots;
    if (!a || !b) throw new Error('there are two robots');
    const robots = [a, { ...b, drivenBy: { behavior: 'wander', parameters: {} } }];
    const { robots: results } = await simulate({ ...scenario, robots });
    expect(results.map(({ outcome }) => outcome)).toEqual(['arrived', 'running']);
  });

  const rows = (own: number | null, theirs: number | null, name = 'distance.reaches') =>
    rivalRows(
      { ...read(''), criteria: [{ criterion: 'beats', mission: 'near', in: name, by: 0 }] },
      [name === 'clearance' ? atLeastRow(name, 0, own) : atMostRow(name, null, own)],
      [
        {
          simulatedSeconds: 7,
          criteria: [name === 'clearance' ? atLeastRow(name, 0, theirs) : atMostRow(name, null, theirs)],
        },
      ],
    )[0];

  it('is sooner, or farther away, as the compared row wants it', () => {
    expect(rows(2, 3)).toMatchObject({ measured: 1, passed: true });
    expect(rows(3, 2)).toMatchObject({ measured: -1, passed: false });
    expect(rows(3, 2, 'clearance')).toMatchObject({ measured: 1, passed: true });
  });

  it('has won against one that never gets there, by what is left of the time', () => {
    expect(rows(2, null)).toMatchObject({ measured: 5, passed: true });
    expect(rows(null, 3)).toMatchObject({ measured: null, passed: false });
    expect(rows(1, null, 'clearance')).toMatchObject({ measured: null, passed: false });
  });

  it('is refused with a mission that is not named, and with a figure that nothing measures', () => {
    const faults = (criteria: string): string[] => {
      try {
        read(criteria);
        return [];
      } catch (error) {
        if (error instanceof FileError) return error.faults.map(faultLine);
        throw error;
      }
    };
    expect(faults('  - beats: { mission: fast, in: clearance }\n')).toEqual([
      expect.stringMatching(/^s.yaml:10:23: no mission 'fast' is named; near or slow is allowed/),
      expect.stringMatching(/^s.yaml:10:33: no criterion measures 'clearance'; arrived is allowed/),
    ]);
    expect(faults('  - beats: { mission: slow, robot: c, in: arrived }\n')[0]).toMatch(/10:36: .*'c'/);
  });
});
