/** From a port to a driver: which board is there, does it fit the robot, and may it drive? */

import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { BoardInput } from '../signals/boardInput.js';
import { DriverError } from '../validation/errors.js';
import type { ConnectedRobot } from './driver.js';
import { refuseWrongBoard } from './firmata/boardCheck.js';
import { refuseWrongChips } from './firmata/busChips.js';
import { FirmataLink } from './firmata/firmataLink.js';
import { BLINKING_HANDSHAKE_TIMEOUT, HANDSHAKE_TIMEOUT, shakeHands } from './firmata/handshake.js';
import { betterFirmware } from './firmata/linkErrors.js';
import { wireMotors } from './motors/motorWiring.js';
import type { Port } from './serial/port.js';
import { encodeFrame } from './steerbot/frame.js';
import { NO_PIN } from './steerbot/messages.js';
import { motorsMessage, openSteerbot } from './steerbot/openSteerbot.js';
import { openUnguarded } from './unguarded/unguardedDriver.js';

export interface DriverOptions {
  readonly time: TimeSource;
  /** The operator knows that there is no dead-man, and wants to drive all the same. */
  readonly withoutDeadman?: boolean;
  /**
   * A test that finds out how motors and encoders are wired, or what the motors can do: the board is not told when a wheel
   * counts as stalled, because a count of the wrong encoder, or a dead band that the file does not know, would look like one.
   */
  readonly testsWiring?: boolean;
  /** What the board reads besides encoders; nothing unless given. */
  readonly inputs?: readonly BoardInput[];
}

/**
 * Shakes hands, sets the board up and leaves it stopped. It owns the port from now on, and closes it if it fails.
 * @throws DriverError with what is wrong and what to do
 */
export async function openDriver(
  robot: RobotDefinition,
  port: Port,
  options: DriverOptions,
): Promise<ConnectedRobot> {
  const link = new FirmataLink(port, options.time);
  try {
    const patience = robot.firmware === 'standard-firmata' ? BLINKING_HANDSHAKE_TIMEOUT : HANDSHAKE_TIMEOUT;
    // Guards people: before anything is refused, so that motors that a previous host left running are stopped.
    await shakeHands(link, options.time, patience, robot);
    refuseSlowRate(robot);
    refuseWrongBoard(link, robot);
    return await opened(robot, link, options);
  } catch (error) {
    await link.close();
    throw error;
  }
}

async function opened(
  robot: RobotDefinition,
  link: FirmataLink,
  options: DriverOptions,
): Promise<ConnectedRobot> {
  const { left, right } = wireMotors(robot, link.io.analogPins);
  const isStandard = robot.firmware === 'standard-firmata';
  if (isStandard && /steerbot/i.test(link.firmware)) throw betterFirmware(link.name, link.firmware);
  if (!isStandard) await refuseWrongChips(link, options.time, options.inputs ?? []);
  if (!isStandard && left.kind === 'pins' && right.kind === 'pins') {
    return openSteerbot(link, robot, { left, right }, options);
  }
  if (/steerbot/i.test(link.firmware)) releaseMotorPins(link);
  return openUnguarded(link, robot, { left, right }, options);
}

/** Pins that an earlier host named as motors stay closed to Firmata, whose pins they may be in this robot. */
function releaseMotorPins(link: FirmataLink): void {
  const none = { form: 0, options: 0, a: NO_PIN, b: NO_PIN, c: NO_PIN } as const;
  const message = motorsMessage({ left: none, right: none });
  link.write(encodeFrame({ sequence: 0, message }));
}

/** Refuses a rate at which every lost frame would trip the dead-man; exactly at the limit a lost frame may. */
function refuseSlowRate({ control: { rate, deadMan } }: RobotDefinition): void {
  if (2 / rate <= deadMan * (1 + 1e-9)) return;
  const ms = (time: Seconds) => `${Math.round(time * 1000)} ms`;
  throw new DriverError(
    `control.rate: two periods of ${rate} Hz are ${ms(2 / rate)}, longer than the dead-man time, ` +
      `control.deadMan, of ${ms(deadMan)}; drive at ${Math.ceil(2 / deadMan)} Hz or faster`,
  );
}
