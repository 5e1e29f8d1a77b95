/** How the robot in focus stands, and which one that is. */
import { computed } from '@preact/signals';
import { leavesOf } from '../map/goals.js';
import { chosen, connection, focus, frame, scene } from '../store.js';
import { stateWords } from '../words.js';
import { unheard } from './unheard.js';

const tick = computed(() => frame.value?.robots?.find(({ id }) => id === focus.value?.id)?.tick);
/** What is old says so, and does not shine. */
const old = computed(() => tick.value !== undefined && (connection.value !== 'open' || unheard.value));
const idle = computed(() => focus.value !== undefined && leavesOf(focus.value.mission).length === 0);
const words = computed(() => (old.value ? 'last heard: ' : '') + stateWords(tick.value, idle.value));
const safety = computed(() => (old.value ? 'unknown' : (tick.value?.safety ?? 'unknown')));

export function StateChip() {
  return (
    <p class="state" data-testid="state" data-state={safety.value} role="status" title={words.value}>
      <span class="lamp" aria-hidden="true" />
      <span class="state-words">{words.value}</span>
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
      value={focus.value?.id}
      onChange={(event) => {
        chosen.value = event.currentTarget.value;
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
