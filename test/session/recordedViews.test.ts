import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import type { Recording } from '../../src/recording/reading/recording.js';
import { historyOf, stretchOf } from '../../src/session/recordedViews.js';
import type { FrameView, SceneView } from '../../src/signals/view.js';
import { tickOf } from '../dashboard/page/views.js';
import { folderForTests, record } from '../recording/recorded.js';
import { SCENE } from '../recording/rehearsal.js';

const folder = folderForTests();
const opened: Recording[] = [];
afterAll(() => {
  for (const recording of opened) recording.close();
});

const [ROBOT] = SCENE.robots;
const ONE: SceneView = { ...SCENE, robots: ROBOT ? [ROBOT] : [] };

/** At a place, n fiftieths of a second after the begin. */
const frameAt = (n: number, x: number): FrameView => ({
  kind: 'frame',
  at: n / 50,
  robots: [{ id: ROBOT?.id ?? '', truth: { x, y: 0, heading: 0 }, ranges: {}, tick: tickOf({ at: n / 50 }) }],
  moved: [],
  pace: { paused: false, speed: 1, lateness: 0, lostPeriods: 0 },
  link: { state: 'simulated', words: '' },
  verdict: [],
  news: [{ at: n / 50, level: 'info', words: `${n}` }],
});

function recorded(name: string, news: readonly (SceneView | FrameView)[]): Recording {
  const file = join(folder, `${name}.mcap`);
  record(file, news);
  const recording = openRecording(file);
  opened.push(recording);
  return recording;
}

const historyAt = (recording: Recording, scene = 0) =>
  historyOf(recording, stretchOf(recording, scene), recording.scene(scene).robots);

const drive = (from: number, to: number, x: (n: number) => number) =>
  Array.from({ length: to - from }, (_, i) => frameAt(from + i, x(from + i)));

describe('what a recording holds of a scene', () => {
  it('is the line that a robot drove, thinned to a centimeter, from the first place to the last', () => {
    const history = historyAt(recorded('line', [ONE, ...drive(0, 100, (n) => n * 0.004)]));
    const [line = [], ...others] = history.trails[ROBOT?.id ?? ''] ?? [];
    expect(others).toEqual([]);
    expect(line[0]).toEqual({ x: 0, y: 0 });
    expect(line.at(-1)?.x).toBeCloseTo(0.396, 2);
    const steps = line.slice(1).map(({ x }, i) => x - (line[i]?.x ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(0.009);
  });

  it('does not connect jumps: a new line begins where the robot was put elsewhere', () => {
    const history = historyAt(
      recorded('jump', [ONE, ...drive(0, 50, (n) => n * 0.01), ...drive(50, 100, (n) => 3 + n * 0.01)]),
    );
    const lines = history.trails[ROBOT?.id ?? ''] ?? [];
    expect(lines.map((line) => [line[0]?.x, line.at(-1)?.x])).toEqual([
      [0, 0.49],
      [3.5, 3.99],
    ]);
  });

  it('has samples for the plots, without what those do not show', () => {
    const { samples } = historyAt(recorded('samples', [ONE, ...drive(0, 3000, () => 0)]));
    expect(samples.length).toBeGreaterThan(1000);
    expect(samples.length).toBeLessThanOrEqual(1500);
    expect(samples[0]).toMatchObject({ at: 0, news: [], robots: [{ ranges: {}, tick: { at: 0 } }] });
    expect(samples.at(-1)?.at).toBeGreaterThan(59.9);
  });

  it('has the nearest echo of each sensor among them, and no number for a lost one', () => {
    const seeing = (n: number, distances: readonly (number | null)[]): FrameView => ({
      ...frameAt(n, 0),
      robots: frameAt(n, 0).robots.map((robot) => ({
        ...robot,
        ranges: { eye: { kind: 'range', at: n / 50, sensor: 'eye', distances } },
      })),
    });
    const frames = [seeing(0, [0.8, 0.3, null]), seeing(1, [null, null]), seeing(2, [-1, 0.5])];
    const { samples } = historyAt(recorded('echoes', [ONE, ...frames]));
    expect(samples.map(({ robots }) => robots[0]?.ranges.eye?.distances)).toEqual([[0.3], [null], [0.5]]);
  });

  it('has its news, the weightiest where there are very many', () => {
    const frames = drive(0, 900, () => 0);
    frames[10] = { ...(frames[10] as FrameView), news: [{ at: 0.2, level: 'fault', words: 'a fault' }] };
    const { news } = historyAt(recorded('news', [ONE, ...frames]));
    expect(news).toHaveLength(500);
    expect(news.find(({ level }) => level === 'fault')).toMatchObject({ at: 0.2, words: 'a fault' });
    expect(news.map(({ at }) => at)).toEqual(news.map(({ at }) => at).toSorted((a, b) => a - b));
  });

  it('goes on when the scene is tuned, and ends where another scene begins', () => {
    const other: SceneView = { ...ONE, name: 'another' };
    const recording = recorded('scenes', [
      ONE,
      ...drive(0, 10, (n) => n * 0.02),
      { ...ONE, tunables: [] },
      ...drive(10, 20, (n) => n * 0.02),
      other,
      ...drive(20, 30, (n) => n * 0.02),
    ]);
    expect([0, 1, 2].map((scene) => stretchOf(recording, scene))).toEqual([
      { first: 0, last: 19 },
      { first: 0, last: 19 },
      { first: 20, last: 29 },
    ]);
    const [line = []] = historyAt(recording, 2).trails[ROBOT?.id ?? ''] ?? [];
    expect([line[0]?.x, line.at(-1)?.x]).toEqual([0.4, 0.58]);
  });
});
