/** Which dialog lies over the page. */
import { signal } from '@preact/signals';

export const helpOpen = signal(false);
export const galleryOpen = signal(false);
