import { describe, expect, it } from 'vitest';
import { TickClock } from '../../src/session/drivenViews.js';

describe('how well the control clock keeps time', () => {
  it('is how late each tick came after it was due, from the first on', () => {
    const clock = new TickClock(0.02);
    const lateness = [3, 3.02, 3.045, 3.061, 3.079].map((at) => clock.tick({ at, lostPeriods: 0 }).lateness);
    expect(lateness.map((late) => Math.round(late * 1000))).toEqual([0, 0, 5, 1, 0]);
  });

  it('counts the periods that were missed, and does not call the tick after them late', () => {
    const clock = new TickClock(0.02);
    clock.tick({ at: 0, lostPeriods: 0 });
    expect(clock.tick({ at: 0.1, lostPeriods: 4 })).toEqual({
      lateness: expect.closeTo(0, 9),
      lostPeriods: 4,
    });
    expect(clock.tick({ at: 0.161, lostPeriods: 2 })).toEqual({
      lateness: expect.closeTo(0.001, 9),
      lostPeriods: 6,
    });
  });
});
