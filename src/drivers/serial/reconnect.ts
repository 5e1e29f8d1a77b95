/** Tries to open a lost body until it is there again. */

import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import { DriverError } from '../../validation/errors.js';

export interface ReconnectOptions {
  readonly time: TimeSource;
  /** Wait before the first attempt; each later wait is twice the one before. */
  readonly from?: Seconds;
  /** The longest wait. */
  readonly to?: Seconds;
  /** After this time the last attempt's error is final; never unless given. */
  readonly atMost?: Seconds;
  /** Ends the search between two attempts. */
  readonly signal?: AbortSignal;
}

/**
 * Opens again and again. A body that comes back is stopped, like every body that was just opened.
 * @throws DriverError of the last attempt; whatever else `open` throws, at once; the signal's reason
 */
export async function reconnect<T>(open: () => Promise<T>, patience: ReconnectOptions): Promise<T> {
  const { time, from = 0.25, to = 2, atMost = Number.POSITIVE_INFINITY, signal } = patience;
  const began = time.now();
  for (let wait = from; ; wait = Math.min(2 * wait, to)) {
    await pause(time, wait, signal);
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DriverError) || time.now() - began + wait > atMost) throw error;
    }
  }
}

function pause(time: TimeSource, delay: Seconds, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = time.after(delay, () => {
      signal?.removeEventListener('abort', refuse);
      resolve();
    });
    if (signal?.aborted) refuse();
    else signal?.addEventListener('abort', refuse, { once: true });
  });
}
