import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StalenessGuard } from '../../../src/dashboard/server/stalenessGuard.js';
import type { Pace } from '../../../src/signals/view.js';
import { FakeTime } from './fakeTime.js';
import { frame, sceneWith } from './onTheWire.js';

const RATE = 50;
const PERIOD = 1 / RATE;

function shown() {
  const time = new FakeTime();
  const last = new StalenessGuard(time);
  last.show(sceneWith(['a', 'b'], RATE));
  const show = (at: number, pace: Partial<Pace> = {}) =>
    last.show({ ...frame(at), pace: { paused: false, speed: 1, lateness: 0, lostPeriods: 0, ...pace } });
  /** Frames at their rate, for so long. */
  const run = (from: number, seconds: number, pace: Partial<Pace> = {}) => {
    const { speed = 1 } = pace;
    const frames = Math.round(seconds * speed * RATE);
    for (let i = 0; i < frames; i += 1) {
      show(from + i * PERIOD, pace);
      time.pass(PERIOD / speed);
    }
  };
  return { time, last, show, run };
}

describe('what was shown last', () => {
  it('has the robots of the newest scene', () => {
    const { last } = shown();
    expect([last.has('a'), last.has('c')]).toEqual([true, false]);
    last.show(sceneWith(['c'], RATE));
    expect([last.has('a'), last.has('c')]).toEqual([false, true]);
  });

  it('has made a picture old when the next one was due more than 0.3 s ago', () => {
    const { last, run } = shown();
    run(10, 1);
    // It is 11 s now.
    expect(last.isOld(11 - PERIOD - 0.29)).toBe(false);
    expect(last.isOld(11 - PERIOD - 0.31)).toBe(true);
    expect(last.isOld(9)).toBe(true);
  });

  it('makes a picture old where this thread stood still, whatever is heard first', () => {
    const { last, time, show } = shown();
    show(10);
    time.passUnserved(2);
    expect(last.isOld(10)).toBe(true);
    show(12);
    expect(last.isOld(10)).toBe(true);
    expect(last.isOld(12)).toBe(false);
  });

  it('never makes the newest picture of a pause old', () => {
    const { last, time, show } = shown();
    show(10);
    time.pass(0.1);
    show(10.1, { paused: true });
    time.pass(3600);
    expect(last.isOld(10.1)).toBe(false);
    expect(last.isOld(9.5)).toBe(true);
  });

  it('is told in real time, however fast simulated time goes', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 100, noNaN: true }), (speed) => {
        const { last, run } = shown();
        run(10, 1, { speed });
        const now = 10 + Math.round(speed * RATE) * PERIOD;
        expect(last.isOld(now - PERIOD - 0.25 * speed)).toBe(false);
        expect(last.isOld(now - 2 * PERIOD - 0.35 * speed)).toBe(true);
      }),
    );
  });

  it('is told by the speed that is reached, where that is less than what was asked for', () => {
    const { last, show } = shown();
    show(10, { speed: 100, reached: 0.1 });
    expect(last.isOld(9.96)).toBe(false);
    expect(last.isOld(9.94)).toBe(true);
  });

  it('knows no picture of another run, or before the first', () => {
    const { last, show } = shown();
    expect(last.isOld(0)).toBe(true);
    show(10);
    show(0);
    expect(last.isOld(10)).toBe(true);
  });
});
