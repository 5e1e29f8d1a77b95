import { describe, expect, it } from 'vitest';
import { AuthRateLimiter } from '../../../src/dashboard/server/authRateLimiter.js';
import { TokenBucket } from '../../../src/dashboard/server/tokenBucket.js';
import { FakeTime } from './fakeTime.js';

const count = (times: number, take: () => boolean) =>
  Array.from({ length: times }, take).filter(Boolean).length;

describe('a token bucket', () => {
  it('gives what it holds at once, and its rate from then on', () => {
    const time = new FakeTime();
    const bucket = new TokenBucket(time, 100, 20);
    expect(count(50, () => bucket.take())).toBe(20);
    time.pass(0.125);
    expect(count(50, () => bucket.take())).toBe(12);
    time.pass(3600);
    expect(count(50, () => bucket.take())).toBe(20);
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

describe('failed knocks', () => {
  it('get no answer any more where they come too often, each address for itself', () => {
    const failed = new AuthRateLimiter(new FakeTime());
    expect(count(1000, () => failed.deservesAnswer('10.0.0.1'))).toBe(50);
    expect(failed.deservesAnswer('10.0.0.2')).toBe(true);
  });

  it('are remembered of a few addresses only', () => {
    const failed = new AuthRateLimiter(new FakeTime());
    for (let i = 0; i < 100_000; i += 1) failed.deservesAnswer(`fd00::${i.toString(16)}`);
    expect(failed.addresses).toBe(256);
  });
});
