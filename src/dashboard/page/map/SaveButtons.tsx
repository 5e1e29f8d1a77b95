/** The save buttons: a clip of the map, and the recording of the last minutes. */
import { signal } from '@preact/signals';
import { download } from '../download.js';
import { Icon } from '../layout/Icon.js';
import { log } from '../log/eventLog.js';
import { can, mayOperate, operate, scene } from '../store.js';

/** The map's canvas; null while there is no map. */
export const canvasElement = signal<HTMLCanvasElement | null>(null);

const CLIP_FRAMES_PER_SECOND = 30;
/** A longer clip ends by itself. */
const MAX_CLIP_MS = 120_000;

/** Whether a clip is being recorded: the map's drawing from one press to the next, as a WebM file. */
const clipRunning = signal(false);

let recorder: MediaRecorder | undefined;

const WEBM_TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

/** undefined if this browser cannot write WebM. */
const clipType = (): string | undefined =>
  typeof MediaRecorder === 'undefined'
    ? undefined
    : WEBM_TYPES.find((type) => MediaRecorder.isTypeSupported(type));

function saveClip(parts: readonly Blob[], name: string): void {
  download(name, parts, 'video/webm');
  log('info', `Clip saved: ${name}`);
}

function beginClip(canvas: HTMLCanvasElement, scene: string): void {
  const mimeType = clipType();
  if (mimeType) record(canvas, scene, mimeType);
  else log('warning', 'This browser cannot write WebM, so there is no clip');
}

function record(canvas: HTMLCanvasElement, scene: string, mimeType: string): void {
  const parts: Blob[] = [];
  const now = new MediaRecorder(canvas.captureStream(CLIP_FRAMES_PER_SECOND), { mimeType });
  now.ondataavailable = ({ data }) => parts.push(data);
  const timer = setTimeout(endClip, MAX_CLIP_MS);
  now.onstop = () => {
    clearTimeout(timer);
    for (const track of now.stream.getTracks()) track.stop();
    clipRunning.value = false;
    saveClip(parts, `${scene.replaceAll(/[^\w-]+/g, '-')}.webm`);
  };
  recorder = now;
  clipRunning.value = true;
  now.start(1000);
}

function endClip(): void {
  if (recorder?.state === 'recording') recorder.stop();
  recorder = undefined;
}

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
