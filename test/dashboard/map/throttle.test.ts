import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttle } from '../../../src/dashboard/page/map/pointing/throttle.js';

describe('a throttle', () => {
  const said: number[] = [];
  let throttle: Throttle<number>;
  beforeEach(() => {
    vi.useFakeTimers();
    said.length = 0;
    throttle = new Throttle(100, (value) => said.push(value));
  });
  afterEach(() => vi.useRealTimers());

  it('says the first at once, then the newest when it is time', () => {
    for (const value of [1, 2, 3]) throttle.offer(value);
    expect(said).toEqual([1]);
    vi.advanceTimersByTime(100);
    expect(said).toEqual([1, 3]);
    vi.advanceTimersByTime(1000);
    expect(said).toEqual([1, 3]);
  });

  it('never says more than one in its time', () => {
    for (let i = 0; i < 100; i++) {
      throttle.offer(i);
      vi.advanceTimersByTime(10);
    }
    // At 0, and after each 100 ms.
    expect(said).toHaveLength(11);
  });

  it('says what waits when it is flushed, once', () => {
    throttle.offer(1);
    throttle.offer(2);
    throttle.flush();
    vi.advanceTimersByTime(1000);
    expect(said).toEqual([1, 2]);
  });

  it('never says what was waiting when it is cancelled', () => {
    throttle.offer(1);
    throttle.offer(2);
    throttle.cancel();
    vi.advanceTimersByTime(1000);
    expect(said).toEqual([1]);
    throttle.offer(3);
    expect(said).toEqual([1, 3]);
  });
});
