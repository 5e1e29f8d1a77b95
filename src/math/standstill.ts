/** Below which speed a body counts as standing: one figure for each way in which its speed is known. */
import type { MetersPerSecond } from './units.js';

/** By a command or a model. No motor turns a wheel as slowly, and a smaller velocity has no direction. */
export const REST_SPEED: MetersPerSecond = 0.001;

/** By an estimate, which comes to rest gradually and never reaches zero: half of the last digit that is shown. */
export const SETTLED_SPEED: MetersPerSecond = 0.005;

/**
 * By a measurement or a message, and among others, who know each other by these: a count or a centimetre more or less between
 * two readings looks like such a speed.
 */
export const MEASURED_REST_SPEED: MetersPerSecond = 0.02;
