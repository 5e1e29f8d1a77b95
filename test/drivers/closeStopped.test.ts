import { describe, expect, it, vi } from 'vitest';
import { wallTime } from '../../src/control/clock.js';
import { closeStopped } from '../../src/drivers/closeStopped.js';
import type { ConnectedRobot } from '../../src/drivers/driver.js';

function robotThat(more: Partial<ConnectedRobot>) {
  const calls: string[] = [];
  const robot = {
    time: wallTime,
    stop: () => void calls.push('stop'),
    close: async () => void calls.push('close'),
    ...more,
  } as ConnectedRobot;
  return { robot, calls };
}

const settle = () => new Promise((done) => setImmediate(done));

describe('closing a robot', () => {
  it('waits for its board to say that the motors are off', async () => {
    let say: (isOff: boolean) => void = () => {};
    const said = new Promise<boolean>((done) => {
      say = done;
    });
    const { robot, calls } = robotThat({ motorsOff: () => said });
    const closing = closeStopped(robot);
    await settle();
    expect(calls).toEqual(['stop']);
    say(true);
    expect(await closing).toBe(true);
    expect(calls).toEqual(['stop', 'close']);
  });

  it('waits no longer than two seconds', async () => {
    const { robot, calls } = robotThat({ motorsOff: () => new Promise(() => {}) });
    vi.useFakeTimers();
    const closing = closeStopped(robot).finally(() => vi.useRealTimers());
    await vi.advanceTimersByTimeAsync(1900);
    expect(calls).toEqual(['stop']);
    await vi.advanceTimersByTimeAsync(200);
    expect(await closing).toBe(false);
    expect(calls).toEqual(['stop', 'close']);
  });

  it('says nothing of a board that is gone, or says nothing', async () => {
    expect(await closeStopped(robotThat({ motorsOff: async () => false }).robot)).toBe(false);
    expect(await closeStopped(robotThat({}).robot)).toBe(false);
  });

  it('knows that a body in this program stands', async () => {
    expect(await closeStopped(robotThat({ kind: 'simulated' }).robot)).toBe(true);
  });
});
