/**
 * Switches off the I²C chips that drive a robot's motors: such a chip keeps its last command when the host dies, and
 * when the board is reset.
 */

import { SHIELDS } from '../../kit/shields.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { I2C_MODE, i2cRequest, OPEN_BUS } from '../firmata/i2cBus.js';
import { END_SYSEX, START_SYSEX } from '../steerbot/frame.js';

/** In a PCA9685 this bit in the upper byte of ALL_LED_OFF sets all outputs low, whatever else is set. */
const ALL_LED_OFF_REGISTER = 0xfd;
const FULL_OFF_BIT = 0x10;

export type WiredSides = Pick<RobotDefinition['motors'], 'left' | 'right'>;

/**
 * Whole messages, valid at any time; empty where no motor is on such a chip.
 *
 * Guards people: after a reset a board with our firmware ignores I²C until the bus is opened, so every message opens it
 * first.
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
