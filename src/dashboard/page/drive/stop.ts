/** STOP and arm, and whether the robots have confirmed them. */
import { computed, effect, signal } from '@preact/signals';
import { frame, operate, scene } from '../store.js';
import { releaseTeleop } from './teleop.js';

/** STOP was sent, and a robot has not confirmed it yet. */
export const stopRequested = signal(false);

/** Robots with a body; a ghost cannot be stopped. */
const realRobots = computed(() => {
  const ghosts = new Set(scene.value?.robots.filter(({ ghost }) => ghost).map(({ id }) => id));
  return frame.value?.robots?.filter(({ id, tick }) => tick && !ghosts.has(id)) ?? [];
});

export const anyStopped = computed(() => realRobots.value.some(({ tick }) => tick?.safety === 'stopped'));
/** Robots whose motors have power. */
export const anyDriving = computed(() =>
  realRobots.value.some(({ tick }) => tick?.safety === 'driving' || tick?.safety === 'braking'),
);
export const anyFaulted = computed(() => realRobots.value.some(({ tick }) => tick?.safety === 'faulted'));

/** STOP is confirmed: no robot drives any more. */
export const stopConfirmed = computed(() => !anyDriving.value && (anyStopped.value || anyFaulted.value));

export function stop(): void {
  operate({ kind: 'stop' });
  stopRequested.value = true;
  releaseTeleop();
}

export function arm(): void {
  stopRequested.value = false;
  releaseTeleop();
  operate({ kind: 'arm' });
}

/** Releases a fault whose cause is gone; the robot stays stopped until it is armed. */
export function clearFault(): void {
  releaseTeleop();
  operate({ kind: 'clear' });
}

effect(() => {
  if (stopRequested.value && stopConfirmed.value) stopRequested.value = false;
});
