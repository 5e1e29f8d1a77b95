import { describe, expect, it } from 'vitest';
import { boxOf } from '../../../src/study/plot/box.js';
import { plotDistributions } from '../../../src/study/plot/distributions.js';
import type { PlotSample } from '../../../src/study/plot/sample.js';
import { spanOf } from '../../../src/study/plot/valueAxis.js';

const sample = (label: string, ...values: number[]): PlotSample => ({
  label,
  values: Float64Array.from(values),
});

const draw = (groups: readonly PlotSample[], more = {}) =>
  plotDistributions({ figures: [{ name: 'timeToGoal', unit: 's', groups, ...more }] });

const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, words]) => words);

/** The corners of each curve: x and y [pixels]. */
const curvesOf = (svg: string) =>
  [...svg.matchAll(/<polyline points="([^"]*)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => point.split(',').map(Number) as [number, number]),
  );

describe('a box', () => {
  it('spans the quartiles; whiskers reach 1.5 times as far, and what is beyond is told one by one', () => {
    // Quartiles 3, 5, 7: whiskers within −3 … 13.
    const box = boxOf(Float64Array.from([-4, 1, 3, 4, 5, 6, 7, 13, 14]));
    expect(box).toEqual({
      lowerQuartile: 3,
      median: 5,
      upperQuartile: 7,
      whiskers: [1, 13],
      outliers: Float64Array.from([-4, 14]),
    });
  });

  it('of one value, and of equal values, is that value', () => {
    for (const values of [[2], [2, 2, 2]])
      expect(boxOf(Float64Array.from(values))).toMatchObject({ median: 2, whiskers: [2, 2] });
  });

  it('has no whisker that ends inside of it', () => {
    // Upper quartile 7.75, and the farthest value inside is 1.
    const box = boxOf(Float64Array.from([0, 0, 0, 1, 28]));
    expect(box?.whiskers[1]).toBeGreaterThanOrEqual(box?.upperQuartile ?? Number.NaN);
    expect(boxOf(new Float64Array())).toBeUndefined();
  });
});

describe('the picture of distributions', () => {
  it('names the figure with its unit on both axes, the groups and their runs', () => {
    const texts = textsOf(draw([sample('pursue', 1, 2, 3), sample('chase', 2, Number.NaN)]));
    expect(texts.filter((words) => words === 'timeToGoal [s]')).toHaveLength(3);
    for (const words of ['pursue', '3 runs', 'chase', '1 run, 1 without', 'share of runs'])
      expect(texts).toContain(words);
  });

  it('ends a curve at the share of the runs that have the figure', () => {
    const [whole = [], half = []] = curvesOf(draw([sample('a', 1, 2), sample('b', 1, Number.NaN)]));
    const bottom = whole[0]?.[1] ?? 0;
    const rise = (curve: typeof whole) => bottom - (curve.at(-1)?.[1] ?? 0);
    expect(rise(whole)).toBeGreaterThan(100);
    expect(rise(half)).toBeCloseTo(rise(whole) / 2, 1);
  });

  it('rises in a curve at each value by its share, and never falls', () => {
    const [curve = []] = curvesOf(draw([sample('a', 1, 1, 1, 2)]));
    const levels = [...new Set(curve.map(([, y]) => y))];
    const [none = 0, three = 0, all = 0] = levels;
    expect(levels).toHaveLength(3);
    expect((none - three) / (none - all)).toBeCloseTo(0.75, 3);
    expect(curve.every(([x], i) => x >= (curve[i - 1]?.[0] ?? 0))).toBe(true);
  });

  it('draws the difference of pairs and its interval, with zero in sight', () => {
    const groups = [sample('a', 1, 2), sample('b', 3, 4)];
    const texts = textsOf(draw(groups, { paired: { mean: 1.934, interval: [1.62, 2.25] } }));
    expect(texts).toContain('mean +1.93 s, 95 %: +1.62 to +2.25');
    expect(texts).toContain('difference [s]');
    expect(textsOf(draw(groups, { paired: { mean: -2, interval: null } }))).toContain(
      'mean −2 s, too few pairs',
    );
    expect(draw(groups)).not.toContain('class="difference"');
  });

  it('says that no run has the figure', () => {
    const svg = draw([sample('a', Number.NaN, Number.POSITIVE_INFINITY)]);
    expect(textsOf(svg)).toContain('no run has it');
    expect(svg).not.toContain('NaN');
  });

  it('shortens a long name in its middle, and has the whole one as a tooltip', () => {
    const name = 'sim/scenarios/doorway-brake-hard-stop.yaml';
    const svg = draw([sample(name, 1, 2)]);
    expect(textsOf(svg)).toContain('sim/scen…e-hard-stop.yaml');
    expect(svg).toContain(`<title>${name}: 2 runs</title>`);
  });

  it('escapes what names may hold', () => {
    const svg = draw([sample('<script>&', 1)]);
    expect(svg).toContain('&lt;script&gt;&amp;');
    expect(svg).not.toContain('<script>');
  });

  it('stays small for a million runs', () => {
    const values = Float64Array.from({ length: 1e6 }, (_, i) => Math.tan(((i + 0.5) / 1e6 - 0.5) * 3));
    expect(draw([{ label: 'a', values }]).length).toBeLessThan(100_000);
  });

  it('gives no two of 28 groups the same line', () => {
    const groups = Array.from({ length: 28 }, (_, i) => sample(`g${i}`, i, i + 1));
    const lines = [...draw(groups).matchAll(/<polyline[^>]*stroke="([^"]+)"([^>]*)/g)];
    const looks = lines.map(([, color, rest]) => `${color} ${/dasharray="([^"]+)"/.exec(rest ?? '')?.[1]}`);
    expect(new Set(looks).size).toBe(28);
  });
});

describe('the span of an axis', () => {
  it('is not empty, though the values are equal or there are none', () => {
    for (const values of [[], [3, 3], [0], [-1e-9]]) {
      const [low, high] = spanOf(values);
      expect(high).toBeGreaterThan(low);
    }
    expect(spanOf([1, 3])).toEqual([0.9, 3.1]);
  });
});
