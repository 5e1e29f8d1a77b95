/** Sets up a robot whose motors only the host can stop, for somebody who has said that this is what he wants. */
import { DriverError } from '../errors.js';
import type { RobotDefinition } from '../robot.js';
import type { TimeSource } from '../time.js';
import type { Duty, MetersPerSecond, Seconds } from '../units.js';
import { type RangeFromVolts, watchRanges } from './analogRanges.js';
import { turn } from './duties.js';
import type { FirmataLink } from './firmataLink.js';
import { hostMotor } from './hostMotor.js';
import { ownFive } from './johnnyFive.js';
import type { Motors, WiredMotor } from './motorWiring.js';
import { UnguardedDriver } from './unguardedDriver.js';

/** Guards people: a robot that nothing stops when the host fails goes no faster than this. */
const GREATEST_SPEED: MetersPerSecond = 0.2;

export interface UnguardedOptions {
  readonly time: TimeSource;
  readonly withoutDeadman?: boolean;
  readonly range?: RangeFromVolts | undefined;
}

/** @throws DriverError unless it is wanted without a dead-man */
export function openUnguarded(
  link: FirmataLink,
  robot: RobotDefinition,
  motors: Motors<WiredMotor>,
  { time, withoutDeadman, range }: UnguardedOptions,
): UnguardedDriver {
  const [why, cure] = whyUnguarded(robot);
  if (!withoutDeadman)
    throw new DriverError(`${link.name}: ${why}; ${cure}, or --without-deadman to drive slowly`);
  const { io } = link;
  const five = once(() => ownFive(io));
  const driver = new UnguardedDriver(link, {
    time,
    motors: { left: hostMotor(io, motors.left, five), right: hostMotor(io, motors.right, five) },
    turns: { left: turn(robot.motors.left), right: turn(robot.motors.right) },
    greatestDuty: greatestDuty(robot),
    speedLimit: GREATEST_SPEED,
    hold: robot.control.deadMan,
    warning: `${why}: keep a hand on its power switch; at most ${GREATEST_SPEED} m/s`,
  });
  if (range) watchRanges(io, robot.sensors, 1 / robot.control.rate, range, (sample) => driver.range(sample));
  keepTalking(link, time, () => driver.stayStopped());
  return driver;
}

/** What is missing, and what would be better. */
function whyUnguarded({ firmware }: RobotDefinition): readonly [why: string, cure: string] {
  const if_ = 'would stop the motors if this computer or the cable failed';
  return firmware === 'standard-firmata'
    ? [`nothing on a board with StandardFirmata ${if_}`, 'use the Steerbot firmware']
    : [`the motors hang on a shield behind a bus, where nothing ${if_}`, "wire them to the board's own pins"];
}

/** The duty that gives the greatest speed, by the robot's own figures. */
const greatestDuty = ({ motors: { deadband, noLoadSpeed } }: RobotDefinition): Duty =>
  Math.min(1, deadband + ((1 - deadband) * GREATEST_SPEED) / noLoadSpeed);

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
