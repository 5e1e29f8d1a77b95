/** Waits that take no time: timers and the clock go on as the test tells them to. For `beforeEach` and `afterEach`. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, vi } from 'vitest';

/** Longer than anything that is waited for here. */
const PATIENCE_MS = 20_000;

/** For the file that calls it: `setTimeout`, `setInterval` and `performance.now` are virtual in each of its tests. */
export function useVirtualTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Streams and messages are read meanwhile. */
export async function wait(timeMs: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(timeMs);
  await nextTurn();
}

/** @throws Error with the reason when it does not come true */
export async function until(isTrue: () => boolean, why: () => string): Promise<void> {
  for (let passedMs = 0; !isTrue(); passedMs += 5) {
    if (passedMs > PATIENCE_MS) throw new Error(why());
    await wait(5);
  }
}

/** What comes of a promise that time must pass for. */
export async function settled<T>(promise: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  promise.then(over, over);
  await until(
    () => isOver,
    () => 'it does not end',
  );
  return promise;
}
