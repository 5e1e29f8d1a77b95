/** What is wrong with how a robot is wired: its pins, its motors, and what hangs on them and nobody could read. */
import { SHIELDS } from '../../../robot/shields.js';
import { didYouMean, oneOf } from '../../../validation/errors.js';
import { fieldOf, type KeyPath, listOf, valueAt } from '../../../validation/values.js';
import { boardOf, firmwareOf } from './boards.js';
import { MOTOR_DRIVERS, motorDriverOf } from './motorDrivers.js';
import { pinFaults, type WiringFault } from './pinFaults.js';
import { I2C_SENSORS, motorNumber, SIDES, type Side, sharesMotor, shieldOf } from './pinUses.js';

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
function whyNotStoppable(robot: unknown, stop: unknown): string {
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
  const why = wired ? whyNotStoppable(robot, stop) : '';
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

/** Motors that hang on nothing, on a shield that is not there, or that are to stop as they cannot. */
const motorFaults = (robot: unknown): WiringFault[] =>
  [shieldFaults, missingMotors, servoFaults, stopFaults, driverFaults].flatMap((faults) => faults(robot));

interface BusSensor {
  readonly index: number;
  readonly type: string;
  readonly id: string;
}

function busSensors(robot: unknown): BusSensor[] {
  return listOf(fieldOf(robot, 'sensors')).flatMap((sensor, index) => {
    const type = String(fieldOf(sensor, 'type'));
    const id = String(fieldOf(sensor, 'id') ?? type);
    return I2C_SENSORS.has(type) ? [{ index, type, id }] : [];
  });
}

/** Both would answer at once, and what is read is neither's. */
function sharedAddressFaults(robot: unknown): WiringFault[] {
  const first = new Map<string, BusSensor>();
  return busSensors(robot).flatMap((next) => {
    const other = first.get(next.type);
    if (!other) first.set(next.type, next);
    if (!other) return [];
    const found = `the sensors '${other.id}' and '${next.id}' answer at one address: every ${next.type} has the same`;
    const message = `${found}; one of a type on the I2C bus; leave one of the two out`;
    return [{ path: ['sensors', next.index], message }];
  });
}

/** Guards people: a stuck bus would hold StandardFirmata up for ever, so that the host asks it for nothing there. */
function unreadBusFaults(robot: unknown): WiringFault[] {
  if (firmwareOf(robot) !== 'standard-firmata') return [];
  return busSensors(robot).map(({ index, id }) => {
    const found = `the sensor '${id}' is on the I2C bus, which is not read with StandardFirmata: once stuck it would hear no stop`;
    return {
      path: ['sensors', index],
      message: `${found}; the Steerbot firmware reads it; ${FIRMWARE_CURE}`,
    };
  });
}

const FIRMWARE_CURE = 'write firmware: steerbot, or leave it out';

/** Only our firmware counts, and it does so beside motors that it drives itself. */
function unreadEncoderFaults(robot: unknown): WiringFault[] {
  if (fieldOf(robot, 'encoders') === undefined) return [];
  const unread = (found: string, cure: string): WiringFault[] => [
    { path: ['encoders'], message: `${found}; ${cure}` },
  ];
  if (firmwareOf(robot) === 'standard-firmata') {
    return unread('StandardFirmata counts no encoder', `the Steerbot firmware does; ${FIRMWARE_CURE}`);
  }
  const behind = SIDES.map((side) => shieldOf(robot, side)).find((found) => found?.shield.bus);
  if (!behind) return [];
  const found = `no encoder is counted beside ${behind.name}, whose motors only messages reach`;
  return unread(found, "motors on the board's own pins have theirs counted; leave the encoders out");
}

/** Encoders and sensors whose pins are well, and which nobody could read; of a robot for simulation alone nothing is read. */
const readFaults = (robot: unknown): WiringFault[] =>
  boardOf(robot)
    ? [sharedAddressFaults, unreadBusFaults, unreadEncoderFaults].flatMap((faults) => faults(robot))
    : [];

/** Every wrong pin, motor and stop of a robot definition, which may be wrong in other ways too, and all that is never read. */
export const wiringFaults = (robot: unknown): WiringFault[] =>
  [pinFaults, readFaults, motorFaults].flatMap((faults) => faults(robot));
