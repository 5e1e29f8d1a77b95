/** What can be taken home: a clip of the map, and the recording of the last minutes. */
import { mayOperate } from '../drive/may.js';
import { Icon } from '../layout/Icon.js';
import { canvasElement } from '../map/Map.js';
import { can, operate, scene } from '../store.js';
import { beginClip, clipRunning, endClip } from './clip.js';

function toggleClip(): void {
  const canvas = canvasElement.peek();
  if (clipRunning.peek()) endClip();
  else if (canvas) beginClip(canvas, scene.peek()?.name ?? 'steerbot');
}

export function SaveButtons() {
  if (!scene.value) return null;
  return (
    <div class="keep">
      <button type="button" class={clipRunning.value ? 'running' : undefined} onClick={toggleClip}>
        <Icon name="clip" />
        {clipRunning.value ? 'Finish clip' : 'Save clip'}
      </button>
      {can('keep') && (
        <button type="button" disabled={!mayOperate.value} onClick={() => operate({ kind: 'keep' })}>
          <Icon name="keep" />
          Keep recording
        </button>
      )}
    </div>
  );
}
