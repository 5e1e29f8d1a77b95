/** STOP, and the ways back: arm, and the mission again after a hand. */
import { computed } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { mayDrive, mayOperate } from '../drive/may.js';
import { arm, someDriving, someFaulted, someStopped, stop, stopAsked } from '../drive/stop.js';
import { connection, operate, role, scene } from '../store.js';
import { byHand } from './byHand.js';

const note = computed(() => {
  if (connection.value !== 'open')
    return stopAsked.value ? 'STOP is said once the server is back' : 'This page does not reach the robot';
  if (stopAsked.value && someDriving.value) return 'STOP sent, not confirmed yet';
  if (someFaulted.value && !someDriving.value) return 'A fault is released by a restart alone';
  return '';
});

function Resume() {
  if (!byHand.value || role.value === 'view') return null;
  return (
    <button type="button" disabled={!mayDrive.value} onClick={() => operate({ kind: 'resume' })}>
      Resume mission
    </button>
  );
}

export function StopArea() {
  const button = useRef<HTMLButtonElement>(null);
  if (scene.value?.source === 'recording') return null;
  const rearm = (): void => {
    arm();
    button.current?.focus();
  };
  return (
    <div class="stop-area">
      <p class="stop-note" role="status">
        {note.value}
      </p>
      <Resume />
      {someStopped.value && role.value === 'drive' && (
        <button type="button" class="arm" disabled={!mayOperate.value} onClick={rearm}>
          Arm
        </button>
      )}
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
