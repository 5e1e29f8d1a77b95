/** Which of the scene's missions is on. */
import { computed, effect, signal } from '@preact/signals';
import { manualMode, operate, scene } from '../store.js';

/** The mission requested here, until the scene itself reports which is on. */
const requestedMission = signal<{ readonly scene: string; readonly mission: number } | null>(null);

export const chosenMission = computed(() => {
  const now = scene.value;
  if (now?.mission !== undefined) return now.mission;
  return requestedMission.value && requestedMission.value.scene === now?.name
    ? requestedMission.value.mission
    : undefined;
});

/** A mission was chosen while teleop drove: it does not drive yet. */
const chosenInManualMode = signal(false);
effect(() => {
  if (!manualMode.value) chosenInManualMode.value = false;
});
export const resumeNeeded = computed(() => chosenInManualMode.value && manualMode.value);

/** A number beyond the list does nothing. */
export function chooseMission(mission: number): void {
  const now = scene.peek();
  if (!now || mission >= (now.missions?.length ?? 0)) return;
  requestedMission.value = { scene: now.name, mission };
  operate({ kind: 'choose', mission });
  chosenInManualMode.value = manualMode.peek();
}
