/** Whom an operation is for: a robot that somebody chose, else every one that is no ghost. */
import { chosen } from '../../store.js';

export const meant = (): { readonly robot?: string } =>
  chosen.value === null ? {} : { robot: chosen.value };
