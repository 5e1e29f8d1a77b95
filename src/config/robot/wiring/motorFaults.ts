/** Motors that hang on nothing, on a shield that is not there, or that are to stop as they cannot. */

import { SHIELDS } from '../../../robot/shields.js';
import { didYouMean, oneOf } from '../../../validation/errors.js';
import { fieldOf, type KeyPath, valueAt } from '../../../validation/values.js';
import { boardOf } from './boards.js';
import { MOTOR_DRIVERS, motorDriverOf } from './motorDrivers.js';
import type { WiringFault } from './pinFaults.js';
import { motorNumber, SIDES, type Side, sharesMotor, shieldOf } from './pinUses.js';

const motorOf = (robot: unknown, side: Side): unknown => valueAt(robot, ['motors', side]);
const has = (robot: unknown, side: Side, key: string): boolean =>
  fieldOf(motorOf(robot, side), key) !== undefined;
const bothHave = (robot: unknown, key: string): boolean => SIDES.every((side) => has(robot, side, key));

function unknownName(path: KeyPath, what: string, name: unknown, known: readonly string[]): WiringFault[] {
  if (typeof name !== 'string' || known.includes(name)) return [];
  return [{ path, message: `no ${what} is called '${name}'; ${oneOf(known)}; ${didYouMean(name, known)}` }];
}

function shieldFaults(robot: unknown): WiringFault[] {
  const faults = SIDES.flatMap((side) => {
    const path = ['motors', side];
    const name = valueAt(robot, [...path, 'shield']);
    const [found, number] = [shieldOf(robot, side), motorNumber(robot, side)];
    if (!found) return unknownName([...path, 'shield'], 'shield', name, Object.keys(SHIELDS));
    const motors = found.shield.motors.length;
    if (!(number > motors)) return [];
    const message = `${found.name} has no motor ${number}; it has 1 to ${motors}; correct the number`;
    return [{ path: [...path, 'motor'], message }];
  });
  if (!sharesMotor(robot)) return faults;
  const { name } = shieldOf(robot, 'right') ?? {};
  const message = `motor ${motorNumber(robot, 'right')} of ${name} is used twice; one motor a wheel; correct one of the two`;
  return [...faults, { path: ['motors', 'right', 'motor'], message }];
}

/** A board that nothing hangs on drives nothing. */
function missingMotors(robot: unknown): WiringFault[] {
  const known = boardOf(robot);
  if (!known || SIDES.some((side) => motorOf(robot, side) !== undefined)) return [];
  const message = `a board, the ${known.name}, is named, but no motor; motors.left and motors.right say their pins; give both, or leave the board out for simulation alone`;
  return [{ path: ['board'], message }];
}

const SERVO_KEYS = ['neutral', 'deadZone'];

function servoFaults(robot: unknown): WiringFault[] {
  return SIDES.flatMap((side) => {
    if (motorOf(robot, side) === undefined || has(robot, side, 'servo')) return [];
    return SERVO_KEYS.filter((key) => has(robot, side, key)).map((key) => ({
      path: ['motors', side, key],
      message: `${key} is given for a motor that is no servo; only a servo's pulses have one; remove it`,
    }));
  });
}

/** Both halves of a bridge the same way hold a wheel, and so does a shield's pin for it, or the chip by itself. */
function canBrake(robot: unknown): boolean {
  const chip = motorDriverOf(valueAt(robot, ['motors', 'driver']));
  const pins = ['cdir', 'reverse'].some((key) => bothHave(robot, key));
  const shields = SIDES.every((side) => {
    const motor = shieldOf(robot, side)?.shield.motors[motorNumber(robot, side) - 1];
    return motor?.brake !== undefined || motor?.cdir !== undefined;
  });
  return pins || shields || chip?.atZero === 'brake';
}

/** What a way to stop needs that is not there, as `allowed; cure`; nothing where it can stop so. */
function cannotStop(robot: unknown, stop: unknown): string {
  if (stop === 'standby' && valueAt(robot, ['motors', 'standby']) === undefined) {
    return "it needs the pin of the driver's standby input; give motors.standby";
  }
  if (stop === 'brake' && !canBrake(robot)) {
    return 'it needs two direction pins, a brake pin or a driver that brakes; let it coast';
  }
  if (stop === 'no pulses' && !bothHave(robot, 'servo')) {
    return 'only servos stop when their pulses end; let it coast';
  }
  if ((stop === 'coast' || stop === 'brake') && bothHave(robot, 'servo')) {
    return "servos stop when their pulses end; write 'no pulses'";
  }
  return '';
}

function stopFaults(robot: unknown): WiringFault[] {
  const path = ['motors', 'stop'];
  const stop = valueAt(robot, path);
  // For simulation alone nothing need be wired.
  const wired = SIDES.some((side) => motorOf(robot, side) !== undefined);
  const why = wired ? cannotStop(robot, stop) : '';
  return why === '' ? [] : [{ path, message: `these motors cannot stop by '${stop}'; ${why}` }];
}

function driverFaults(robot: unknown): WiringFault[] {
  const name = valueAt(robot, ['motors', 'driver']);
  const unknown = unknownName(['motors', 'driver'], 'motor driver', name, Object.keys(MOTOR_DRIVERS));
  const driver = motorDriverOf(name);
  if (!driver || driver.standby || valueAt(robot, ['motors', 'standby']) === undefined) return unknown;
  const sleepers = Object.keys(MOTOR_DRIVERS).filter((each) => MOTOR_DRIVERS[each]?.standby);
  const message = `a standby pin is given, but the ${driver.title} has no such input; ${oneOf(sleepers)} has; remove it`;
  return [...unknown, { path: ['motors', 'standby'], message }];
}

/** Everything wrong with a robot definition's motors but for their pins. */
export const motorFaults = (robot: unknown): WiringFault[] =>
  [shieldFaults, missingMotors, servoFaults, stopFaults, driverFaults].flatMap((faults) => faults(robot));
