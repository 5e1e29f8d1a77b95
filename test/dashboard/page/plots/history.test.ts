import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordPlots, seriesOfChart, TimeSeries } from '../../../../src/dashboard/page/plots/history.js';
import { storeView } from '../../../../src/dashboard/page/store.js';
import { drawn } from '../../../support/effort.js';
import { frameOf, sceneOf, tickOf } from '../views.js';

describe('a strip', () => {
  it('has one column a name, in the order they were first seen', () => {
    const strip = new TimeSeries();
    strip.add(0, { left: 1, right: 2 }, 30);
    strip.add(1, { right: 4, left: 3 }, 30);
    expect(strip.times).toEqual([0, 1]);
    expect(strip.names).toEqual(['left', 'right']);
    expect([strip.column('left'), strip.column('right')]).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect(strip.valueAt('right')).toBe(4);
  });

  it('fills what was not known with nothing', () => {
    const strip = new TimeSeries();
    strip.add(0, { a: 1 }, 30);
    strip.add(1, { b: 2 }, 30);
    strip.add(2, { a: Number.NaN, b: 3 }, 30);
    expect(strip.column('a')).toEqual([1, null, null]);
    expect(strip.column('b')).toEqual([null, 2, 3]);
    expect(strip.valueAt('a')).toBeUndefined();
  });

  it('has no column for a value that was never known', () => {
    const strip = new TimeSeries();
    strip.add(0, { volts: undefined }, 30);
    expect(strip.names).toEqual([]);
  });

  it('begins anew where time goes back, and takes an instant once', () => {
    const strip = new TimeSeries();
    strip.add(5, { a: 1 }, 30);
    strip.add(5, { a: 9 }, 30);
    expect(strip.column('a')).toEqual([1]);
    strip.add(2, { a: 2 }, 30);
    expect(strip.times).toEqual([2]);
    expect(strip.column('a')).toEqual([2]);
  });

  it('passes over an instant that is no number', () => {
    const strip = new TimeSeries();
    strip.add(Number.NaN, { a: 1 }, 30);
    expect(strip.times).toEqual([]);
  });

  it('lets a column go that nothing is known of any more', () => {
    const strip = new TimeSeries();
    strip.add(0, { old: 1, now: 1 }, 1);
    for (let i = 1; i < 1000; i++) strip.add(i / 50, { now: i }, 1);
    expect(strip.names).toEqual(['now']);
  });

  it('keeps the window, a bounded number of samples, and columns as long as time', () => {
    const steps = fc.array(fc.double({ min: 0.001, max: 0.5, noNaN: true }), { maxLength: 6000 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 60 }), (dts, window) => {
        const strip = new TimeSeries();
        let at = 0;
        for (const dt of dts) {
          at += dt;
          strip.add(at, { a: at }, window);
        }
        expect(strip.times.length).toBeLessThanOrEqual(4000);
        expect(strip.column('a')).toEqual(strip.times);
        const held = dts.length > 0 ? at - (strip.times[0] ?? at) : 0;
        if (strip.times.length < dts.length && strip.times.length < 4000)
          expect(held).toBeGreaterThanOrEqual(window - 0.5);
      }),
      { numRuns: drawn(25) },
    );
  });

  it('tells what was known at an instant', () => {
    const strip = new TimeSeries();
    for (let i = 0; i < 5; i++) strip.add(i, { a: 10 * i }, 100);
    expect([-1, 0, 1.5, 2, 9].map((at) => strip.valueAt('a', at))).toEqual([0, 0, 10, 20, 40]);
  });
});

describe('the plots of a recording', () => {
  it('show the whole of it at once, of the robot in focus, and no frame adds to them', () => {
    const samples = [0, 20, 40].map((time) => ({ ...frameOf({ a: tickOf({ at: time }) }), at: time }));
    const end = recordPlots();
    storeView({ ...sceneOf('a'), source: 'recording', history: { trails: {}, samples, news: [] } });
    const { times } = seriesOfChart('duties');
    expect(times).toEqual([0, 20, 40]);
    storeView({ ...frameOf({ a: tickOf({ at: 10 }) }), at: 10 });
    storeView({ ...frameOf({ a: tickOf({ at: 5 }) }), at: 5 });
    expect(seriesOfChart('duties').times).toEqual([0, 20, 40]);
    storeView(sceneOf('a'));
    end();
  });
});
