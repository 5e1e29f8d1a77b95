/** A connection to a queue's server for the time of a command. */

import { queueAddress } from '../../study/queue/queueAddress.js';
import { StudyStore } from '../../study/queue/studyStore.js';
import { Refused } from '../../study/queue/wire.js';
import { keepHeapSmall } from '../../study/smallHeap.js';
import { messageOf, UsageError } from '../../validation/errors.js';

/** @throws UsageError for an invalid address, a server that does not answer, or data that is not Steerbot's */
export async function withStore<T>(address: string, work: (store: StudyStore) => Promise<T>): Promise<T> {
  const queue = queueAddress(address);
  if (queue.isOpen) {
    process.stderr.write(
      `warning: ${queue.shown} is neither on this machine nor encrypted: others in the network can read and change ` +
        'what it carries; use rediss:// or a tunnel\n',
    );
  }
  keepHeapSmall();
  const store = await StudyStore.connect(queue);
  try {
    return await work(store);
  } catch (error) {
    if (error instanceof Refused) throw new UsageError(error.message);
    if (error instanceof Error && error.name === 'ReplyError') {
      throw new UsageError(`--queue ${queue.shown}: the server refuses: ${messageOf(error)}`);
    }
    throw error;
  } finally {
    store.close();
  }
}
