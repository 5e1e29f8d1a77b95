import { describe, expect, it } from 'vitest';
import { TokenBucket } from '../../src/math/tokenBucket.js';
import { FakeTime } from '../dashboard/server/fakeTime.js';

const countTaken = (times: number, take: () => boolean) =>
  Array.from({ length: times }, take).filter(Boolean).length;

describe('a token bucket', () => {
  it('gives what it holds at once, and its rate from then on', () => {
    const time = new FakeTime();
    const bucket = new TokenBucket(time, 100, 20);
    expect(countTaken(50, () => bucket.take())).toBe(20);
    time.pass(0.125);
    expect(countTaken(50, () => bucket.take())).toBe(12);
    time.pass(3600);
    expect(countTaken(50, () => bucket.take())).toBe(20);
  });

  it('gives nothing for time that runs backwards', () => {
    const time = new FakeTime();
    const bucket = new TokenBucket(time, 100, 1);
    bucket.take();
    time.passUnserved(-10);
    expect(bucket.take()).toBe(false);
    time.pass(0.01);
    expect(bucket.take()).toBe(true);
  });
});
