/** STOP and arm, and whether the robots have heard. */
import { computed, effect, signal } from '@preact/signals';
import { frame, operate, scene } from '../store.js';
import { letGo } from './hand.js';

/** STOP was said, and some robot has not confirmed it yet. */
export const stopAsked = signal(false);

/** Robots with a body; a ghost is nothing to stop. */
const bodies = computed(() => {
  const ghosts = new Set(scene.value?.robots.filter(({ ghost }) => ghost).map(({ id }) => id));
  return frame.value?.robots?.filter(({ id, tick }) => tick && !ghosts.has(id)) ?? [];
});

export const someStopped = computed(() => bodies.value.some(({ tick }) => tick?.safety === 'stopped'));
/** Their motors have power. */
export const someDriving = computed(() =>
  bodies.value.some(({ tick }) => tick?.safety === 'driving' || tick?.safety === 'braking'),
);
export const someFaulted = computed(() => bodies.value.some(({ tick }) => tick?.safety === 'faulted'));

/** They have heard: none drives any more. */
export const allStand = computed(() => !someDriving.value && (someStopped.value || someFaulted.value));

export function stop(): void {
  operate({ kind: 'stop' });
  stopAsked.value = true;
  letGo();
}

export function arm(): void {
  stopAsked.value = false;
  letGo();
  operate({ kind: 'arm' });
}

/** Releases a fault whose cause is gone; the robot stays stopped until it is armed. */
export function clearFault(): void {
  letGo();
  operate({ kind: 'clear' });
}

effect(() => {
  if (stopAsked.value && allStand.value) stopAsked.value = false;
});
