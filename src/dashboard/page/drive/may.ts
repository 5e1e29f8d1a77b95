/** What whoever looks may do here: all but STOP needs the role and a way to be heard. */
import { computed } from '@preact/signals';
import { connection, role, scene } from '../store.js';

export const mayOperate = computed(() => role.value === 'drive' && connection.value === 'open');

/** A recording has nobody to drive. */
export const mayDrive = computed(() => mayOperate.value && scene.value?.source !== 'recording');
