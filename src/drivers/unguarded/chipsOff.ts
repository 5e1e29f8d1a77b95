/**
 * Switches off the chips on I²C that a robot's motors hang on, which go on with what they were told last when their host
 * dies, and when their board is reset.
 */
import type { RobotDefinition } from '../../robot/robot.js';
import { SHIELDS } from '../../robot/shields.js';
import { I2C_MODE, i2cRequest, OPEN_BUS } from '../firmata/i2cBus.js';
import { END_SYSEX, START_SYSEX } from '../steerbot/frame.js';

/** Of a PCA9685: a bit in the upper byte of ALL_LED_OFF has each of its outputs low, whatever else is set. */
const ALL_LED_OFF_REGISTER = 0xfd;
const FULL_OFF_BIT = 0x10;

export type WiredSides = Pick<RobotDefinition['motors'], 'left' | 'right'>;

/**
 * Whole messages, good at any time; none where no motor hangs on such a chip.
 *
 * Guards people: a board with our firmware does nothing on I²C after a reset until it is told of the bus, so it is told
 * of that each time.
 */
export function chipsOff({ left, right }: WiredSides): number[] {
  const addresses = new Set([left, right].flatMap((motor) => chipOf(motor?.shield) ?? []));
  if (addresses.size === 0) return [];
  const off = [...addresses].map((at) =>
    i2cRequest(at, I2C_MODE.write, [ALL_LED_OFF_REGISTER, FULL_OFF_BIT]),
  );
  return [OPEN_BUS, ...off].flatMap((message) => [START_SYSEX, ...message, END_SYSEX]);
}

function chipOf(shield = ''): number | undefined {
  const { bus } = SHIELDS[shield] ?? {};
  return bus?.kind === 'i2c' ? bus.address : undefined;
}
