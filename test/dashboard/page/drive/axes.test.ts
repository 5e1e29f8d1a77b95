import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandOfAxes, demandOfPads } from '../../../../src/dashboard/page/drive/axes.js';

describe('a deflection', () => {
  it('forward is up and left is left', () => {
    expect(demandOfAxes(0, -1)).toEqual({ linear: 1, angular: 0 });
    expect(demandOfAxes(-1, 0)).toEqual({ linear: 0, angular: 1 });
  });

  it('within the dead zone is none, and just outside hardly any', () => {
    expect(demandOfAxes(0.1, 0.1)).toEqual({ linear: 0, angular: 0 });
    expect(demandOfAxes(0, -0.16).linear).toBeCloseTo(0.01 / 0.85, 10);
  });

  it('keeps its direction and is never longer than one', () => {
    const axis = fc.double({ min: -1.5, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(axis, axis, (right, down) => {
        const { linear, angular } = demandOfAxes(right, down);
        expect(Math.hypot(linear, angular)).toBeLessThanOrEqual(1 + 1e-12);
        expect(linear * right).toBeCloseTo(angular * down, 12);
        expect(linear * down).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('that is no number is none', () => {
    expect(demandOfAxes(Number.NaN, 1)).toEqual({ linear: 0, angular: 0 });
  });
});

describe('pads', () => {
  it('the one that is pulled farthest counts', () => {
    expect(demandOfPads([null, { axes: [0, 0.05] }, { axes: [0, -1] }, { axes: [0.5, 0] }])).toEqual({
      linear: 1,
      angular: 0,
    });
  });

  it('none, or one without axes, ask for nothing', () => {
    expect(demandOfPads([])).toEqual({ linear: 0, angular: 0 });
    expect(demandOfPads([null, { axes: [] }])).toEqual({ linear: 0, angular: 0 });
  });
});
