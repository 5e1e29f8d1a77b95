/** Whether a hand has had some robot's wheels since the mission had them last. */
import { computed } from '@preact/signals';
import { frame } from '../store.js';

export const manualMode = computed(
  () => frame.value?.robots?.some(({ tick }) => tick?.mode === 'manual') ?? false,
);
