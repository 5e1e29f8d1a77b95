/** STOP, and the ways back: arm, and the mission again after a hand. */
import { computed } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { mayDrive, mayOperate } from '../drive/may.js';
import { anyDriving, anyFaulted, anyStopped, arm, clearFault, stop, stopRequested } from '../drive/stop.js';
import { connection, operate, role, scene } from '../store.js';
import { manualMode } from './byHand.js';

const note = computed(() => {
  if (connection.value !== 'open')
    return stopRequested.value
      ? 'STOP is said once the server is back'
      : 'This page does not reach the robot';
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
