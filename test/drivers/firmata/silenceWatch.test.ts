import { expect, it } from 'vitest';
import { SilenceWatch } from '../../../src/drivers/firmata/silenceWatch.js';
import { FakeTime } from '../fakeTime.js';

function watch() {
  const time = new FakeTime();
  const silentAt: number[] = [];
  return { time, silentAt, watched: new SilenceWatch(time, () => silentAt.push(time.now())) };
}

it('says once that nothing was heard for 250 ms', () => {
  const { time, silentAt } = watch();
  time.pass(3);
  expect(silentAt).toEqual([expect.closeTo(0.25, 9)]);
});

it('says nothing while it hears something', () => {
  const { time, silentAt, watched } = watch();
  for (let i = 0; i < 100; i++) {
    time.pass(0.19);
    watched.heard();
  }
  expect(silentAt).toEqual([]);
  time.pass(0.249);
  expect(silentAt).toEqual([]);
  time.pass(0.002);
  expect(silentAt).toHaveLength(1);
});

it('ends without a word and leaves no timer', () => {
  const { time, silentAt, watched } = watch();
  time.pass(0.1);
  watched.end();
  expect(time.waiting).toBe(0);
  time.pass(1);
  expect(silentAt).toEqual([]);
});

it('gives a host that stood still itself the time to read what came meanwhile', () => {
  let now = 0;
  let due: (() => void)[] = [];
  const time = {
    now: () => now,
    after: (_: number, callback: () => void) => {
      due.push(callback);
      return () => {};
    },
  };
  const fire = () => {
    const callbacks = due;
    due = [];
    for (const callback of callbacks) callback();
  };
  const silentAt: number[] = [];
  const watched = new SilenceWatch(time, () => silentAt.push(now));
  now = 0.9;
  fire();
  watched.heard();
  now = 0.96;
  fire();
  expect(silentAt).toEqual([]);
});
