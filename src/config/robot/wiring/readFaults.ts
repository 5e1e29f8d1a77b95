/** Encoders and sensors whose pins are well, and which nobody could read all the same. */
import { fieldOf, listOf } from '../../../validation/values.js';
import { boardOf, firmwareOf } from './boards.js';
import type { WiringFault } from './pinFaults.js';
import { ON_BUS, SIDES, shieldOf } from './pinUses.js';

interface OnBus {
  readonly index: number;
  readonly type: string;
  readonly id: string;
}

function busSensors(robot: unknown): OnBus[] {
  return listOf(fieldOf(robot, 'sensors')).flatMap((sensor, index) => {
    const type = String(fieldOf(sensor, 'type'));
    const id = String(fieldOf(sensor, 'id') ?? type);
    return ON_BUS.has(type) ? [{ index, type, id }] : [];
  });
}

/** Both would answer at once, and what is read is neither's. */
function sharedAddresses(robot: unknown): WiringFault[] {
  const first = new Map<string, OnBus>();
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
function unreadBus(robot: unknown): WiringFault[] {
  if (firmwareOf(robot) !== 'standard-firmata') return [];
  return busSensors(robot).map(({ index, id }) => {
    const found = `the sensor '${id}' is on the I2C bus, which is not read with StandardFirmata: once stuck it would hear no stop`;
    return { path: ['sensors', index], message: `${found}; the Steerbot firmware reads it; ${OWN_FIRMWARE}` };
  });
}

const OWN_FIRMWARE = 'write firmware: steerbot, or leave it out';

/** Only our firmware counts, and it does so beside motors that it drives itself. */
function unreadEncoders(robot: unknown): WiringFault[] {
  if (fieldOf(robot, 'encoders') === undefined) return [];
  const unread = (found: string, cure: string): WiringFault[] => [
    { path: ['encoders'], message: `${found}; ${cure}` },
  ];
  if (firmwareOf(robot) === 'standard-firmata') {
    return unread('StandardFirmata counts no encoder', `the Steerbot firmware does; ${OWN_FIRMWARE}`);
  }
  const behind = SIDES.map((side) => shieldOf(robot, side)).find((found) => found?.shield.bus);
  if (!behind) return [];
  const found = `no encoder is counted beside ${behind.name}, whose motors only messages reach`;
  return unread(found, "motors on the board's own pins have theirs counted; leave the encoders out");
}

/** Nothing is read of a robot for simulation alone. */
export const readFaults = (robot: unknown): WiringFault[] =>
  boardOf(robot) ? [sharedAddresses, unreadBus, unreadEncoders].flatMap((faults) => faults(robot)) : [];
