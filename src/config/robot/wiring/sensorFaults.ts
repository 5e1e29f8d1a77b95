/** Faults of sensors at pins: missing lines, and what a board or its firmware cannot read. */

import { firmwareNameOf } from '../../../kit/boards.js';
import { sensorTypeOf } from '../../../kit/sensors/index.js';
import type { PinNeed, TimedByFirmware } from '../../../kit/sensorType.js';
import { SIDES } from '../../../signals/signals.js';
import { fieldOf, listOf } from '../../../validation/values.js';
import type { WiringFault } from './pinFaults.js';
import { shieldOf } from './pinUses.js';

export const FIRMWARE_CURE = 'write firmware: steerbot, or leave it out';

/** A sensor of the file, and those of its type before it. */
interface Found {
  readonly sensor: unknown;
  readonly type: string;
  readonly before: readonly unknown[];
}

/** At most one of each sensor. */
export function sensorFaults(robot: unknown): WiringFault[] {
  const sensors = listOf(fieldOf(robot, 'sensors'));
  return sensors.flatMap((sensor, index) => {
    const type = String(fieldOf(sensor, 'type'));
    const { timed, pins = [] } = sensorTypeOf(type) ?? {};
    const before = sensors.slice(0, index).filter((other) => fieldOf(other, 'type') === type);
    const found = { sensor, type, before };
    const message =
      (timed && whyNotTimed(robot, timed, before.length)) ??
      missingPin(found, pins) ??
      otherForAll(found, pins);
    return message === undefined ? [] : [{ path: ['sensors', index], message }];
  });
}

/** Only our firmware times it, on the pins of a board that drives its own motors, and not any number of them. */
function whyNotTimed(robot: unknown, timed: TimedByFirmware, before: number): string | undefined {
  const { most, called, done, work } = timed;
  if (before >= most) return `this is ${called} ${before + 1}; at most ${most} are ${done}; leave it out`;
  if (firmwareNameOf(robot) === 'standard-firmata')
    return `StandardFirmata ${work}; the Steerbot firmware does; ${FIRMWARE_CURE}`;
  const behind = SIDES.map((side) => shieldOf(robot, side)).find((found) => found?.shield.bus);
  return behind
    ? `with ${behind.name} the firmware ${work}; it does for motors on the board's own pins; leave it out`
    : undefined;
}

/** Guards people: nothing would say that a sensor without its pin sees nothing. */
function missingPin({ sensor, type }: Found, pins: readonly PinNeed[]): string | undefined {
  const wanted = pins.filter(({ optional }) => !optional);
  const missing = wanted.find(({ key }) => fieldOf(sensor, key) === undefined);
  if (!missing) return undefined;
  if (wanted.length === 1)
    return `${missing.key} is missing; a ${type} sensor of a robot with a board has one; give it`;
  const both = wanted.map(({ key }) => key).join(' and ');
  const shared = wanted.some(({ sharedWith }) => sharedWith)
    ? ', the same pin twice where one line is both'
    : '';
  return `${missing.key} is missing; ${both} are wanted${shared}; give it`;
}

/** One pin for all of them. */
function otherForAll({ sensor, type, before: [first] }: Found, pins: readonly PinNeed[]): string | undefined {
  const other = pins.find(
    ({ key, ofAll }) =>
      ofAll && first !== undefined && String(fieldOf(sensor, key)) !== String(fieldOf(first, key)),
  );
  return (
    other &&
    `its ${other.key} are not those of the first ${type} sensor; one pin is for all of them; write the same`
  );
}

/** Our firmware makes the pulses of four servos; two may be the wheels. */
const MAX_SWEEPS = 2;

export function sweepFaults(robot: unknown): WiringFault[] {
  const swept = listOf(fieldOf(robot, 'sensors')).flatMap((sensor, index) =>
    fieldOf(sensor, 'sweep') === undefined ? [] : [['sensors', index, 'sweep']],
  );
  const message = `this is the third swept sonar or more; servos of ${MAX_SWEEPS} are turned; leave the sweep out`;
  return swept.slice(MAX_SWEEPS).map((path) => ({ path, message }));
}
