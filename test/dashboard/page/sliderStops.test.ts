import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestStop, sliderStep, sliderStops } from '../../../src/dashboard/page/sliderStops.js';

describe('a slider', () => {
  it.each([
    [0, 1, 0.005],
    [0, 2, 0.01],
    [0.05, 0.6, 0.002],
    [0, 12, 0.05],
    [5, 250, 1],
    [0, 1000, 5],
  ])('from %d to %d goes by %d', (min, max, step) => {
    expect(sliderStep(min, max)).toBe(step);
  });

  it('takes between two hundred and five hundred steps', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 1e5, noNaN: true }), (span) => {
        const steps = span / sliderStep(0, span);
        expect(steps).toBeGreaterThan(197);
        expect(steps).toBeLessThan(501);
      }),
    );
  });

  it('without a span still has a step', () => {
    expect(sliderStep(1, 1)).toBe(0.01);
    expect(sliderStep(0, Number.POSITIVE_INFINITY)).toBe(0.01);
  });
});

describe('the stops of a slider', () => {
  it('are round, whatever its lower end is', () => {
    const stops = sliderStops(0.05, 0.6, [0.2]);
    expect(stops.slice(0, 4)).toEqual([0.05, 0.052, 0.054, 0.056]);
    expect(sliderStops(0.001, 1, []).slice(0, 4)).toEqual([0.001, 0.005, 0.01, 0.015]);
    expect(sliderStops(0.0005, 1, []).slice(0, 3)).toEqual([0.0005, 0.005, 0.01]);
  });

  it('hold both ends and the value of the file, each once and in order', () => {
    const value = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(value, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), value, (low, span, meant) => {
        const min = low + 0;
        const stops = sliderStops(min, min + span, [meant]);
        expect([stops[0], stops.at(-1)]).toEqual([min, min + span]);
        if (meant > min && meant < min + span) expect(stops).toContain(meant);
        expect(stops.every((stop, i) => i === 0 || stop > (stops[i - 1] ?? stop))).toBe(true);
      }),
    );
  });

  it('are no two where the value of the file is round, but for noise', () => {
    expect(sliderStops(0, 1, [0.1 + 0.2]).filter((stop) => Math.abs(stop - 0.3) < 0.004)).toHaveLength(1);
  });

  it('are one where there is no span', () => {
    expect(sliderStops(1, 1, [1])).toEqual([1]);
  });

  it('the nearest is found', () => {
    const stops = sliderStops(0, 1, [0.0123]);
    expect(stops[nearestStop(stops, 0.0123)]).toBe(0.0123);
    expect(stops[nearestStop(stops, 0.501)]).toBe(0.5);
    expect(nearestStop(stops, 7)).toBe(stops.length - 1);
  });
});
