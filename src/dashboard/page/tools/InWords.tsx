/** The map in words, for whoever does not see it; told anew every second, and never by itself. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { describe } from '../map/Map.js';
import { chosen, frame, scene } from '../store.js';

const EVERY_MS = 1000;

export function InWords() {
  const words = useSignal('');
  useEffect(() => {
    const tell = (): void => {
      words.value = describe(scene.peek(), frame.peek(), chosen.peek() ?? undefined);
    };
    tell();
    const timer = setInterval(tell, EVERY_MS);
    return () => clearInterval(timer);
  }, [words]);
  return (
    <section class="unseen" aria-label="The map in words">
      <p>{words}</p>
    </section>
  );
}
