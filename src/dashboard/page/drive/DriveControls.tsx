/** The controls for driving: STOP, arm and resume, the switch of teleop and its stick. */
import { computed } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Icon } from '../layout/Icon.js';
import {
  connection,
  isShown,
  lease,
  manualMode,
  mayDrive,
  mayOperate,
  operate,
  role,
  scene,
} from '../store.js';
import { anyDriving, anyFaulted, anyStopped, arm, clearFault, stop, stopRequested } from './stop.js';
import { dispatchTeleop, releaseTeleop, teleopDemand, teleopOn } from './teleop.js';
import { demandOfAxes } from './teleopState.js';

const note = computed(() => {
  const isConnecting = connection.value === 'connecting' && !isShown.value;
  if (connection.value !== 'open' && !(isConnecting && !stopRequested.value))
    return stopRequested.value ? 'STOP is sent once the server is back' : 'This page cannot reach the robot';
  if (stopRequested.value && anyDriving.value) return 'STOP sent, not confirmed yet';
  if (anyFaulted.value && !anyDriving.value) return 'Clear the fault, then arm';
  return '';
});

function Resume() {
  if (!manualMode.value || role.value === 'view') return null;
  return (
    <button type="button" disabled={!mayDrive.value} onClick={() => operate({ kind: 'resume' })}>
      Resume mission
    </button>
  );
}

function Release({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  if (role.value !== 'drive') return null;
  return (
    <button type="button" class="arm" disabled={!mayOperate.value} onClick={onClick}>
      {name}
    </button>
  );
}

/** STOP, and the ways back: clear a fault, arm, and resume the mission after teleop. */
export function StopArea() {
  const button = useRef<HTMLButtonElement>(null);
  if (scene.value?.source === 'recording') return null;
  const then = (what: () => void) => (): void => {
    what();
    button.current?.focus();
  };
  return (
    <div class="stop-area">
      <p class="stop-note" role="status">
        {note.value}
      </p>
      <Resume />
      {anyFaulted.value && <Release name="Clear fault" onClick={then(clearFault)} />}
      {anyStopped.value && <Release name="Arm" onClick={then(arm)} />}
      <button
        ref={button}
        type="button"
        class="stop"
        aria-label="STOP"
        aria-keyshortcuts="Space"
        onPointerDown={(event) => event.button === 0 && stop()}
        onClick={stop}
      >
        STOP
      </button>
    </div>
  );
}

/** The knob's travel, relative to half the stick's width. */
const KNOB_TRAVEL = 0.6;
const STICK_DEAD_ZONE = 0.08;

/** An on-screen stick for a thumb or a mouse: drives as far as it is pulled, as long as it is held. */
function Stick() {
  const base = useRef<HTMLDivElement>(null);
  const pulled = ({ clientX, clientY }: PointerEvent) => {
    const box = base.current?.getBoundingClientRect();
    if (!box) return demandOfAxes(0, 0);
    const half = (box.width / 2) * KNOB_TRAVEL;
    const right = (clientX - box.x - box.width / 2) / half;
    return demandOfAxes(right, (clientY - box.y - box.height / 2) / half, STICK_DEAD_ZONE);
  };
  const { linear, angular } = teleopDemand.value;
  const reach = (KNOB_TRAVEL * 100) / Math.max(1, Math.hypot(linear, angular));
  const place = `translate(${-angular * reach}%, ${-linear * reach}%)`;
  return (
    <div class="stick-row">
      <div
        ref={base}
        class="stick"
        role="img"
        aria-label="Stick: pull to drive; with the keyboard, hold an arrow key"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dispatchTeleop({ kind: 'grab', to: pulled(event) });
        }}
        onPointerMove={(event) => dispatchTeleop({ kind: 'slide', to: pulled(event) })}
        onPointerUp={() => dispatchTeleop({ kind: 'drop' })}
        onPointerCancel={releaseTeleop}
        onLostPointerCapture={() => dispatchTeleop({ kind: 'drop' })}
        onContextMenu={(event) => {
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <span class="knob-way" style={{ transform: place }}>
          <span class="knob" />
        </span>
      </div>
      <p class="note">
        Hold arrows or W A S D, pull the stick, or use a gamepad. The robot stops when you let go.
      </p>
    </div>
  );
}

const LEASE_TEXTS = {
  you: 'You are driving.',
  other: 'Another operator is driving.',
  nobody: '',
} as const;

/** The teleop panel: its switch, the stick, and who has the lease. */
export function DrivePanel() {
  const on = teleopOn.value;
  return (
    <div class="drive">
      <button
        type="button"
        aria-pressed={on}
        disabled={!mayDrive.value}
        onClick={() => dispatchTeleop({ kind: 'switch', on: !on })}
      >
        <Icon name="hand" />
        Drive by hand
      </button>
      <p class="note" role="status">
        {role.value === 'view' ? 'View only: this link cannot drive.' : LEASE_TEXTS[lease.value]}
      </p>
      {on && <Stick />}
    </div>
  );
}
