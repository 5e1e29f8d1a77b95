import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { distance, type Pose } from '../../src/math/geometry.js';
import type { Command, Tick } from '../../src/signals/signals.js';
import { benchmarkBody, missionOf, sceneOf } from '../support/runs.js';

/** Gives commands at the ticks of their numbers while plant B arrives at a point 3 m away. */
async function drivenWith(orders: Readonly<Record<number, 'stop' | 'arm'>>, duration = 6) {
  const commands$ = new Subject<Command>();
  const poses: Pose[] = [];
  const ticks: Tick[] = [];
  const scene = sceneOf({
    robot: benchmarkBody('b'),
    mission: missionOf({ arrive: { target: [3, 0] } }),
    duration,
  });
  const onTick = (_id: string, pose: Pose, tick: Tick) => {
    const kind = orders[ticks.length];
    ticks.push(tick);
    poses.push(pose);
    if (kind) commands$.next({ kind });
  };
  const result = await simulate(scene, { onTick, commands$ });
  return { result, robot: result.robots[0], ticks, poses };
}

describe('STOP in the middle of a run', () => {
  it('stops the true body within its braking distance, and it stays there', async () => {
    const { robot, ticks, poses } = await drivenWith({ 100: 'stop' });
    const from = poses[100];
    expect(ticks[100]?.granted.left).toBeCloseTo(0.5, 3);
    if (!from || !robot) throw new Error('no run');
    // 40 ms of dead time, v²/2a and the tail of the lag, a·lag²/2: 20 + 125 + 2 mm.
    expect(distance(robot.finalPose, from)).toBeLessThan(0.15);
    expect(distance(robot.finalPose, from)).toBeGreaterThan(0.12);
    expect(robot).toMatchObject({ outcome: 'stopped', timeToGoal: null, faults: [] });
    const rest = poses.slice(150);
    expect(new Set(rest.map(({ x, y }) => `${x} ${y}`)).size).toBe(1);
    for (const { safety, duties } of ticks.slice(101)) {
      expect({ safety, duties }).toEqual({ safety: 'stopped', duties: { left: 0, right: 0 } });
    }
  });

  it('does not pass its criteria', async () => {
    const { result } = await drivenWith({ 100: 'stop' });
    expect(result.robots[0]?.outcome).toBe('stopped');
  });

  it('after arming, drives on from rest and arrives without overshoot', async () => {
    const { robot, ticks } = await drivenWith({ 100: 'stop', 160: 'arm' }, 20);
    expect(robot).toMatchObject({ outcome: 'arrived', faults: [] });
    expect(robot?.overshoot).toBeLessThanOrEqual(0.002);
    expect(ticks[160]?.granted).toEqual({ left: 0, right: 0 });
    expect(ticks[161]?.granted.left).toBeLessThanOrEqual(0.02);
  });

  it('repeated, is one stop, and one arm releases it', async () => {
    const { robot } = await drivenWith({ 50: 'stop', 51: 'stop', 60: 'stop', 90: 'arm', 91: 'arm' }, 20);
    expect(robot?.outcome).toBe('arrived');
  });
});
