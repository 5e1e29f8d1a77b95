import { describe, expect, it } from 'vitest';
import { judgeRun } from '../../../sim/referee/judge.js';
import type { RobotResult } from '../../../sim/referee/result.js';

const arrived: RobotResult = {
  id: 'a',
  outcome: 'arrived',
  timeToGoal: 10,
  finalPose: { x: 1, y: 0, heading: 0 },
  distanceToGoal: 0.004,
  overshoot: 0.002,
  distanceTravelled: 1,
  expectedError: null,
  contacts: 0,
  minClearance: 0.3,
  crossings: 0,
  crossTrack: { rms: 0.006, max: 0.017, missed: 0.012 },
  maxSpeed: 0.5,
  maxForce: 0.45,
  standing: null,
  faults: [],
  injected: [],
};
const late: RobotResult = { ...arrived, id: 'b', timeToGoal: 19, contacts: 2, overshoot: 0.01 };
const lost: RobotResult = { ...arrived, id: 'c', outcome: 'running', timeToGoal: null };
const idle: RobotResult = { ...lost, id: 'd', distanceToGoal: null, overshoot: null, crossTrack: null };

describe('judge', () => {
  it('takes the worst robot’s time of arrival', () => {
    expect(judgeRun([{ criterion: 'arrived', before: 20 }], [arrived, late, idle])).toEqual([
      { criterion: 'arrived', limit: 20, measured: 19, passed: true },
    ]);
    expect(judgeRun([{ criterion: 'arrived', before: 18 }], [arrived, late])[0]?.passed).toBe(false);
    expect(judgeRun([{ criterion: 'arrived' }], [arrived, late])).toEqual([
      { criterion: 'arrived', limit: null, measured: 19, passed: true },
    ]);
  });

  it('fails arrival when one robot with a goal is not there, or no robot has one', () => {
    const failed = [{ criterion: 'arrived', limit: 20, measured: null, passed: false }];
    expect(judgeRun([{ criterion: 'arrived', before: 20 }], [arrived, lost])).toEqual(failed);
    expect(judgeRun([{ criterion: 'arrived', before: 20 }], [idle])).toEqual(failed);
  });

  it('passes at the limit itself and fails beyond it', () => {
    const rows = judgeRun(
      [
        { criterion: 'contacts', atMost: 2 },
        { criterion: 'contacts', atMost: 1 },
        { criterion: 'overshoot', atMost: 0.01 },
        { criterion: 'overshoot', atMost: 0.009 },
      ],
      [arrived, late],
    );
    expect(rows.map(({ measured, passed }) => [measured, passed])).toEqual([
      [2, true],
      [2, false],
      [0.01, true],
      [0.01, false],
    ]);
  });

  it('gives a row for each limit of the cross-track', () => {
    expect(judgeRun([{ criterion: 'crossTrack', rms: 0.01, missed: 0.01 }], [arrived, idle])).toEqual([
      { criterion: 'crossTrack.rms', limit: 0.01, measured: 0.006, passed: true },
      { criterion: 'crossTrack.missed', limit: 0.01, measured: 0.012, passed: false },
    ]);
  });

  it('fails what could not be measured', () => {
    expect(judgeRun([{ criterion: 'crossTrack', max: 1 }], [idle])).toEqual([
      { criterion: 'crossTrack.max', limit: 1, measured: null, passed: false },
    ]);
  });
});
