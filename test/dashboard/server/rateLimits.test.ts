import { describe, expect, it } from 'vitest';
import { AuthRateLimiter, RateLimits } from '../../../src/dashboard/server/rateLimits.js';
import type { Operation } from '../../../src/signals/view.js';
import { FakeTime } from './fakeTime.js';
import { comeIn, serve, until } from './onTheWire.js';

const countTaken = (times: number, take: () => boolean) =>
  Array.from({ length: times }, take).filter(Boolean).length;

describe('failed authentications', () => {
  it('get no answer any more where they come too often, each address for itself', () => {
    const failed = new AuthRateLimiter(new FakeTime());
    expect(countTaken(1000, () => failed.deservesAnswer('10.0.0.1'))).toBe(50);
    expect(failed.deservesAnswer('10.0.0.2')).toBe(true);
  });

  it('are remembered of a few addresses only', () => {
    const failed = new AuthRateLimiter(new FakeTime());
    for (let i = 0; i < 100_000; i += 1) failed.deservesAnswer(`fd00::${i.toString(16)}`);
    expect(failed.addresses).toBe(256);
  });
});

const count = (allowance: RateLimits, kind: Operation['kind'], times = 1000) =>
  Array.from({ length: times }, () => allowance.allows(kind)).filter(Boolean).length;

describe('the allowance of a client', () => {
  it('is four at once and four a second of what is hard work, all kinds together', () => {
    const time = new FakeTime();
    const allowance = new RateLimits(time);
    expect([count(allowance, 'follow', 3), count(allowance, 'open'), count(allowance, 'save')]).toEqual([
      3, 1, 0,
    ]);
    time.pass(0.5);
    expect([count(allowance, 'keep'), count(allowance, 'restart'), count(allowance, 'choose')]).toEqual([
      2, 0, 0,
    ]);
  });

  it('is forty a second of what a pointer drags', () => {
    const time = new FakeTime();
    const allowance = new RateLimits(time);
    count(allowance, 'tune');
    let more = 0;
    for (let i = 0; i < 100; i += 1) {
      time.pass(0.01);
      more += count(allowance, i % 2 === 0 ? 'pointer' : 'move');
    }
    expect(more).toBeGreaterThanOrEqual(39);
    expect(more).toBeLessThanOrEqual(40);
  });

  it('has no end for STOP and the hand', () => {
    const allowance = new RateLimits(new FakeTime());
    count(allowance, 'open');
    count(allowance, 'goTo');
    expect([count(allowance, 'stop'), count(allowance, 'teleop')]).toEqual([1000, 1000]);
  });

  it('is enough for a page: a pointer every 33 ms', () => {
    const time = new FakeTime();
    const allowance = new RateLimits(time);
    for (let i = 0; i < 1000; i += 1) {
      time.pass(0.033);
      expect(allowance.allows('pointer')).toBe(true);
    }
  });
});

describe('who asks for too much hard work', () => {
  it('is told once, and does not hold up STOP', async () => {
    const time = new FakeTime();
    const served = await serve({ time });
    const visitor = await comeIn(served);
    const path = Array.from({ length: 1000 }, (_, x) => ({ x, y: 0 }));
    for (let i = 0; i < 60; i += 1) visitor.say({ kind: 'follow', path });
    visitor.say({ kind: 'stop' });
    await until(() => served.operations.at(-1)?.kind === 'stop', 'STOP comes out');
    expect(served.operations).toHaveLength(5);
    await visitor.hears('refused');
    time.pass(1);
    for (let i = 0; i < 10; i += 1) visitor.say({ kind: 'save' });
    visitor.say({ kind: 'stop' });
    await until(() => served.operations.length >= 10, 'four more come out');
    await visitor.hears('refused', 2);
    expect([served.operations.length, visitor.of('refused').length, visitor.closed]).toEqual([
      10,
      2,
      undefined,
    ]);
  });
});
