import { describe, expect, it } from 'vitest';
import { Timeline } from '../../src/recording/format/timeline.js';

describe('the time of a recording', () => {
  it('is that of the run, as long as the run goes on', () => {
    const timeline = new Timeline();
    expect([0, 0.02, 0.04].map((at) => timeline.ofFrame(at))).toEqual([0, 0.02, 0.04]);
    expect(timeline.now).toBe(0.04);
  });

  it('is not moved by inputs that come before or after their frame', () => {
    const timeline = new Timeline();
    expect(timeline.ofInputs(1)).toBe(1);
    expect(timeline.ofInputs(1.02)).toBe(1.02);
    expect(timeline.ofFrame(1)).toBe(1);
    expect(timeline.ofInputs(1)).toBe(1);
    expect(timeline.ofFrame(1.02)).toBe(1.02);
  });

  it('goes on when the run restarts, whether a frame or inputs come first', () => {
    for (const first of ['ofFrame', 'ofInputs'] as const) {
      const timeline = new Timeline();
      timeline.ofFrame(10);
      expect(timeline[first](0)).toBe(10);
      expect(timeline.ofFrame(0)).toBe(10);
      expect(timeline.ofInputs(0.02)).toBe(10.02);
      expect(timeline.ofFrame(0.02)).toBe(10.02);
    }
  });

  it('does so in the first moment, too', () => {
    const timeline = new Timeline();
    timeline.ofFrame(0.1);
    expect(timeline.ofFrame(0)).toBe(0.1);
    expect(timeline.ofFrame(0.05)).toBeCloseTo(0.15, 12);
  });

  it('stands still for a time that is not finite', () => {
    const timeline = new Timeline();
    timeline.ofFrame(3);
    expect([timeline.ofInputs(Number.NaN), timeline.ofFrame(Number.POSITIVE_INFINITY)]).toEqual([3, 3]);
  });
});
