/** How the robot in focus stands, and which one that is. */
import { computed } from '@preact/signals';
import { leavesOf } from '../map/goals.js';
import { connection, focusedRobot, frame, scene, selectedRobot } from '../store.js';
import { formatState } from '../words.js';
import { framesStale } from './unheard.js';

const tick = computed(() => frame.value?.robots?.find(({ id }) => id === focusedRobot.value?.id)?.tick);
/** What is old says so, and does not shine. */
const isOld = computed(() => tick.value !== undefined && (connection.value !== 'open' || framesStale.value));
const idle = computed(
  () => focusedRobot.value !== undefined && leavesOf(focusedRobot.value.mission).length === 0,
);
const stateText = computed(() => (isOld.value ? 'last heard: ' : '') + formatState(tick.value, idle.value));
const safety = computed(() => (isOld.value ? 'unknown' : (tick.value?.safety ?? 'unknown')));

export function StateChip() {
  return (
    <p class="state" data-testid="state" data-state={safety.value} role="status" title={stateText.value}>
      <span class="lamp" aria-hidden="true" />
      <span class="state-words">{stateText.value}</span>
    </p>
  );
}

export function RobotPicker() {
  const robots = scene.value?.robots ?? [];
  if (robots.length < 2) return null;
  return (
    <select
      class="robot-picker"
      aria-label="Robot in focus"
      value={focusedRobot.value?.id}
      onChange={(event) => {
        selectedRobot.value = event.currentTarget.value;
      }}
    >
      {robots.map(({ id, ghost }) => (
        <option key={id} value={id}>
          {ghost ? `${id} (ghost)` : id}
        </option>
      ))}
    </select>
  );
}
