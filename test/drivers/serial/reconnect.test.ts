import { describe, expect, it, vi } from 'vitest';
import { reconnect } from '../../../src/cli/drive/runMission.js';
import { DriverError } from '../../../src/validation/errors.js';
import { FakeTime } from '../fakeTime.js';

/** Fails so often, and notes when it was tried. */
function opener(time: FakeTime, failures: number, error: Error = new DriverError('not there')) {
  const tries: number[] = [];
  const open = async () => {
    tries.push(Math.round(time.now() * 100) / 100);
    if (tries.length <= failures) throw error;
    return 'a robot';
  };
  return { open, tries };
}

describe('looking for a robot', () => {
  it('waits twice as long each time, from 0.25 s to 2 s, until it is there', async () => {
    const time = new FakeTime();
    const { open, tries } = opener(time, 6);
    await expect(time.until(reconnect(open, { time }))).resolves.toBe('a robot');
    expect(tries).toEqual([0.25, 0.75, 1.75, 3.75, 5.75, 7.75, 9.75]);
  });

  it('ends after as long as it was told, with the last reason', async () => {
    const time = new FakeTime();
    const { open, tries } = opener(time, 99);
    await expect(time.until(reconnect(open, { time, atMost: 4 }))).rejects.toThrow('not there');
    expect(tries.at(-1)).toBeLessThanOrEqual(4);
  });

  it('ends at once where something else is wrong', async () => {
    const time = new FakeTime();
    const { open, tries } = opener(time, 99, new TypeError('a mistake'));
    await expect(time.until(reconnect(open, { time }))).rejects.toThrow(TypeError);
    expect(tries).toHaveLength(1);
  });

  it('ends when it is told to, and leaves no timer', async () => {
    const time = new FakeTime();
    const { open, tries } = opener(time, 99);
    const stop = new AbortController();
    const looking = reconnect(open, { time, signal: stop.signal });
    const ended = vi.fn();
    looking.catch(ended);
    await time.run(0.3);
    stop.abort(new DriverError('never mind'));
    await expect(looking).rejects.toThrow('never mind');
    expect(time.waiting).toBe(0);
    expect(tries).toHaveLength(1);
    await expect(reconnect(open, { time, signal: stop.signal })).rejects.toThrow('never mind');
  });
});
