/** The map in words, for whoever does not see it; told anew every second, and never by itself. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { describe } from '../map/Map.js';
import { frame, scene, selectedRobot } from '../store.js';

const DESCRIPTION_PERIOD_MS = 1000;

export function MapDescription() {
  const words = useSignal('');
  useEffect(() => {
    const tell = (): void => {
      words.value = describe(scene.peek(), frame.peek(), selectedRobot.peek() ?? undefined);
    };
    tell();
    const timer = setInterval(tell, DESCRIPTION_PERIOD_MS);
    return () => clearInterval(timer);
  }, [words]);
  return (
    <section class="unseen" aria-label="The map in words">
      <p>{words}</p>
    </section>
  );
}
