import { firstValueFrom, take, toArray } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { fromNow, wallClock, wallTime } from '../../src/control/clock.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { TimeSource } from '../../src/math/time.js';
import type { ClockTick } from '../../src/signals/signals.js';

const PERIOD = 0.02;
/** Any instant: only differences mean something. */
const START = 1234.5;

/** Time in the test's hand: one timer, which fires when the test says so. */
class FakeTime implements TimeSource {
  time = START;
  timer: { readonly due: number; readonly callback: () => void } | undefined;
  cancelled = 0;

  now(): number {
    return this.time;
  }

  after(delay: number, callback: () => void): () => void {
    expect(this.timer).toBeUndefined();
    this.timer = { due: this.time + delay, callback };
    return () => {
      this.cancelled += 1;
      this.timer = undefined;
    };
  }

  /** Fires the timer, late by this much (early where it is negative). */
  fire(late = 0): void {
    const { timer } = this;
    if (!timer) throw new Error('no timer is set');
    this.timer = undefined;
    this.time = Math.max(this.time, timer.due) + late;
    timer.callback();
  }
}

function start() {
  const time = new FakeTime();
  const ticks: ClockTick[] = [];
  const subscription = wallClock(PERIOD, time).subscribe((tick) => ticks.push(tick));
  return { time, ticks, subscription };
}

describe('the wall clock', () => {
  it('ticks at once, and then every period from there', () => {
    const { time, ticks } = start();
    expect(ticks).toEqual([{ at: START, lostPeriods: 0 }]);
    for (let i = 0; i < 4; i++) time.fire();
    expect(ticks.map(({ at }) => Math.round((at - START) * 1e6))).toEqual([
      0, 20_000, 40_000, 60_000, 80_000,
    ]);
  });

  it('tells when a tick came, not when it was due', () => {
    const { time, ticks } = start();
    time.fire(0.004);
    expect(ticks[1]?.at).toBeCloseTo(START + 0.024, 9);
  });

  it('does not drift: late ticks leave the deadlines of the next ones where they are', () => {
    const { time, ticks } = start();
    const chance = resumeRandom(seedRandom(7));
    for (let n = 1; n <= 3000; n++) {
      expect(time.timer?.due).toBeCloseTo(START + n * PERIOD, 8);
      time.fire(0.8 * PERIOD * chance.uniform());
    }
    expect(ticks.every(({ lostPeriods }) => lostPeriods === 0)).toBe(true);
  });

  it.each([
    [0.5, 0, 2],
    [0.85, 0, 2],
    [1, 1, 3],
    [1.5, 1, 3],
    [3.4, 3, 5],
    [600, 600, 602],
  ])('%d periods late has lost %d, and goes on at period %d', (late, lost, next) => {
    const { time, ticks } = start();
    time.fire(late * PERIOD);
    expect(ticks[1]?.lostPeriods).toBe(lost);
    expect(time.timer?.due).toBeCloseTo(START + next * PERIOD, 8);
    time.fire();
    expect(ticks[2]?.lostPeriods).toBe(0);
  });

  it('counts every period once, as a tick or as lost, whatever is late', () => {
    const { time, ticks } = start();
    const chance = resumeRandom(seedRandom(11));
    for (let i = 0; i < 500; i++) time.fire(5 * PERIOD * chance.uniform() ** 4);
    const lost = ticks.reduce((sum, { lostPeriods }) => sum + lostPeriods, 0);
    expect(lost).toBeGreaterThan(100);
    // The next is due at its own number of periods: all those before it are accounted for.
    expect((time.timer?.due ?? 0) - START).toBeCloseTo((ticks.length + lost) * PERIOD, 6);
  });

  it('takes a timer that fires a little early for this period’s tick, neither twice nor lost', () => {
    const { time, ticks } = start();
    for (let n = 1; n <= 100; n++) {
      time.fire(-0.05 * PERIOD);
    }
    expect(ticks).toHaveLength(101);
    expect(ticks.every(({ lostPeriods }) => lostPeriods === 0)).toBe(true);
    expect(time.timer?.due).toBeCloseTo(START + 101 * PERIOD, 8);
  });

  it('sets the next timer before it ticks: a slow listener costs no period that is not over', () => {
    const time = new FakeTime();
    const lost: number[] = [];
    wallClock(PERIOD, time).subscribe(({ lostPeriods }) => {
      lost.push(lostPeriods);
      time.time += 0.7 * PERIOD;
    });
    for (let n = 1; n <= 10; n++) {
      expect(time.timer?.due).toBeCloseTo(START + n * PERIOD, 8);
      time.fire();
    }
    expect(lost).toEqual(Array.from({ length: 11 }, () => 0));
  });

  it('cancels its timer when the last subscriber leaves, on the first tick too', () => {
    const { time, ticks, subscription } = start();
    time.fire();
    subscription.unsubscribe();
    expect(time).toMatchObject({ timer: undefined, cancelled: 1 });
    expect(ticks).toHaveLength(2);
    const once = new FakeTime();
    wallClock(PERIOD, once).pipe(take(1)).subscribe();
    expect(once.timer).toBeUndefined();
  });

  it('starts again for every subscriber', () => {
    const time = new FakeTime();
    const clock$ = wallClock(PERIOD, time);
    clock$.subscribe().unsubscribe();
    time.time += 100;
    const ticks: ClockTick[] = [];
    clock$.subscribe((tick) => ticks.push(tick));
    expect(ticks).toEqual([{ at: START + 100, lostPeriods: 0 }]);
  });
});

describe('time from now', () => {
  it('begins at zero and runs as its source does, timers too', () => {
    const source = new FakeTime();
    const time = fromNow(source);
    expect(time.now()).toBe(0);
    let fired = Number.NaN;
    time.after(0.25, () => {
      fired = time.now();
    });
    source.fire();
    expect(fired).toBeCloseTo(0.25, 9);
  });
});

describe('wall time', () => {
  it('ticks the clock for real, never before the periods are over', async () => {
    const ticks = await firstValueFrom(wallClock(PERIOD).pipe(take(4), toArray()));
    let period = 0;
    for (const { at, lostPeriods } of ticks) {
      period += lostPeriods;
      expect(at).toBeGreaterThanOrEqual((period - 0.15) * PERIOD);
      period += 1;
    }
    expect(ticks[0]?.at).toBeLessThanOrEqual(ticks[3]?.at ?? 0);
  });

  it('does not call back what was cancelled', async () => {
    let called = false;
    wallTime.after(0, () => {
      called = true;
    })();
    await new Promise<void>((done) => wallTime.after(0.005, done));
    expect(called).toBe(false);
  });
});
