/** How often sonars are pinged that would hear each other, and so take turns. */
import type { Hertz } from '../math/units.js';

/** Our firmware has room for so many. */
export const MAX_SONARS = 4;

/** By the next ping, 20 ms later, the echoes of the one before have died away. */
const PING_RATE: Hertz = 50;
/** A single one hears no more with more pings: 17 m of sound between two. */
const SONAR_RATE: Hertz = 20;

/** Pings a second of all of them together: one is pinged 20 times a second, each of four 12 times. */
export const pingRate = (sonars: number): Hertz => Math.min(PING_RATE, SONAR_RATE * sonars);
