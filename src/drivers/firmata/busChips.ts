/** Which chip answers on the I²C bus: the one of the robot's file, another one, or none. */

import { inHex } from '../../kit/sensorSchemas.js';
import { sensorTypeOf } from '../../kit/sensors/index.js';
import type { TimeSource } from '../../math/time.js';
import { ms, type Seconds } from '../../math/units.js';
import type { BoardInput, BusChip, BusIdentity, BusInput } from '../../signals/boardInput.js';
import { DriverError } from '../../validation/errors.js';
import type { FirmataLink } from './firmataLink.js';
import { I2C_MODE, i2cRequest, isIdentity, openBus } from './i2cBus.js';

/** Longer than a question and its answer take on any line. */
const ANSWER_TIMEOUT: Seconds = ms(100);

/** Whether it is surely this chip: here not any answer will do. */
const isSurely = (found: number, { value, alike = [] }: BusIdentity): boolean =>
  found === value || alike.includes(found);

/** What was found of a device: it answers as wanted, or with `said`, or not at all; and the chip that is there instead. */
export interface FoundChip {
  readonly answers: boolean;
  readonly said?: number;
  readonly instead?: BusChip;
}

/** The bus must be open. */
export async function findChip(link: FirmataLink, time: TimeSource, device: BusInput): Promise<FoundChip> {
  const { address, identity, reset = [], mistakenFor = [] } = device;
  for (const { register, value, rest } of reset) {
    link.io.sysexCommand(i2cRequest(address, I2C_MODE.write, [register, value]));
    await new Promise<void>((done) => time.after(rest, done));
  }
  const said = await registerOf(link, time, address, identity.register);
  if (said !== null && isIdentity(said, identity)) return { answers: true, said };
  for (const chip of mistakenFor) {
    const found = await registerOf(link, time, chip.address, chip.identity.register);
    if (found !== null && isSurely(found, chip.identity))
      return { answers: false, ...(said !== null && { said }), instead: chip };
  }
  return { answers: false, ...(said !== null && { said }) };
}

/** The value of a register; null if nothing answers at the address. */
function registerOf(
  { io }: FirmataLink,
  time: TimeSource,
  address: number,
  register: number,
): Promise<number | null> {
  return new Promise((done) => {
    const event = `I2C-reply-${address}-${register}`;
    const end = (value: number | null) => {
      cancel();
      io.removeListener(event, hear);
      done(value);
    };
    const hear = ([value]: number[]) => end(value ?? null);
    const cancel = time.after(ANSWER_TIMEOUT, () => end(null));
    io.on(event, hear);
    io.sysexCommand(i2cRequest(address, I2C_MODE.readOnce, [register, 1]));
  });
}

/**
 * Refuses a robot's file that names another chip than the one on the bus. A device that is missing costs only its readings:
 * it may be plugged in later.
 *
 * @throws DriverError with the chip that answers
 */
export async function refuseWrongChips(
  link: FirmataLink,
  time: TimeSource,
  inputs: readonly BoardInput[],
): Promise<void> {
  const devices = inputs
    .filter((input) => input.kind === 'bus')
    .filter(({ mistakenFor }) => mistakenFor?.length);
  if (devices.length > 0) openBus(link);
  for (const device of devices) {
    const { instead } = await findChip(link, time, device);
    if (instead) throw new DriverError(`${link.name}: ${wrongChip(device, instead)}`);
  }
}

/** A chip's name with its article, by the sound of its first letter. */
const aChip = (title: string): string => `${/^[AEFHILMNORSX]/.test(title) ? 'an' : 'a'} ${title}`;

/** As our errors say it: `found; allowed; cure`. */
export function wrongChip({ sensor, address }: BusInput, instead: BusChip): string {
  const { id = '', type = '', title = '' } = sensor ?? {};
  const found = `${aChip(instead.title)} answers at ${inHex(instead.address)} of the I2C bus`;
  const wanted = `the sensor '${id}' is ${aChip(title)} at ${inHex(address)}`;
  // The same type may have its address written already; another type begins with its own first one.
  const expected = instead.type === type ? address : sensorTypeOf(instead.type)?.addresses?.[0];
  const changes = [
    ...(instead.type === type ? [] : [`type: ${instead.type}`]),
    ...(instead.address === expected ? [] : [`address: ${inHex(instead.address)}`]),
  ];
  return `${found}; ${wanted}; write \`${changes.join(', ')}\` for it, or connect ${aChip(title)}`;
}

/** As our errors say it: `found; cure`. */
export function noChip({ address }: BusInput, said: number | undefined): string {
  if (said === undefined)
    return `nothing answers at ${inHex(address)} of the I2C bus; check its wires SDA, SCL and GND, and its supply`;
  return `another chip answers at ${inHex(address)} of the I2C bus, with ${inHex(said)}; see what is printed on it, and correct \`type\``;
}
