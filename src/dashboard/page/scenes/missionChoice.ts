/** Which of the scene's missions is chosen, and whether it drives. */
import { computed, effect, signal } from '@preact/signals';
import { sceneBehaviors } from '../../../scene/legend.js';
import type { SceneView } from '../../../signals/view.js';
import { focusedRobot, frame, manualMode, operate, scene } from '../store.js';

/** The mission requested here, until the next view of the scene reports which one is on. */
const requestedMission = signal<{ readonly scene: SceneView; readonly mission: number } | null>(null);

export const chosenMission = computed(() => {
  const now = scene.value;
  const requested = requestedMission.value;
  return requested && requested.scene === now ? requested.mission : now?.mission;
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
  requestedMission.value = { scene: now, mission };
  operate({ kind: 'choose', mission });
  chosenInManualMode.value = manualMode.peek();
}

const focusedTick = computed(
  () => frame.value?.robots?.find(({ id }) => id === focusedRobot.value?.id)?.tick,
);

/** Whether the mission moves the robot in focus; otherwise it waits: the robot is stopped, or driven by hand. */
export const missionDrives = computed(
  () => focusedTick.value?.safety === 'driving' && focusedTick.value.mode === 'auto',
);

/** The name of the chosen mission, else the behaviors of a goal or path that an operator gave. */
function missionName(now: SceneView): string {
  const chosen = chosenMission.value === undefined ? undefined : now.missions[chosenMission.value];
  if (chosen !== undefined) return `“${chosen}”`;
  const behaviors = sceneBehaviors({ ...now, robots: focusedRobot.value ? [focusedRobot.value] : [] });
  return behaviors.join(' + ') || 'no behavior';
}

/** `Now: “seek” drives.`, `Stopped. Press “Arm” to let “seek” drive.` */
export const missionStatus = computed(() => {
  const now = scene.value;
  const tick = focusedTick.value;
  if (!now || !tick) return '';
  const name = missionName(now);
  if (tick.safety === 'faulted') return `Stopped by a fault. ${name} waits.`;
  if (tick.safety !== 'driving') return `Stopped. Press “Arm” to let ${name} drive.`;
  if (tick.mode === 'manual') return `Driven by hand. Press “Resume mission” to let ${name} drive.`;
  return chosenMission.value === undefined
    ? `Now: ${name} drives. None of these missions is on.`
    : `Now: ${name} drives.`;
});
