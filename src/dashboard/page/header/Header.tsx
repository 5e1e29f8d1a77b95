/** The top of the page: the scene, the state of the robot in focus, and STOP. */
import { computed } from '@preact/signals';
import { leavesOf } from '../../../signals/missionTree.js';
import { StopArea } from '../drive/DriveControls.js';
import { FailureChip } from '../failure/Failure.js';
import { firstFailure } from '../failure/failures.js';
import { formatState } from '../format.js';
import { theme, toggleTheme } from '../layout/display.js';
import { Icon } from '../layout/Icon.js';
import { framesStale } from '../link/staleness.js';
import {
  connection,
  drawer,
  focusedRobot,
  frame,
  isShown,
  paused,
  scene,
  selectedRobot,
  toggleDrawer,
} from '../store.js';
import { Facts } from './Status.js';

const tick = computed(() => frame.value?.robots?.find(({ id }) => id === focusedRobot.value?.id)?.tick);
/** An old state is marked as old, and its lamp is off. */
const isOld = computed(() => tick.value !== undefined && (connection.value !== 'open' || framesStale.value));
const idle = computed(
  () => focusedRobot.value !== undefined && leavesOf(focusedRobot.value.mission).length === 0,
);
/** A simulated robot that drives stands while time stands; a recording shows what it did then. */
const isPaused = computed(
  () => paused.value && scene.value?.source === 'simulation' && tick.value?.safety === 'driving',
);
const stateText = computed(() =>
  isPaused.value ? 'paused' : (isOld.value ? 'last heard: ' : '') + formatState(tick.value, idle.value),
);
const safety = computed(() => (isOld.value ? 'unknown' : (tick.value?.safety ?? 'unknown')));

const failed = computed(() => firstFailure.value !== undefined);

/** The state of the robot in focus. */
function StateChip() {
  return (
    <p class="state" data-testid="state" data-state={safety.value} role="status" title={stateText.value}>
      <span class="lamp" aria-hidden="true" />
      <span class="state-words">{stateText.value}</span>
    </p>
  );
}

function RobotPicker() {
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

function Buttons() {
  const dark = theme.value === 'dark';
  return (
    <div class="head-buttons">
      {!!scene.value?.gallery?.length && (
        <button
          type="button"
          aria-expanded={drawer.value === 'gallery'}
          onClick={() => toggleDrawer('gallery')}
        >
          <Icon name="scenes" />
          Scenes
        </button>
      )}
      <button type="button" class="bare" aria-label="Dark theme" aria-pressed={dark} onClick={toggleTheme}>
        <Icon name={dark ? 'sun' : 'moon'} />
      </button>
      <button
        type="button"
        class="bare"
        aria-label="Keys and help"
        aria-keyshortcuts="?"
        aria-expanded={drawer.value === 'help'}
        onClick={() => toggleDrawer('help')}
      >
        <Icon name="help" />
      </button>
    </div>
  );
}

export function Header() {
  const now = scene.value;
  return (
    <header class="top" data-failed={failed.value}>
      <div class="title">
        <h1>{now?.name ?? 'Waiting for a scene …'}</h1>
      </div>
      {isShown.value && (
        <>
          <div class="standing">
            <FailureChip />
            <StateChip />
            <RobotPicker />
          </div>
          <Buttons />
          <Facts />
        </>
      )}
      <StopArea />
    </header>
  );
}
