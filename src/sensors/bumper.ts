/**
 * A bumper: a switch from its pin to ground, which a pull-up holds high while nobody touches it.
 *
 * Guards people: a wire that breaks is a bumper that is never pressed. A switch that opens when it is pressed, with
 * `invert`, is pressed then.
 */
import type { Meters } from '../math/units.js';

/** The distance that a bumper tells: 0 pressed, null free. @param invert for a switch that opens when it is pressed */
export const distanceFromSwitch = (high: boolean, invert = false): Meters | null =>
  high === invert ? 0 : null;

export const switchFromDistance = (distance: Meters | null, invert = false): boolean =>
  (distance === null) !== invert;
