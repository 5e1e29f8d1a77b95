import { describe, expect, it } from 'vitest';
import { missionLimits, withLimits } from '../../../src/config/robot/limitOptions.js';
import { benchmarkBody } from '../../support/runs.js';

describe('limits as options', () => {
  it('are read with their units', () => {
    expect(missionLimits({ timeLimit: '2 min', distanceLimit: '500cm' })).toEqual({ time: 120, distance: 5 });
    expect(missionLimits({ timeLimit: '60' })).toEqual({ time: 60 });
    expect(missionLimits({})).toEqual({});
  });

  it.each([
    ['0,0 2m', { at: { x: 0, y: 0 }, radius: 2 }],
    ['-1,50cm 800 mm', { at: { x: -1, y: 0.5 }, radius: 0.8 }],
  ])('take a fence %s as a center and a radius', (fence, read) => {
    expect(missionLimits({ fence })).toEqual({ fence: read });
  });

  it('take a fence of three points or more as corners', () => {
    const corners = [
      { x: 0, y: 0 },
      { x: 3, y: 0 },
      { x: 3, y: -2 },
    ];
    expect(missionLimits({ fence: '0,0  3,0 3m,-200cm' })).toEqual({ fence: { corners } });
  });

  it.each([
    [{ timeLimit: '5 kg' }, /--time-limit 5 kg: .*a mass.*a time is wanted: s/],
    [{ timeLimit: '0' }, /--time-limit 0: .*more than 0/],
    [{ distanceLimit: 'far' }, /--distance-limit far: .*a length is wanted: m/],
    [{ fence: '' }, /--fence '': give a center and a radius, such as '0,0 2m', or at least three corners/],
    [{ fence: '0,0' }, /--fence '0,0': give a center/],
    [{ fence: '0,0 -2m' }, /a center/],
    [{ fence: '0,0 1,1' }, /at least three corners/],
    [{ fence: '0,0 1,1 2,x' }, /at least three corners/],
    [{ fence: '0,0,0 1,1 2,2' }, /at least three corners/],
  ])('refuse %o with a cure', (options, words) => {
    expect(() => missionLimits(options)).toThrow(words);
  });

  it('are stronger than those of the robot file, one by one', () => {
    const robot = benchmarkBody('b');
    const limited = { ...robot, limits: { ...robot.limits, time: 10, distance: 1 } };
    const { limits } = withLimits(limited, { time: 20 });
    expect(limits).toEqual({ ...robot.limits, time: 20, distance: 1 });
  });
});
