/** Sets up a robot whose motors only the host can stop, for somebody who has said that this is what he wants. */

import type { TimeSource } from '../../math/time.js';
import type { Duty, MetersPerSecond, Seconds } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { BoardInput } from '../../signals/boardInput.js';
import { DriverError } from '../../validation/errors.js';
import { watchSensors } from '../firmata/boardSensors.js';
import type { FirmataLink } from '../firmata/firmataLink.js';
import { turn } from '../motors/duties.js';
import { gatesOf, MotorGates } from '../motors/motorGates.js';
import type { Motors, WiredMotor } from '../motors/motorWiring.js';
import { chipsOff } from './chipsOff.js';
import { FULL_PWM, hostMotor } from './hostMotor.js';
import { ownFive } from './johnnyFive.js';
import { UnguardedDriver } from './unguardedDriver.js';

/** Guards people: a robot that nothing stops when the host fails goes no faster than this. */
export const UNGUARDED_SPEED: MetersPerSecond = 0.2;

export interface UnguardedOptions {
  readonly time: TimeSource;
  readonly withoutDeadman?: boolean;
  readonly inputs?: readonly BoardInput[];
}

/** @throws DriverError unless it is wanted without a dead-man */
export function openUnguarded(
  link: FirmataLink,
  robot: RobotDefinition,
  motors: Motors<WiredMotor>,
  { time, withoutDeadman, inputs = [] }: UnguardedOptions,
): UnguardedDriver {
  const [why, cure] = whyUnguarded(robot);
  if (!withoutDeadman)
    throw new DriverError(`${link.name}: ${why}; ${cure}, or --without-deadman to drive slowly`);
  const { io } = link;
  const { left, right } = robot.motors;
  const five = once(() => ownFive(io));
  const gates = new MotorGates(io, gatesOf(robot.motors, io.analogPins));
  const driver = new UnguardedDriver(link, {
    time,
    gates,
    motors: {
      left: hostMotor(io, motors.left, five, left),
      right: hostMotor(io, motors.right, five, right),
    },
    turns: { left: turn(left), right: turn(right) },
    ...fastest(robot),
    hold: robot.control.deadMan,
    chipsOff: chipsOff(robot.motors),
    warning: `${why}: keep a hand on its power switch; at most ${UNGUARDED_SPEED} m/s`,
  });
  watchSensors(link, inputs.filter(mayRead(robot)), {
    time,
    interval: 1 / robot.control.rate,
    otherTraffic: 0,
    each: (measured) => driver.sense(measured),
  });
  keepTalking(link, time, () => driver.stayStopped());
  return driver;
}

/** Guards people: a stuck I²C bus holds StandardFirmata up for ever, and it never hears the stop. */
const mayRead =
  ({ firmware }: RobotDefinition) =>
  ({ kind }: BoardInput): boolean =>
    kind !== 'bus' || firmware !== 'standard-firmata';

/** What is missing, and what would be better. */
function whyUnguarded({ firmware }: RobotDefinition): readonly [why: string, cure: string] {
  const if_ = 'would stop the motors if this computer or the cable failed';
  return firmware === 'standard-firmata'
    ? [`nothing on a board with StandardFirmata ${if_}`, 'use the Steerbot firmware']
    : [`the motors hang on a shield behind a bus, where nothing ${if_}`, "wire them to the board's own pins"];
}

/**
 * The duty that gives the greatest speed by the robot's own figures, and that speed. It is a whole step of the PWM: no
 * other step exceeds it, and what the model takes for the speed at the limit is what the wheels have.
 */
function fastest({ motors: { deadband, noLoadSpeed } }: RobotDefinition): {
  readonly greatestDuty: Duty;
  readonly speedLimit: MetersPerSecond;
} {
  const wanted = deadband + ((1 - deadband) * UNGUARDED_SPEED) / noLoadSpeed;
  const greatestDuty = Math.min(1, Math.floor(wanted * FULL_PWM) / FULL_PWM);
  const speedLimit = (Math.max(0, greatestDuty - deadband) / (1 - deadband)) * noLoadSpeed;
  return { greatestDuty, speedLimit };
}

/** Made once, when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const PIN_STATE_QUERY = 0x6d;
const ANY_PIN = 2;
const QUESTIONS: Seconds = 0.1;

/** Stock firmware may have nothing to say for ever; asked about a pin it answers, as long as it is there. */
function keepTalking(link: FirmataLink, time: TimeSource, sayAgain: () => void): void {
  let cancel = () => {};
  const ask = () => {
    sayAgain();
    link.io.sysexCommand([PIN_STATE_QUERY, ANY_PIN]);
    cancel = time.after(QUESTIONS, ask);
  };
  const end = () => cancel();
  link.bytes$.subscribe({ error: end, complete: end });
  link.expectBytes();
  ask();
}
