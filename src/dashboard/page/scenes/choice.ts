/** Which of the scene's missions is on. */
import { computed, effect, signal } from '@preact/signals';
import { byHand } from '../header/byHand.js';
import { operate, scene } from '../store.js';

/** What was asked for here, until the scene itself says which it is. */
const asked = signal<{ readonly scene: string; readonly mission: number } | null>(null);

export const chosenMission = computed(() => {
  const now = scene.value;
  if (now?.mission !== undefined) return now.mission;
  return asked.value && asked.value.scene === now?.name ? asked.value.mission : undefined;
});

/** A mission was chosen since a hand has had the wheels: it does not drive yet. */
const chosenByHand = signal(false);
effect(() => {
  if (!byHand.value) chosenByHand.value = false;
});
export const resumeNeeded = computed(() => chosenByHand.value && byHand.value);

/** A number beyond the list says nothing. */
export function choose(mission: number): void {
  const now = scene.peek();
  if (!now || mission >= (now.missions?.length ?? 0)) return;
  asked.value = { scene: now.name, mission };
  operate({ kind: 'choose', mission });
  chosenByHand.value = byHand.peek();
}
