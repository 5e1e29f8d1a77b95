import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvOf } from '../../../../src/dashboard/page/plots/csv.js';
import { recordPlots, seriesOfChart } from '../../../../src/dashboard/page/plots/history.js';
import {
  chooseSignal,
  chosenSignals,
  isSought,
  ownCharts,
  plottedSignals,
} from '../../../../src/dashboard/page/plots/signals.js';
import { storeView } from '../../../../src/dashboard/page/store.js';
import type { FrameView } from '../../../../src/signals/view.js';
import { frameOf, sceneOf, tickOf } from '../views.js';

const sampleAt = (at: number): FrameView => {
  const frame = frameOf({ a: tickOf({ at }), b: tickOf({ at, duties: { left: at, right: -at } }) }, { at });
  const robots = frame.robots.map((robot) => ({
    ...robot,
    truth: { x: at, y: 0, heading: Math.PI / 2 },
    ranges: { eye: { kind: 'range' as const, at, sensor: 'eye', distances: [at === 2 ? null : 0.5] } },
  }));
  return { ...frame, robots };
};

const idOf = (words: string): string => {
  const found = plottedSignals.value.filter((one) => isSought(one, words));
  if (found.length !== 1) throw new Error(`${found.length} of ${words}`);
  return found[0]?.id ?? '';
};

let end = () => {};
beforeEach(() => {
  end = recordPlots();
  const samples = [0, 1, 2, 3, 20].map(sampleAt);
  storeView({
    ...sceneOf('a', 'b'),
    name: `recording ${Math.random()}`,
    source: 'recording',
    history: { trails: {}, samples, news: [] },
  });
});
afterEach(() => {
  chosenSignals.value = [];
  storeView(sceneOf('a'));
  end();
});

describe('the signals of a recording', () => {
  it('are those of every robot, and found by beginnings of their words in any order', () => {
    expect(idOf('b: left dut')).toContain('duties');
    expect(idOf('DUTIES b: le')).toBe(idOf('b: left dut'));
    expect(plottedSignals.value.some((one) => isSought(one, 'xyz'))).toBe(false);
    expect(plottedSignals.value.filter((one) => isSought(one, '')).length).toBe(plottedSignals.value.length);
  });

  it('come into one chart for each unit, of any robots', () => {
    chooseSignal(idOf('b: left dut'));
    chooseSignal(idOf('a: right dut'));
    chooseSignal(idOf('a: true heading'));
    const [duties, headings] = ownCharts.value;
    expect(ownCharts.value.map(({ unit }) => unit)).toEqual(['', '°']);
    expect(seriesOfChart(duties?.id ?? '').column('b: left')).toEqual([0, 1, 2, 3, null, 20]);
    expect(seriesOfChart(headings?.id ?? '').column('a: true heading')[0]).toBeCloseTo(90, 9);
    chooseSignal(idOf('a: true heading'));
    expect(ownCharts.value.map(({ unit }) => unit)).toEqual(['']);
  });

  it('have a gap where nothing was recorded, and no value where nothing was measured', () => {
    chooseSignal(idOf('a: eye'));
    const series = seriesOfChart(ownCharts.value[0]?.id ?? '');
    expect(series.times).toEqual([0, 1, 2, 3, 11.5, 20]);
    expect(series.column('a: eye')).toEqual([0.5, 0.5, null, 0.5, null, 0.5]);
  });

  it('are told apart where two have one name', () => {
    chooseSignal(idOf('a: left speeds'));
    chooseSignal(idOf('a: left dut'));
    const duties = ownCharts.value.find(({ unit }) => unit === '');
    expect(Object.keys(duties?.sample(undefined, sampleAt(1)) ?? {})).toEqual(['a: left']);
  });
});

describe('the table of the plotted signals', () => {
  it('has a row for each sample, its units, and nothing where nothing is known', () => {
    const signals = [idOf('a: true x'), idOf('a: eye'), idOf('b: left dut')].flatMap(
      (id) => plottedSignals.value.find((one) => one.id === id) ?? [],
    );
    expect(csvOf(signals, [sampleAt(1), sampleAt(2)])).toBe(
      'time [s],a: true x (Place) [m],a: eye (Nearest echo) [m],b: left (Duties)\r\n1,1,0.5,1\r\n2,2,,2\r\n',
    );
  });

  it('quotes what would break its columns', () => {
    const [one] = plottedSignals.value;
    if (!one) throw new Error('no signal');
    expect(csvOf([{ ...one, label: 'a "b", c' }], []).split('\r\n')[0]).toContain('"a ""b"", c');
  });
});

describe('an angle', () => {
  it('goes on beyond a whole turn', () => {
    const turned = [170, 179, -175, -100, 100].map(
      (heading, at): FrameView => ({
        ...sampleAt(at),
        robots: sampleAt(at).robots.map((robot) => ({
          ...robot,
          truth: { x: 0, y: 0, heading: (heading * Math.PI) / 180 },
        })),
      }),
    );
    storeView({
      ...sceneOf('a', 'b'),
      name: `turning ${Math.random()}`,
      source: 'recording',
      history: { trails: {}, samples: turned, news: [] },
    });
    chooseSignal(idOf('a: true heading'));
    const column = seriesOfChart(ownCharts.value[0]?.id ?? '').column('a: true heading');
    expect(column.map((value) => Math.round(value ?? 0))).toEqual([170, 179, 185, 260, 100]);
  });
});
