import { describe, expect, it } from 'vitest';
import { pathErrors } from '../../../sim/engine/pathErrors.js';
import { SampleRecorder } from '../../../sim/engine/samples.js';
import { TraceRecorder } from '../../../sim/engine/trace.js';
import { plottedRun } from '../../../sim/session/plotRun.js';
import type { Pose } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import { type Chart, chartsHeight, chartsOf, drawCharts } from '../../../src/scene/plot/charts.js';
import type { BodySample } from '../../../src/scene/plot/trace.js';
import type { Tick } from '../../../src/signals/signals.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../../support/runs.js';

const STOPPED = { left: 0, right: 0 };
const sampled = (poses: readonly Pose[]): BodySample[] =>
  poses.map((pose, i) => ({ at: i / 10, pose, granted: STOPPED, duties: STOPPED }));
const CORNER = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
];

/** The charts of a drive, as the picture gets them. */
async function charted(mission: object, robots = 1): Promise<readonly Chart[]> {
  const robot = benchmarkBody('b');
  const scene = sceneOf({ robot, mission: missionOf(mission) });
  const { instants } = await drive(scene);
  const traces = Array.from({ length: robots }, (_, i) => {
    const recorder = new TraceRecorder(`r${i}`, robot.chassis, { x: 0, y: 0, heading: 0 });
    for (const { pose, tick } of instants) recorder.record(tick.at, pose, tick);
    return recorder.trace();
  });
  const [spec] = scene.robots;
  if (!spec) throw new Error('a scene has a robot');
  return chartsOf(plottedRun({ ...scene, robots: traces.map(({ id }) => ({ ...spec, id })) }, traces));
}

const ends = ({ curves }: Chart, i: number) => ({
  most: Math.max(...(curves[i]?.points.map(({ y }) => y) ?? [])),
  last: curves[i]?.points.at(-1)?.y,
});

describe('the charts of a run', () => {
  it('are, along a path, speed, duties, cross-track and heading error', async () => {
    const charts = await charted({ followPath: { path: [[0, 0], [0.6, 0], [0.6, 0.6]] } }); // biome-ignore format: one line
    expect(charts.map(({ title }) => title.split(/[,:[]/)[0]?.trim())).toEqual([
      'speed',
      'duties',
      'cross-track error',
      'heading error',
    ]);
    const [speed, duties, cross] = charts as [Chart, Chart, Chart];
    expect(ends(speed, 0).most).toBeCloseTo(0.5, 2);
    expect(ends(speed, 1).most).toBeCloseTo(0.5, 2);
    expect(ends(duties, 0).most).toBeLessThanOrEqual(1);
    expect(ends(duties, 1).last).toBe(0);
    expect(ends(cross, 0).most).toBeGreaterThan(3);
    expect(ends(cross, 0).most).toBeLessThan(15);
  });

  it('are without errors where there is no path, and of the first robot of many alone', async () => {
    expect(await charted({ arrive: { target: [0.5, 0] } })).toHaveLength(2);
    const [speed] = await charted({ arrive: { target: [0.5, 0] } }, 4);
    expect(speed?.title).toContain('of r0 [');
    expect(speed?.curves).toHaveLength(2);
  });

  it('are drawn one below the other, over one time, in the space that they take', async () => {
    const charts = await charted({ arrive: { target: [0.5, 0] } });
    const svg = drawCharts(charts, { x: 50, y: 700 }, 600);
    expect(svg).toContain('time [s]');
    const tops = [...svg.matchAll(/<rect x="50" y="(\d+)" width="600" height="(\d+)"/g)].map(([, y, h]) => [
      Number(y),
      Number(h),
    ]);
    expect(tops).toHaveLength(2);
    for (const [y = 0, height = 0] of tops) {
      expect(y).toBeGreaterThan(700);
      expect(y + height).toBeLessThan(700 + chartsHeight(charts));
    }
    const points = [...svg.matchAll(/points="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '));
    for (const x of points.map((point) => Number(point.split(',')[0]))) {
      expect(x).toBeGreaterThanOrEqual(50);
      expect(x).toBeLessThanOrEqual(650);
    }
    expect(chartsHeight([])).toBe(0);
    expect(drawCharts([], { x: 0, y: 0 }, 100)).toBe('');
  });
});

describe('the error along a path', () => {
  const path = { points: CORNER, radius: 0, loop: false };

  it('is positive left of the path, and of a heading that is turned left of it', () => {
    const [left, right, after] = pathErrors(
      path,
      sampled([
        { x: 0.5, y: 0.02, heading: deg(10) },
        { x: 0.6, y: -0.01, heading: deg(-5) },
        { x: 1.03, y: 0.2, heading: deg(90) },
      ]),
    );
    expect(left?.cross).toBeCloseTo(0.02, 9);
    expect(left?.heading).toBeCloseTo(deg(10), 9);
    expect(right?.cross).toBeCloseTo(-0.01, 9);
    expect(right?.heading).toBeCloseTo(deg(-5), 9);
    expect(after?.cross).toBeCloseTo(-0.03, 9);
    expect(after?.heading).toBeCloseTo(0, 9);
  });

  it('goes on round a loop, lap after lap', () => {
    const square = [...CORNER, { x: 0, y: 1 }];
    const lap = Array.from({ length: 40 }, (_, i): Pose => {
      const [side, share] = [Math.floor(i / 10), (i % 10) / 10];
      const place = [
        { x: share, y: 0.01 },
        { x: 0.99, y: share },
        { x: 1 - share, y: 0.99 },
        { x: 0.01, y: 1 - share },
      ][side] ?? { x: 0, y: 0 };
      return { ...place, heading: (side * Math.PI) / 2 };
    });
    const errors = pathErrors({ points: square, radius: 0, loop: true }, sampled([...lap, ...lap]));
    for (const { cross } of errors.filter((_, i) => i % 10 > 1)) expect(cross).toBeCloseTo(0.01, 9);
  });
});

describe('the samples of a run', () => {
  it('are every tick of a minute, and of an hour as many, evenly spread', () => {
    const recorder = new SampleRecorder();
    const tick = { granted: STOPPED, duties: STOPPED } as Tick;
    for (let i = 0; i < 3000; i++) recorder.record(i / 50, { x: 0, y: 0, heading: 0 }, tick);
    expect(recorder.samples()).toHaveLength(3000);
    for (let i = 3000; i < 180_000; i++) recorder.record(i / 50, { x: 0, y: 0, heading: 0 }, tick);
    const samples = recorder.samples();
    expect(samples.length).toBeLessThanOrEqual(4096);
    const gaps = samples.slice(1).map(({ at }, i) => at - (samples[i]?.at ?? 0));
    expect(Math.max(...gaps)).toBeCloseTo(Math.min(...gaps), 6);
  });
});
