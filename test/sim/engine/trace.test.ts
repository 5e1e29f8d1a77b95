import { describe, expect, it } from 'vitest';
import { TraceRecorder } from '../../../sim/engine/trace.js';
import { stretchesOf } from '../../../src/scene/plot/trace.js';
import { tickAt } from '../../support/plotFixtures.js';

const START = { x: 0, y: 0, heading: 0 };

/** Drives along x at a speed for some seconds, a tick every 20 ms. */
function drive(speed: number, seconds: number): TraceRecorder {
  const recorder = new TraceRecorder('a', { radius: 0.09 }, START);
  for (let i = 0; i <= Math.round(seconds / 0.02); i++) {
    const pose = { x: speed * i * 0.02, y: 0, heading: 0 };
    recorder.record(i * 0.02, pose, tickAt(i * 0.02, pose, speed));
  }
  return recorder;
}

describe('a trace', () => {
  it('has points at least 2 mm apart, and the last where the body is', () => {
    const { line, finalPose } = drive(0.0301, 1).trace();
    const steps = line.slice(1).map((point, i) => point.x - (line[i]?.x ?? Number.NaN));
    expect(Math.min(...steps.slice(0, -1))).toBeGreaterThanOrEqual(0.002);
    expect(Math.max(...steps)).toBeLessThan(0.003);
    expect(line.at(-1)).toEqual({ x: finalPose.x, y: 0 });
    expect(finalPose.x).toBeCloseTo(0.0301, 12);
  });

  it('of a body that stands is one point', () => {
    expect(drive(0, 10).trace().line).toEqual([{ x: 0, y: 0 }]);
  });

  it.each([3, 5, 12, 60, 600])(
    'of %d s keeps 17 to 32 moments at equal intervals from the first tick',
    (seconds) => {
      const at = drive(0.1, seconds)
        .trace()
        .moments.map(({ tick }) => tick.at);
      expect(at.length).toBeGreaterThanOrEqual(17);
      expect(at.length).toBeLessThanOrEqual(32);
      expect(at[0]).toBe(0);
      const gaps = at.slice(1).map((time, i) => time - (at[i] ?? Number.NaN));
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(1e-9);
    },
  );

  it('pairs each moment with the pose of its tick', () => {
    for (const { pose, tick } of drive(0.1, 20).trace().moments)
      expect(pose.x).toBeCloseTo(0.1 * tick.at, 12);
  });

  it('leaves out a pose that is not finite', () => {
    const recorder = drive(0.1, 1);
    const before = recorder.trace();
    const lost = { x: Number.NaN, y: 0, heading: 0 };
    recorder.record(9, lost, tickAt(9, lost, 0));
    expect(recorder.trace()).toEqual(before);
  });

  it('does not change when the recorder goes on', () => {
    const recorder = drive(0.1, 1);
    const trace = recorder.trace();
    const points = trace.line.length;
    recorder.record(2, { x: 5, y: 5, heading: 0 }, tickAt(2, START, 0));
    expect(trace.line).toHaveLength(points);
    expect(trace.finalPose.x).toBeCloseTo(0.1, 12);
  });

  it('before the first tick is the start', () => {
    expect(new TraceRecorder('a', { radius: 0.09 }, START).trace()).toEqual({
      id: 'a',
      radius: 0.09,
      line: [{ x: 0, y: 0 }],
      moments: [],
      finalPose: START,
      samples: [],
    });
  });

  it('knows where its body was put, and does not take fast driving for it', () => {
    const recorder = drive(2.9, 1);
    const there = { x: 9, y: 9, heading: 0 };
    recorder.record(1.02, there, tickAt(1.02, there, 0));
    const on = { x: 9.01, y: 9, heading: 0 };
    recorder.record(1.04, on, tickAt(1.04, on, 0));
    const trace = recorder.trace();
    expect(stretchesOf(trace).map((stretch) => stretch.length)).toEqual([trace.line.length - 2, 2]);
    expect(stretchesOf(trace)[1]).toEqual([
      { x: 9, y: 9 },
      { x: 9.01, y: 9 },
    ]);
    expect(stretchesOf(drive(2.9, 1).trace())).toHaveLength(1);
  });
});
