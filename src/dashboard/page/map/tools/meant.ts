/** Whom an operation is for: a robot that somebody chose, else every one that is no ghost. */
import { selectedRobot } from '../../store.js';

export const addressee = (): { readonly robot?: string } =>
  selectedRobot.value === null ? {} : { robot: selectedRobot.value };
