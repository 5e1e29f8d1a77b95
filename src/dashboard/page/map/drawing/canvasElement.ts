/** The canvas that the map is drawn on, for a clip of it: `captureStream`. */
import { signal } from '@preact/signals';

/** Null while there is no map. */
export const canvasElement = signal<HTMLCanvasElement | null>(null);
