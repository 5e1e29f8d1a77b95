/** Work that is finished once it has begun, whatever is pressed. */
import { type Interruption, interruptions$ } from '../terminal/shutdown.js';

/**
 * Guards motors: half a firmware may do anything, so Ctrl-C waits for the whole of it.
 *
 * @param told called at each interruption
 * @returns what has interrupted it meanwhile, if anything did
 */
export async function undisturbed(
  work: () => Promise<void>,
  told: () => void,
): Promise<Interruption | undefined> {
  let first: Interruption | undefined;
  const watch = interruptions$.subscribe((interruption) => {
    first ??= interruption;
    told();
  });
  try {
    await work();
  } finally {
    watch.unsubscribe();
  }
  if (first?.error !== undefined) throw first.error;
  return first;
}
