/**
 * A fault of an encoder, a motor or a wheel is noticed within 0.5 s after it begins to show in the motion, or the time
 * of four counts if that is longer.
 *
 * It shows while the robot commands the struck wheel to turn fast enough, the same way, since its response time.
 */
import type { Meters, MetersPerSecond, Seconds } from '../../../src/math/units.js';
import { isGyroscope } from '../../../src/sensors/sensorFacts.js';
import type { Side } from '../../../src/signals/signals.js';
import {
  type Check,
  Lasting,
  type Moment,
  mayDrive,
  responseOf,
  SIDES,
  type Span,
  type Subject,
  TRIPPED,
} from '../moment.js';

const WITHIN: Seconds = 0.5;
/** Slower wheels go too short a way in the monitor's window. */
const TOLD: MetersPerSecond = 0.15;
/** A wheel that is told less than twice its breakaway may only be stiff: SAFETY.md promises two seconds there. */
const STIFF: Seconds = 2;
const surelyStarts = ({ robot: { motors } }: Subject): MetersPerSecond =>
  Math.max(TOLD, 2 * motors.breakaway + 0.01);
/** A stuck motor shows where the wheel turns this much faster than commanded. */
const RUNS_ON: MetersPerSecond = 0.25;
/** Swapped wheels show in a turn: their speeds differ by this share. */
const TURNING_SHARE = 0.5;

const STANDING = [
  'encoderStuck',
  'encoderSilent',
  'encoderReversed',
  'motorDead',
  'motorReversed',
  'wheelsBlocked',
  TRIPPED,
];
const REVERSED = ['encoderReversed', 'motorReversed'];
const SWAPPED = ['encodersSwapped', 'motorsSwapped'];
/** Two faults at once may hide each other. */
const ALL = [...STANDING, ...SWAPPED, 'motorStuckOn', 'encoderJump', 'wheelSlip'];

export function noticesWheelFaults(subject: Subject): Check {
  const { robot, struck } = subject;
  const shows = { standing: bySide(), stiff: bySide(), on: bySide(), swapped: new Lasting() };
  const sharp = { told: surelyStarts(subject), within: (4 * perCount(subject)) / TOLD };
  const stiff = { told: TOLD, within: STIFF };
  return {
    rule: 'wheel faults noticed',
    tick(now) {
      if (!robot.encoders) return undefined;
      const active = struck.on(ALL, now.at);
      const [one] = active.length === 1 ? active : [];
      const fault = one && showsIn(one, subject) ? one : undefined;
      const drives = mayDrive(now.tick) && now.regular && !now.placed ? fault : undefined;
      for (const side of SIDES) {
        const struckHere = drives && (drives.side ?? side) === side ? drives : undefined;
        const trouble =
          standingTrouble(shows.standing[side], struckHere, side, now, { ...sharp, subject }) ??
          standingTrouble(shows.stiff[side], struckHere, side, now, { ...stiff, subject }) ??
          runningTrouble(shows.on[side], struckHere, side, now, subject);
        if (trouble) return trouble;
      }
      return swappedTrouble(shows.swapped, drives, now, subject);
    },
  };
}

/** Encoders with one channel take their direction from the commands; only a gyroscope shows then which way the body turns. */
const isBlindToDirection = ({ robot: { encoders, sensors } }: Subject): boolean =>
  !sensors.some(isGyroscope) &&
  SIDES.some((side) => encoders?.[side].a !== undefined && encoders[side].b === undefined);

const showsIn = ({ kind }: Span, subject: Subject): boolean =>
  !(REVERSED.includes(kind) && isBlindToDirection(subject));

/** A condition for each side, and the sign with which it holds. */
const bySide = () => ({ left: new Signed(), right: new Signed() });

class Signed {
  readonly #lasting = new Lasting();
  #sign = 0;

  for(holds: boolean, sign: number, at: Seconds): Seconds {
    if (sign !== this.#sign) this.#lasting.for(false, at);
    this.#sign = sign;
    return this.#lasting.for(holds, at);
  }
}

interface Standing {
  readonly subject: Subject;
  /** A healthy wheel that is told so much turns, within this time. */
  readonly told: MetersPerSecond;
  readonly within: Seconds;
}

function standingTrouble(
  shows: Signed,
  fault: Span | undefined,
  side: Side,
  { at, tick }: Moment,
  standing: Standing,
): string | undefined {
  const told = tick.granted[side];
  const holds = fault !== undefined && STANDING.includes(fault.kind) && Math.abs(told) >= standing.told;
  const lasted = shows.for(holds, Math.sign(told), at);
  return fault && lasted > limitOf(standing.subject, standing.within) ? late(fault, side, lasted) : undefined;
}

function runningTrouble(
  shows: Signed,
  fault: Span | undefined,
  side: Side,
  { at, tick, wheels }: Moment,
  subject: Subject,
): string | undefined {
  const beyond = Math.abs(wheels[side]) - Math.abs(tick.granted[side]);
  const lasted = shows.for(fault?.kind === 'motorStuckOn' && beyond >= RUNS_ON, 1, at);
  const limit = limitOf(subject, (4 * perCount(subject)) / RUNS_ON);
  return fault && lasted > limit ? late(fault, side, lasted) : undefined;
}

function swappedTrouble(
  shows: Lasting,
  fault: Span | undefined,
  { at, tick: { granted } }: Moment,
  subject: Subject,
): string | undefined {
  const [left, right] = [Math.abs(granted.left), Math.abs(granted.right)];
  const most = Math.max(left, right);
  // Of a turn on the spot such encoders count the same, whichever way it is.
  const differ = isBlindToDirection(subject)
    ? Math.abs(right - left)
    : Math.abs(granted.right - granted.left);
  const holds = fault && SWAPPED.includes(fault.kind) && most >= TOLD && differ >= TURNING_SHARE * most;
  const lasted = shows.for(holds === true, at);
  const limit = limitOf(subject, (12 * perCount(subject)) / (TURNING_SHARE * TOLD));
  return fault && lasted > limit ? late(fault, 'left', lasted) : undefined;
}

/** At a lower rate it is noticed a tick or two later. */
const limitOf = (subject: Subject, ofCounts: Seconds): Seconds =>
  Math.max(WITHIN, ofCounts) + responseOf(subject) + 2 / subject.robot.control.rate;

function perCount({ robot: { encoders, wheels } }: Subject): Meters {
  if (!encoders) return 0;
  const least = Math.min(encoders.left.countsPerRevolution, encoders.right.countsPerRevolution);
  return (Math.PI * wheels.diameter) / least;
}

const late = ({ kind }: Span, side: Side, lasted: Seconds): string =>
  `${kind} (${side}) shows for ${lasted.toFixed(2)} s, and the robot drives on`;
