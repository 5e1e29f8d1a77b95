/** Faults of a robot's wiring: pins, motors, and sensors or encoders that cannot be read. */

import { boardOf, firmwareNameOf } from '../../../kit/boards.js';
import { MOTOR_DRIVERS, type MotorDriver, motorDriverOf } from '../../../kit/motorDrivers.js';
import { inHex } from '../../../kit/sensorSchemas.js';
import { sensorTypeOf } from '../../../kit/sensors/index.js';
import { SHIELDS } from '../../../kit/shields.js';
import type { RobotDefinition } from '../../../robot/robot.js';
import { SIDES, type Side } from '../../../signals/signals.js';
import { didYouMean, oneOf } from '../../../validation/errors.js';
import { fieldOf, type KeyPath, listOf, valueAt } from '../../../validation/values.js';
import { atZeroOf } from './atZero.js';
import { pinFaults, type WiringFault } from './pinFaults.js';
import { motorNumber, pinUses, sharesMotor, shieldOf } from './pinUses.js';
import { FIRMWARE_CURE, sensorFaults, sweepFaults } from './sensorFaults.js';

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

/** A board without motors drives nothing. */
function missingMotors(robot: unknown): WiringFault[] {
  const known = boardOf(robot);
  if (!known || SIDES.some((side) => motorOf(robot, side) !== undefined)) return [];
  const message = `a board, the ${known.name}, is named, but no motor; motors.left and motors.right name their pins; give both, or leave the board out for simulation alone`;
  return [{ path: ['board'], message }];
}

const SERVO_KEYS = ['neutral', 'deadZone', 'reach'];

function servoFaults(robot: unknown): WiringFault[] {
  return SIDES.flatMap((side) => {
    if (motorOf(robot, side) === undefined || has(robot, side, 'servo')) return [];
    return SERVO_KEYS.filter((key) => has(robot, side, key)).map((key) => ({
      path: ['motors', side, key],
      message: `${key} is given for a motor that is not a servo; only a servo has it; remove it`,
    }));
  });
}

/** Whether the motors can brake: by a shield's brake pin, a driver that brakes at zero, or two inputs. */
function canBrake(robot: unknown): boolean {
  const motors = fieldOf(robot, 'motors') as Partial<RobotDefinition['motors']>;
  return SIDES.every((side) => {
    const own = shieldOf(robot, side)?.shield.motors[motorNumber(robot, side) - 1];
    return (
      own?.brake !== undefined || atZeroOf({ firmware: firmwareNameOf(robot), motors }, side) === 'brake'
    );
  });
}

/** Why the motors cannot stop in that way, as `allowed; cure`; empty if they can. */
function whyNotStoppable(robot: unknown, stop: unknown): string {
  if (stop === 'standby' && valueAt(robot, ['motors', 'standby']) === undefined) {
    return "it needs the pin of the driver's standby input; give motors.standby";
  }
  if (stop === 'brake' && !canBrake(robot)) {
    return 'it needs a brake pin, two inputs a motor and the Steerbot firmware (with a PWM each way also decay: slow), or a driver that brakes without power; let it coast';
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
  // A robot for simulation only needs no wiring.
  const wired = SIDES.some((side) => motorOf(robot, side) !== undefined);
  const why = wired ? whyNotStoppable(robot, stop) : '';
  return why === '' ? [] : [{ path, message: `these motors cannot stop by '${stop}'; ${why}` }];
}

function driverFaults(robot: unknown): WiringFault[] {
  const name = valueAt(robot, ['motors', 'driver']);
  const driver = motorDriverOf(name);
  if (!driver) return unknownName(['motors', 'driver'], 'motor driver', name, Object.keys(MOTOR_DRIVERS));
  const missing = (path: KeyPath, what: string, isOn: (each: MotorDriver) => boolean): WiringFault[] => {
    if (isOn(driver) || valueAt(robot, path) === undefined) return [];
    const able = oneOf(Object.keys(MOTOR_DRIVERS).filter((each) => isOn(MOTOR_DRIVERS[each] as MotorDriver)));
    const message = `${what} pin is given, but the ${driver.title} has no such input; ${able} has; remove it`;
    return [{ path, message }];
  };
  const hasDiag = ({ halves: [{ inputs }] }: MotorDriver) => inputs.enableDiag !== undefined;
  return [
    ...missing(['motors', 'standby'], 'a standby', ({ standby }) => standby !== undefined),
    ...SIDES.flatMap((side) => missing(['motors', side, 'enableDiag'], 'an EN/DIAG', hasDiag)),
  ];
}
/** Both are done by our firmware on plain pins. */
function pulseFaults(robot: unknown): WiringFault[] {
  const faults: WiringFault[] = [];
  const say = (key: string, message: string) => faults.push({ path: ['motors', key], message });
  const wired = boardOf(robot) !== undefined;
  const isOurs = firmwareNameOf(robot) === 'steerbot';
  if (wired && valueAt(robot, ['motors', 'decay']) === 'slow' && !(isOurs && bothHave(robot, 'reverse')))
    say(
      'decay',
      'decay: slow is given for motors without a PWM each way; it needs forward and reverse, and the Steerbot firmware; remove it',
    );
  const known = boardOf(robot);
  if (!known || valueAt(robot, ['motors', 'pwmFrequency']) === undefined) return faults;
  const timed = (known.board.servoTimer.steerbot ?? []).map(String);
  const pwm = pinUses(robot).filter(({ need, who }) => need === 'pwm' && who.startsWith('motors.'));
  if (isOurs && pwm.length > 0 && pwm.every(({ pin }) => timed.includes(pin))) return faults;
  say(
    'pwmFrequency',
    `20 kHz are made on ${oneOf(timed)} of the ${known.name}, by the Steerbot firmware; wire every PWM of the motors there, or remove it`,
  );
  return faults;
}

/** Faults of motors: no wiring, an unknown shield or driver, an impossible way to stop. */
const motorFaults = (robot: unknown): WiringFault[] =>
  [shieldFaults, missingMotors, servoFaults, stopFaults, driverFaults, pulseFaults].flatMap((faults) =>
    faults(robot),
  );

interface BusSensor {
  readonly index: number;
  readonly type: string;
  readonly id: string;
  readonly address: number;
}

function busSensors(robot: unknown): BusSensor[] {
  return listOf(fieldOf(robot, 'sensors')).flatMap((sensor, index) => {
    const type = String(fieldOf(sensor, 'type'));
    const id = String(fieldOf(sensor, 'id') ?? type);
    const { addresses } = sensorTypeOf(type) ?? {};
    if (!addresses) return [];
    const written = fieldOf(sensor, 'address');
    return [{ index, type, id, address: typeof written === 'number' ? written : addresses[0] }];
  });
}

/** Two sensors at one address would answer at once, and the data would be wrong. */
function sharedAddressFaults(robot: unknown): WiringFault[] {
  const first = new Map<number, BusSensor>();
  return busSensors(robot).flatMap((next) => {
    const other = first.get(next.address);
    if (!other) first.set(next.address, next);
    return other ? [{ path: ['sensors', next.index], message: sharedAddress(other, next) }] : [];
  });
}

function sharedAddress(other: BusSensor, { type, id, address }: BusSensor): string {
  const both = `the sensors '${other.id}' and '${id}' answer at one address`;
  const more = sensorTypeOf(type)?.addresses?.find((each) => each !== address);
  if (more === undefined && other.type === type)
    return `${both}: every ${type} has the same; one of a type on the I2C bus; leave one of the two out`;
  const cure = more === undefined ? '' : `write \`address: ${inHex(more)}\` where its pin sets that, or `;
  return `${both}, ${inHex(address)}; one sensor at an address of the I2C bus; ${cure}leave one of the two out`;
}

/** A stuck bus would block StandardFirmata for ever, so it must not read the bus. */
function unreadBusFaults(robot: unknown): WiringFault[] {
  if (firmwareNameOf(robot) !== 'standard-firmata') return [];
  return busSensors(robot).map(({ index, id }) => {
    const found = `the sensor '${id}' is on the I2C bus, which is not read with StandardFirmata: a stuck bus would block it, and it would not receive a stop`;
    return {
      path: ['sensors', index],
      message: `${found}; the Steerbot firmware reads it; ${FIRMWARE_CURE}`,
    };
  });
}

/** Only Steerbot's firmware counts encoders, and only if the motors are on the board's own pins. */
function unreadEncoderFaults(robot: unknown): WiringFault[] {
  if (fieldOf(robot, 'encoders') === undefined) return [];
  const unread = (found: string, cure: string): WiringFault[] => [
    { path: ['encoders'], message: `${found}; ${cure}` },
  ];
  if (firmwareNameOf(robot) === 'standard-firmata') {
    return unread('StandardFirmata does not count encoders', `the Steerbot firmware does; ${FIRMWARE_CURE}`);
  }
  const behind = SIDES.map((side) => shieldOf(robot, side)).find((found) => found?.shield.bus);
  if (!behind) return [];
  const found = `encoders are not counted with ${behind.name}, whose motors are driven over a bus`;
  return unread(found, "they are counted only for motors on the board's own pins; leave the encoders out");
}

/** One channel is `a`: an encoder with b alone would count nothing. */
function channelFaults(robot: unknown): WiringFault[] {
  return SIDES.flatMap((side) => {
    const path = ['encoders', side];
    const encoder = valueAt(robot, path);
    if (fieldOf(encoder, 'b') === undefined || fieldOf(encoder, 'a') !== undefined) return [];
    const message = `encoders.${side} has b but no a; a and b are wanted, or a alone for an encoder with one channel; add a, or write a in place of b`;
    return [{ path: [...path, 'b'], message }];
  });
}

/** Encoders and sensors with correct pins that still cannot be read; none for a robot for simulation only. */
const readFaults = (robot: unknown): WiringFault[] =>
  boardOf(robot)
    ? [sharedAddressFaults, unreadBusFaults, unreadEncoderFaults, sensorFaults, sweepFaults].flatMap(
        (faults) => faults(robot),
      )
    : [];

/** All wiring faults of a robot definition, which may have other faults, too. */
export const wiringFaults = (robot: unknown): WiringFault[] =>
  [pinFaults, channelFaults, readFaults, motorFaults].flatMap((faults) => faults(robot));
