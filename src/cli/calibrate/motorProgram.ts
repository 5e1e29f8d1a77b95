/** The duties with which the motors are measured, both wheels alike. */
import type { Duty, Seconds } from '../../math/units.js';

/** A duty that is held, or that changes evenly from the one before it. */
interface Piece {
  readonly to: Duty;
  readonly lasting: Seconds;
  readonly ramp?: true;
}

/**
 * Full steps tell the no-load speed, small and quick ones delay and lag apart from the limit of acceleration, slow ramps
 * the dead band.
 */
const ONE_WAY: readonly Piece[] = [
  { to: 0.95, lasting: 1.2 },
  { to: 0, lasting: 1 },
  { to: 0.5, lasting: 0.6 },
  { to: 0.65, lasting: 0.4 },
  { to: 0.8, lasting: 0.4 },
  { to: 0.65, lasting: 0.4 },
  { to: 0.5, lasting: 0.4 },
  { to: 0, lasting: 0.8 },
  { to: 0.55, lasting: 3, ramp: true },
  { to: 0, lasting: 2, ramp: true },
  { to: 0, lasting: 0.4 },
  { to: 0.8, lasting: 0.3 },
  { to: 0.5, lasting: 0.25 },
  { to: 0.8, lasting: 0.25 },
  { to: 0.5, lasting: 0.25 },
  { to: 0, lasting: 0.8 },
];

const LASTING = ONE_WAY.reduce((sum, { lasting }) => sum + lasting, 0);
export const MOTOR_PROGRAM_TIME: Seconds = 2 * LASTING;

/** The duty at a time since the start, first forwards, then backwards; null when it is over. @param most duty */
export function motorProgram(since: Seconds, most: Duty): Duty | null {
  if (since >= MOTOR_PROGRAM_TIME) return null;
  const direction = since < LASTING ? 1 : -1;
  let left = since < LASTING ? since : since - LASTING;
  let before = 0;
  for (const { to, lasting, ramp } of ONE_WAY) {
    if (left < lasting) return direction * most * (ramp ? before + ((to - before) * left) / lasting : to);
    left -= lasting;
    before = to;
  }
  return 0;
}
