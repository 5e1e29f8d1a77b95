/** Gives one motor a little power for a moment, so that the user sees which wheel turns, and which way. */
import { defer, firstValueFrom, last, map, merge, type Observable, switchMap, takeWhile, tap } from 'rxjs';
import type { Side } from '../../config/robot/wiring/pinUses.js';
import { wallClock } from '../../control/clock.js';
import type { ConnectedRobot } from '../../drivers/driver.js';
import { toDuties } from '../../locomotion/motor.js';
import type { MetersPerSecond, Seconds } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { countsBetween } from '../../sensors/boardInputs.js';
import type { EncoderReading } from '../../signals/readings.js';
import type { WheelDuties, WheelSpeeds } from '../../signals/signals.js';

export interface SpinSetup {
  readonly body: ConnectedRobot;
  readonly robot: RobotDefinition;
  /** Errors when the body is lost, or when the test must end. */
  readonly ended$: Observable<never>;
  /** The user has seen enough, or does not like what he sees. */
  readonly enough$: Observable<unknown>;
}

export interface SpinResult {
  /** What each encoder counted during the spin, by the sides of the file; undefined without encoders. */
  readonly counts: { readonly left: number; readonly right: number } | undefined;
  /** The wheel speeds at the end of the spin, where they are known: of an emulated body. */
  readonly wheels: WheelSpeeds | undefined;
  /** The user stopped it early. */
  readonly cutShort: boolean;
}

/** Long enough to look from one wheel to the other. */
const SPIN_TIME: Seconds = 1.2;
/** A slow start, so that the robot does not jump off the table. */
const RAMP_TIME: Seconds = 0.3;
/** Relative to the speed at full duty: slow, and well beyond the deadband. */
const SPEED_SHARE = 0.25;
/** In break-away speeds, for motors that start late. */
const BREAKAWAY_FACTOR = 1.5;

/** Guards people: whatever the ending, the motors are off afterwards. @throws what `ended$` errors with, DriverError */
export async function spin(side: Side, bench: SpinSetup): Promise<SpinResult> {
  const { body, ended$, enough$ } = bench;
  const encoders: EncoderReading[] = [];
  const counting = body.readings$.subscribe({
    next: (reading) => reading.kind === 'encoders' && encoders.push(reading),
    // `ended$` reports it too.
    error: () => {},
  });
  let wheels: WheelSpeeds | undefined;
  let cutShort: boolean;
  const looking = tap(() => {
    wheels = body.truth?.().wheelSpeeds;
  });
  // Guards people: a stop of the user before arming is handled here, so that no wheel turns.
  const turned$ = defer(() => body.arm()).pipe(switchMap(() => driveSpin(side, bench).pipe(looking, last())));
  try {
    const stopped$ = enough$.pipe(map(() => true));
    cutShort = await firstValueFrom(merge(ended$, stopped$, turned$.pipe(map(() => false))));
  } finally {
    body.stop();
    counting.unsubscribe();
  }
  return { counts: encoderCounts(encoders), wheels, cutShort };
}

/** Feeds the dead-man at the control rate during a spin. */
function driveSpin(side: Side, { body, robot }: SpinSetup): Observable<Seconds> {
  const full = spinDuties(side, robot);
  const { time } = body;
  const start = time.now();
  return wallClock(1 / robot.control.rate, time).pipe(
    map(({ at }) => at - start),
    takeWhile((since) => since < SPIN_TIME),
    tap((since) => body.drive(scaleDuties(full, Math.min(1, since / RAMP_TIME)))),
  );
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
