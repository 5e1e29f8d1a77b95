import { describe, expect, it } from 'vitest';
import { CHARTS } from '../../../../src/dashboard/page/plots/charts.js';
import { frameOf, tickOf } from '../views.js';

const sampleOf = (id: string, tick = tickOf({}), told = {}, robot = {}) => {
  const frame = frameOf({ a: tick }, told);
  const [first] = frame.robots;
  return CHARTS.find((chart) => chart.id === id)?.sample(first && { ...first, ...robot }, frame);
};

describe('charts', () => {
  it('speeds are those of the wheels and of their middle', () => {
    const speeds = sampleOf('speeds');
    expect(speeds).toMatchObject({ left: 0.2, right: 0.4 });
    expect(speeds?.forward).toBeCloseTo(0.3, 12);
    expect(speeds?.granted).toBeCloseTo(0.2, 12);
  });

  it('forces are the length of each, of their sum, and of what the clamp left', () => {
    const tick = tickOf({
      contributions: [
        { behavior: 'seek', force: { x: 3, y: 0 }, marks: [] },
        { behavior: 'flee', force: { x: 0, y: 4 }, marks: [] },
        { behavior: 'seek', force: { x: 0, y: -4 }, marks: [] },
      ],
      steered: { ...tickOf({}).steered, force: { x: 0.6, y: 0.8 } },
    });
    expect(sampleOf('forces', tick)).toEqual({ seek: 3, flee: 4, 'seek 2': 4, sum: 3, clamped: 1 });
  });

  it('cross-track is in millimetres, and missing off any path', () => {
    expect(sampleOf('crossTrack', tickOf({}), {}, { crossTrack: -0.012 })).toEqual({ 'off the path': -12 });
    expect(sampleOf('crossTrack')).toEqual({ 'off the path': undefined });
  });

  it('the clock is in milliseconds, lost periods are counted', () => {
    const pace = { paused: false, speed: 1, lateness: 0.002, lostPeriods: 3 };
    expect(sampleOf('clock', tickOf({}), { pace })).toEqual({ lateness: 2, 'lost periods': 3 });
  });

  it('the battery is missing where nobody measures it', () => {
    expect(sampleOf('battery')).toEqual({ battery: undefined });
  });

  it('none breaks on a robot that has not spoken, or is not there', () => {
    const frame = frameOf({});
    for (const { sample } of CHARTS) {
      const values = [sample(undefined, frame), sample({ id: 'a', ranges: {} }, frame)];
      for (const value of values.flatMap(Object.values)) expect(Number.isNaN(value)).toBe(false);
    }
  });
});
