import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHARTS } from '../../../../src/dashboard/page/plots/charts.js';
import { futureCurvesOf } from '../../../../src/dashboard/page/plots/futureCurves.js';
import { recordPlots } from '../../../../src/dashboard/page/plots/history.js';
import { storeView } from '../../../../src/dashboard/page/store.js';
import type { FrameView, FutureView, SceneView } from '../../../../src/signals/view.js';
import { frameOf, sceneOf, tickOf } from '../views.js';

const sampleAt = (at: number, left: number): FrameView =>
  frameOf({ a: tickOf({ at, duties: { left, right: 0 } }) }, { at });

const future = (number: number, from: number): FutureView => ({
  ...{ number, words: '', at: from, until: 9, state: 'complete', step: 1, ways: {}, verdict: [] },
  samples: [0, 1, 2, 3].map((i) => sampleAt(from + i, number)),
});

const duties = CHARTS.find(({ id }) => id === 'duties');
if (!duties) throw new Error('no chart of duties');

let end = () => {};
const show = (scene: Partial<SceneView>): void =>
  storeView({ ...sceneOf('a'), name: `run ${Math.random()}`, source: 'recording', ...scene });
beforeEach(() => {
  end = recordPlots();
});
afterEach(() => {
  storeView(sceneOf('a'));
  end();
});

describe('the plots of other futures', () => {
  const samples = [0, 1, 2, 3].map((at) => sampleAt(at, 0));

  it('are from their change on, each in a color of its own', () => {
    show({ history: { trails: {}, samples, news: [] }, futures: [future(1, 1), future(2, 2)] });
    const [one, two] = futureCurvesOf(duties, 'light');
    expect(one?.times).toEqual([1, 2, 3, 4]);
    expect(one?.curves.map(({ name, values }) => [name, values])).toEqual([
      ['left, future 1', [1, 1, 1, 1]],
      ['right, future 1', [0, 0, 0, 0]],
    ]);
    expect(one?.curves[0]?.color).not.toBe(two?.curves[0]?.color);
  });

  it('are within the part that is plotted, and only the main ones of a chart with many', () => {
    show({
      history: { trails: {}, samples, news: [], between: [2, 3] },
      futures: [future(1, 1)],
    });
    expect(futureCurvesOf(duties, 'light')[0]?.times).toEqual([2, 3]);
    show({ history: { trails: {}, samples, news: [], between: [7, 8] }, futures: [future(1, 1)] });
    expect(futureCurvesOf(duties, 'light')).toEqual([]);
    show({ history: { trails: {}, samples, news: [] }, futures: [future(1, 1)] });
    const speeds = CHARTS.find(({ id }) => id === 'speeds');
    if (!speeds) throw new Error('no chart of speeds');
    expect(futureCurvesOf(speeds, 'dark')[0]?.curves.map(({ name }) => name)).toEqual(['forward, future 1']);
  });

  it('are none where there are none', () => {
    show({ history: { trails: {}, samples, news: [] } });
    expect(futureCurvesOf(duties, 'light')).toEqual([]);
  });
});
