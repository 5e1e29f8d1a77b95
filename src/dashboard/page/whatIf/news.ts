/** What is told when another future has begun, and what came of it. */
import { effect, untracked } from '@preact/signals';
import { formatFixed, formatLabel } from '../format.js';
import { log } from '../log/eventLog.js';
import { scene } from '../store.js';
import { futures } from './futures.js';

/** Says in the log that a future has begun, and what came of it. @returns a call that ends it */
export function watchFutures(): () => void {
  let told = new Map<number, string>();
  let name: string | undefined;
  return effect(() => {
    const now = new Map(futures.value.map(({ number, state }) => [number, state]));
    const isAnother = scene.value?.name !== name;
    name = scene.value?.name;
    const news = isAnother
      ? []
      : futures.value.filter(({ number, state }) => state !== 'under way' && told.get(number) !== state);
    told = now;
    untracked(() => {
      for (const { words, at, verdict, state, why } of news) {
        const lost = verdict.filter(({ passed }) => !passed);
        const came =
          state === 'refused'
            ? why
            : lost.length > 0
              ? lost.map((row) => `✗ ${row.words}`).join(', ')
              : '✓ all met';
        log('info', `What if: ${formatLabel(words)}, from ${formatFixed(at, 2)} s on: ${came ?? ''}`);
      }
    });
  });
}
