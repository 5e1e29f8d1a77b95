/** Faults of sensors at pins: missing lines, and what a board or its firmware cannot read. */
import { MAX_SONARS } from '../../../robot/pings.js';
import { SIDES } from '../../../signals/signals.js';
import { fieldOf, listOf } from '../../../validation/values.js';
import { firmwareNameOf } from './boards.js';
import type { WiringFault } from './pinFaults.js';
import { shieldOf } from './pinUses.js';

export const FIRMWARE_CURE = 'write firmware: steerbot, or leave it out';

/** Our firmware pings four sonars with both lines each; StandardFirmata, and boards whose motors hang on a bus, none. */
export function sonarFaults(robot: unknown): WiringFault[] {
  const sonars = listOf(fieldOf(robot, 'sensors')).flatMap((sensor, index) =>
    fieldOf(sensor, 'type') === 'hc-sr04' ? [{ sensor, path: ['sensors', index] }] : [],
  );
  const isOld = firmwareNameOf(robot) === 'standard-firmata';
  const behind = SIDES.map((side) => shieldOf(robot, side)).find((found) => found?.shield.bus);
  return sonars.flatMap(({ sensor, path }, i) => {
    const say = (message: string) => [{ path, message }];
    if (i >= MAX_SONARS)
      return say(`this is sonar ${i + 1}; at most ${MAX_SONARS} are pinged in turn; leave it out`);
    if (isOld)
      return say(`StandardFirmata does not time an echo; the Steerbot firmware does; ${FIRMWARE_CURE}`);
    if (behind)
      return say(
        `with ${behind.name} the firmware pings no sonar; it does for motors on the board's own pins; leave it out`,
      );
    const missing = ['trigger', 'echo'].find((key) => fieldOf(sensor, key) === undefined);
    return missing
      ? say(`${missing} is missing; both lines are wanted, the same pin twice for a sonar with one; give it`)
      : [];
  });
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

/** Our firmware has room for so many. */
const MAX_DISCHARGED = 8;

/** QTR-RC sensors share the pin of their lamps, and are measured by our firmware. */
export function dischargeFaults(robot: unknown): WiringFault[] {
  const sensors = listOf(fieldOf(robot, 'sensors')).flatMap((sensor, index) =>
    fieldOf(sensor, 'type') === 'qtr-rc' ? [{ sensor, path: ['sensors', index] }] : [],
  );
  const lamps = sensors.map(({ sensor }) => fieldOf(sensor, 'emitters'));
  const isOld = firmwareNameOf(robot) === 'standard-firmata';
  const behind = SIDES.map((side) => shieldOf(robot, side)).find((found) => found?.shield.bus);
  return sensors.flatMap(({ sensor, path }, i) => {
    const say = (message: string) => [{ path, message }];
    if (i >= MAX_DISCHARGED)
      return say(`this is qtr-rc sensor ${i + 1}; at most ${MAX_DISCHARGED} are measured; leave it out`);
    if (isOld)
      return say(`StandardFirmata does not time a discharge; the Steerbot firmware does; ${FIRMWARE_CURE}`);
    if (behind)
      return say(
        `with ${behind.name} the firmware times no discharge; it does for motors on the board's own pins; leave it out`,
      );
    if (fieldOf(sensor, 'pin') === undefined) return say('pin is missing; a qtr-rc sensor has one; give it');
    return String(lamps[i]) === String(lamps[0])
      ? []
      : say(
          'its emitters are not those of the first qtr-rc sensor; one pin switches all lamps; write the same',
        );
  });
}

/** Types that a board reads at one pin; without it they would exist in the file only. */
const AT_A_PIN = ['bumper', 'gp2y0a21', 'gp2y0a41', 'maxsonar', 'reflectance', 'light', 'pololu-beacon'];

/** Guards people: nothing would say that such a sensor sees nothing. */
export function missingPinFaults(robot: unknown): WiringFault[] {
  return listOf(fieldOf(robot, 'sensors')).flatMap((sensor, index) => {
    const type = fieldOf(sensor, 'type');
    if (typeof type !== 'string' || !AT_A_PIN.includes(type) || fieldOf(sensor, 'pin') !== undefined)
      return [];
    const message = `pin is missing; a ${type} sensor of a robot with a board has one; give it`;
    return [{ path: ['sensors', index], message }];
  });
}
