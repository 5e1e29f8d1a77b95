import { expect, it } from 'vitest';
import { LatestOnly } from '../../../src/drivers/steerbot/latestOnly.js';

function line() {
  const sent: number[] = [];
  const taken: (() => void)[] = [];
  const newest = new LatestOnly<number>((value, done) => {
    sent.push(value);
    taken.push(done);
  });
  return { newest, sent, take: () => taken.shift()?.() };
}

it('sends at once on a free line, and of what waits only the newest', () => {
  const { newest, sent, take } = line();
  for (const value of [1, 2, 3]) newest.offer(value);
  expect(sent).toEqual([1]);
  take();
  expect(sent).toEqual([1, 3]);
  take();
  newest.offer(4);
  expect(sent).toEqual([1, 3, 4]);
});

it('sends nothing of what was dropped', () => {
  const { newest, sent, take } = line();
  newest.offer(1);
  newest.offer(2);
  newest.drop();
  take();
  expect(sent).toEqual([1]);
  newest.offer(3);
  expect(sent).toEqual([1, 3]);
});

it('goes on over a line that takes everything at once', () => {
  const sent: number[] = [];
  const newest = new LatestOnly<number>((value, done) => {
    sent.push(value);
    done();
  });
  for (let i = 0; i < 5; i++) newest.offer(i);
  expect(sent).toEqual([0, 1, 2, 3, 4]);
});
