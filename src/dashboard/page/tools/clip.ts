/** A clip of the map: what is drawn from one press to the next, as a WebM file. */
import { signal } from '@preact/signals';
import { log } from '../news/pageLog.js';

const CLIP_FRAMES_PER_SECOND = 30;
/** Longer clips end by themselves. */
const MAX_CLIP_MS = 120_000;

export const clipRunning = signal(false);

let recorder: MediaRecorder | undefined;

const WEBM_TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

/** undefined where this browser writes no WebM. */
const clipType = (): string | undefined =>
  typeof MediaRecorder === 'undefined'
    ? undefined
    : WEBM_TYPES.find((type) => MediaRecorder.isTypeSupported(type));

function download(parts: readonly Blob[], name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...parts], { type: 'video/webm' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  log('info', `Clip saved: ${name}`);
}

export function beginClip(canvas: HTMLCanvasElement, scene: string): void {
  const mimeType = clipType();
  if (mimeType) record(canvas, scene, mimeType);
  else log('warning', 'This browser writes no WebM: no clip');
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
    download(parts, `${scene.replaceAll(/[^\w-]+/g, '-')}.webm`);
  };
  recorder = now;
  clipRunning.value = true;
  now.start(1000);
}

export function endClip(): void {
  if (recorder?.state === 'recording') recorder.stop();
  recorder = undefined;
}
