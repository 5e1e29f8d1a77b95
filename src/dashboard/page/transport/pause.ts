/** Pause and play, of a simulation or a recording. */
import { computed } from '@preact/signals';
import { can, frame, operate } from '../store.js';

export const paused = computed(() => frame.value?.pace?.paused ?? false);

export function togglePause(): void {
  if (can('pause')) operate({ kind: 'pause', paused: !paused.peek() });
}
