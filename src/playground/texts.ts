/** Every file that a scene may name, built into the page. */
/// <reference types="vite/types/importMeta.d.ts" />
import type { Texts } from './files.js';

export const TEXTS: Texts = import.meta.glob<string>(
  ['../../sim/scenarios/**/*.yaml', '../../sim/scenarios/**/*.csv', '../../robots/*.yaml'],
  { query: '?raw', import: 'default', eager: true },
);
