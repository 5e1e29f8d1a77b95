/** Gives one motor a little power for a moment, so that the user sees which wheel turns, and which way. */
import { defer, firstValueFrom, last, map, merge, type Observable, switchMap, takeWhile, tap } from 'rxjs';
import { wallClock } from '../../control/clock.js';
import type { ConnectedRobot } from '../../drivers/driver.js';
import { toDuties } from '../../locomotion/motor.js';
import type { Duty, MetersPerSecond, Seconds } from '../../math/units.js';
import { canBeCrossed } from '../../robot/directionPins.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { countsBetween } from '../../sensors/boardInputs.js';
import type { EncoderReading } from '../../signals/readings.js';
import type { Side, WheelDuties, WheelSpeeds } from '../../signals/signals.js';

export interface SpinSetup {
  readonly body: ConnectedRobot;
  readonly robot: RobotDefinition;
  /** Errors when the body is lost, or when the test must end. */
  readonly ended$: Observable<never>;
  /** The user has seen enough, or does not like what he sees. */
  readonly enough$: Observable<unknown>;
}

/** What was seen of a spin, or of a half of it. */
export interface SpinPart {
  /** What each encoder counted, by the sides of the file; undefined without encoders. */
  readonly counts: { readonly left: number; readonly right: number } | undefined;
  /** The wheel speeds at its end, where they are known: of an emulated body. */
  readonly wheels: WheelSpeeds | undefined;
}

/** Of a spin in two halves the second one; the whole spin else. */
export interface SpinResult extends SpinPart {
  /** The user stopped it early. */
  readonly cutShort: boolean;
  /** The first half, in which the other motor's direction pins said back. */
  readonly before?: SpinPart;
}

/** Long enough to look from one wheel to the other. */
const SPIN_TIME: Seconds = 1.2;
/** Of a spin in two halves; it is a little longer, and the wheel slows down between them. */
const HALF_TIME: Seconds = 0.7;
const SLOW_DOWN_TIME: Seconds = 0.1;
/** A slow start, so that the robot does not jump off the table. */
const RAMP_TIME: Seconds = 0.3;
/** Relative to the speed at full duty: slow, and well beyond the deadband. */
const SPEED_SHARE = 0.25;
/** In break-away speeds, for motors that start late. */
const BREAKAWAY_FACTOR = 1.5;
/** Less than one step of the PWM: it gives no power, but the direction pins follow its sign. */
const DIRECTION_ONLY: Duty = 0.001;

/** Guards people: whatever the ending, the motors are off afterwards. @throws what `ended$` errors with, DriverError */
export async function spin(side: Side, bench: SpinSetup): Promise<SpinResult> {
  const { body, ended$, enough$ } = bench;
  const log = new SpinLog(canBeCrossed(bench.robot.motors));
  const counting = body.readings$.subscribe({
    next: (reading) => reading.kind === 'encoders' && log.count(reading),
    // `ended$` reports it too.
    error: () => {},
  });
  let cutShort: boolean;
  const looking = tap((since: Seconds) => log.look(since, body.truth?.().wheelSpeeds));
  // Guards people: a stop of the user before arming is handled here, so that no wheel turns.
  const turned$ = defer(() => body.arm()).pipe(
    switchMap(() => driveSpin(side, bench, log).pipe(looking, last())),
  );
  try {
    const stopped$ = enough$.pipe(map(() => true));
    cutShort = await firstValueFrom(merge(ended$, stopped$, turned$.pipe(map(() => false))));
  } finally {
    body.stop();
    counting.unsubscribe();
  }
  return { ...log.result(), cutShort };
}

/**
 * Feeds the dead-man at the control rate during a spin. Where direction pins may be crossed it has two halves, in which
 * those of the other motor say back and forward: a wheel that hangs on them changes its direction.
 */
function driveSpin(side: Side, { body, robot }: SpinSetup, log: SpinLog): Observable<Seconds> {
  const full = spinDuties(side, robot);
  const { time } = body;
  const start = time.now();
  const halves = canBeCrossed(robot.motors);
  return wallClock(1 / robot.control.rate, time).pipe(
    map(({ at }) => at - start),
    takeWhile((since) => since < (halves ? 2 * HALF_TIME : SPIN_TIME)),
    tap((since) => {
      if (!halves) return body.drive(scaleDuties(full, rampUp(since)));
      if (since >= HALF_TIME) log.startSecondHalf();
      body.drive(halfDuties(side, full, since));
    }),
  );
}

const rampUp = (since: Seconds): number => Math.min(1, since / RAMP_TIME);

function halfDuties(side: Side, full: WheelDuties, since: Seconds): WheelDuties {
  const isFirst = since < HALF_TIME;
  const share = isFirst
    ? Math.min(rampUp(since), Math.max(0, (HALF_TIME - since) / SLOW_DOWN_TIME))
    : rampUp(since - HALF_TIME);
  const direction = isFirst ? -DIRECTION_ONLY : DIRECTION_ONLY;
  return { left: direction, right: direction, [side]: share * full[side] };
}

/** What is seen of a spin while it lasts. */
class SpinLog {
  readonly #inHalves: boolean;
  readonly #halves: { readonly encoders: EncoderReading[]; wheels: WheelSpeeds | undefined }[] = [
    { encoders: [], wheels: undefined },
  ];

  constructor(inHalves: boolean) {
    this.#inHalves = inHalves;
  }

  count(reading: EncoderReading): void {
    this.#halves.at(-1)?.encoders.push(reading);
  }

  look(since: Seconds, wheels: WheelSpeeds | undefined): void {
    const [half, isFirst] = [this.#halves.at(-1), this.#halves.length === 1];
    const slowsDown = this.#inHalves && isFirst && since > HALF_TIME - SLOW_DOWN_TIME;
    if (half && !slowsDown) half.wheels = wheels;
  }

  startSecondHalf(): void {
    const [first, second] = this.#halves;
    if (second) return;
    // Its counts begin where the first half's ended.
    this.#halves.push({ encoders: first?.encoders.slice(-1) ?? [], wheels: undefined });
  }

  result(): SpinPart & { readonly before?: SpinPart } {
    const [first, second] = this.#halves.map(({ encoders, wheels }) => ({
      counts: encoderCounts(encoders),
      wheels,
    }));
    const only = first ?? { counts: undefined, wheels: undefined };
    return second ? { ...second, before: only } : only;
  }
}

/** Counts from the first reading to the last. */
function encoderCounts(encoders: readonly EncoderReading[]): SpinResult['counts'] {
  const [first, last] = [encoders[0], encoders.at(-1)];
  if (!first || !last) return undefined;
  return { left: countsBetween(first.left, last.left), right: countsBetween(first.right, last.right) };
}

function spinDuties(side: Side, { motors }: RobotDefinition): WheelDuties {
  const { noLoadSpeed, breakaway } = motors;
  const speed: MetersPerSecond = Math.min(
    noLoadSpeed,
    Math.max(SPEED_SHARE * noLoadSpeed, BREAKAWAY_FACTOR * breakaway),
  );
  return toDuties({ left: 0, right: 0, [side]: speed }, motors);
}

const scaleDuties = ({ left, right }: WheelDuties, share: number): WheelDuties => ({
  left: share * left,
  right: share * right,
});
