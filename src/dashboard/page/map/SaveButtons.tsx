/** The save buttons: a clip of the map, and the recording of the last minutes. */
import { effect, signal, untracked } from '@preact/signals';
import { download } from '../download.js';
import { Icon } from '../layout/Icon.js';
import { log } from '../log/eventLog.js';
import { can, frame, mayOperate, operate, scene } from '../store.js';
import { anchor, fromAnchor } from '../timeline/anchor.js';
import { figureNow } from '../timeline/figure.js';

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

/** Of a recording with an instant A: from the earlier of the two on, to the later one. */
function clipBetween(canvas: HTMLCanvasElement): void {
  const between = fromAnchor.peek();
  if (!between || between.to <= between.from) return;
  operate({ kind: 'scrub', at: between.from });
  operate({ kind: 'pause', paused: false });
  const name = scene.peek()?.name ?? 'steerbot';
  let isBegun = false;
  const end = effect(() => {
    const at = frame.value?.at ?? 0;
    const isRunning = clipRunning.value;
    untracked(() => {
      // The frame of the earlier instant comes first.
      if (!isBegun && at >= between.from && at < between.to) {
        beginClip(canvas, name);
        isBegun = true;
      } else if (isBegun && (!isRunning || at >= between.to)) {
        endClip();
        operate({ kind: 'pause', paused: true });
        setTimeout(() => end());
      }
    });
  });
}

function endClip(): void {
  if (recorder?.state === 'recording') recorder.stop();
  recorder = undefined;
}

function toggleClip(): void {
  const canvas = canvasElement.peek();
  if (clipRunning.peek()) endClip();
  else if (canvas && fromAnchor.peek()) clipBetween(canvas);
  else if (canvas) beginClip(canvas, scene.peek()?.name ?? 'steerbot');
}

function saveFigure(): void {
  const figure = figureNow();
  if (figure === undefined) return;
  const name = `${(scene.peek()?.name ?? 'steerbot').replaceAll(/[^\w-]+/g, '-')}.svg`;
  download(name, [figure], 'image/svg+xml');
  log('info', `Figure saved: ${name}`);
}

export function SaveButtons() {
  if (!scene.value) return null;
  return (
    <div class="keep">
      <button type="button" class={clipRunning.value ? 'running' : undefined} onClick={toggleClip}>
        <Icon name="clip" />
        {clipRunning.value ? 'Finish clip' : anchor.value ? 'Save clip from A' : 'Save clip'}
      </button>
      {can('scrub') && (
        <button
          type="button"
          title="The ways and the plots as a picture (SVG), from A where it is set"
          onClick={saveFigure}
        >
          <Icon name="save" />
          Save figure
        </button>
      )}
      {can('keep') && (
        <button type="button" disabled={!mayOperate.value} onClick={() => operate({ kind: 'keep' })}>
          <Icon name="keep" />
          Keep recording
        </button>
      )}
    </div>
  );
}
