/** Lets the robot make one maneuver and logs it: wheel programs in, a log out, the motors off at every ending. */
import { firstValueFrom, map, merge, type Observable, takeWhile, toArray } from 'rxjs';
import { wallClock } from '../../control/clock.js';
import type { ConnectedRobot } from '../../drivers/driver.js';
import { perCountOf } from '../../identify/rolled.js';
import type { RunLog } from '../../identify/runLog.js';
import { SignedCounts } from '../../identify/signedCounts.js';
import type { Meters, Seconds } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { countsBetween } from '../../sensors/boardInputs.js';
import { isGyroscope } from '../../sensors/sensorFacts.js';
import type { EncoderReading } from '../../signals/readings.js';
import type { Reading, WheelDuties } from '../../signals/signals.js';
import { DriverError } from '../../validation/errors.js';

/** A robot that is ready for maneuvers. */
export interface Rig {
  readonly body: ConnectedRobot;
  readonly robot: RobotDefinition;
  /** Errors when the body is lost, or when the maneuver must end: a key, a signal, a board that stopped itself. */
  readonly ended$: Observable<never>;
  /** Called with the motors off. @returns whether the maneuver is tried again */
  readonly tryAgain?: (why: string) => Promise<boolean>;
}

/** What a program sees: how far each rim has gone by the robot's file since the start; null without encoders. */
export type RimsSeen = Readonly<Record<'left' | 'right', Meters>> | null;

/** The duties at a time since the start; null when the maneuver is over. */
export type WheelProgram = (since: Seconds, seen: RimsSeen) => WheelDuties | null;

/** A wheel had power and did not turn. */
export class WheelStands extends DriverError {
  override readonly name = 'WheelStands';
}

/** A key stopped the maneuver. */
export class StoppedByKey extends Error {
  override readonly name = 'StoppedByKey';
}

/** No count for this time, while a wheel is driven well above its dead band: it is blocked, or its encoder is dead. */
const STUCK_TIME: Seconds = 1.5;
const STUCK_DUTY = 0.6;
/** It stands when no count came for this time, and at the latest after the other. */
const STILL_TIME: Seconds = 0.4;
const MOST_SETTLING: Seconds = 2.5;
const SETTLING_WITHOUT_ENCODERS: Seconds = 1.5;

/**
 * Drives a program, once more where it was stopped and the user wants it.
 *
 * @throws what `ended$` errors with, WheelStands, DriverError
 */
export async function runManeuver(rig: Rig, program: WheelProgram): Promise<RunLog> {
  for (;;) {
    try {
      return await runOnce(rig, program);
    } catch (error) {
      const isMendable = error instanceof StoppedByKey || error instanceof WheelStands;
      if (!isMendable || !(await rig.tryAgain?.(error.message))) throw error;
    }
  }
}

/** Guards people: whatever the ending, the motors are off afterwards. */
async function runOnce(rig: Rig, program: WheelProgram): Promise<RunLog> {
  const { body, robot, ended$ } = rig;
  const recorder = new Recorder(robot);
  const readings = body.readings$.subscribe({
    next: (reading) => recorder.note(reading),
    // `ended$` reports it too.
    error: () => {},
  });
  const maneuver = new Maneuver(rig, recorder, program);
  const period = 1 / robot.control.rate;
  const clock$ = body.clock$?.(period) ?? wallClock(period, body.time);
  const ticks$ = clock$.pipe(
    map(({ at }) => maneuver.tick(at)),
    takeWhile((goesOn) => goesOn),
    toArray(),
  );
  try {
    await firstValueFrom(merge(ended$, ticks$));
  } finally {
    body.stop();
    readings.unsubscribe();
  }
  return recorder.log();
}

/** Keeps what was told and measured since the motors were armed. */
class Recorder {
  readonly #duties: (WheelDuties & { readonly at: Seconds })[] = [];
  readonly #counts: EncoderReading[] = [];
  readonly #signs: SignedCounts;
  readonly #turnRates: RunLog['turnRates'][number][] = [];
  readonly #fixes: RunLog['fixes'][number][] = [];
  readonly #gyro: string | undefined;
  readonly #perCount: Readonly<Record<'left' | 'right', Meters>> | undefined;
  #ways = { left: 0, right: 0 };
  /** When a count last came. */
  movedAt = Number.NEGATIVE_INFINITY;

  constructor(robot: RobotDefinition) {
    const { sensors, encoders } = robot;
    this.#signs = new SignedCounts(robot);
    this.#gyro = sensors.find(isGyroscope)?.id;
    this.#perCount = encoders && perCountOf(robot);
  }

  note(reading: Reading): void {
    if (reading.kind === 'encoders') this.#count(reading);
    else if (reading.kind === 'turnRate' && reading.sensor === this.#gyro) this.#turnRates.push(reading);
    else if (reading.kind === 'pose') {
      const { deviation } = reading;
      if (deviation !== undefined) this.#fixes.push({ ...reading, deviation });
    }
  }

  #count(raw: EncoderReading): void {
    const reading = this.#signs.signed(raw);
    const last = this.#counts.at(-1);
    this.#counts.push(reading);
    if (!last || !this.#perCount) return;
    const left = countsBetween(last.left, reading.left);
    const right = countsBetween(last.right, reading.right);
    if (left !== 0 || right !== 0) this.movedAt = reading.at;
    this.#ways = {
      left: this.#ways.left + left * this.#perCount.left,
      right: this.#ways.right + right * this.#perCount.right,
    };
  }

  get seen(): RimsSeen {
    return this.#perCount ? this.#ways : null;
  }

  sent(at: Seconds, duties: WheelDuties): void {
    this.#duties.push({ at, ...duties });
    this.#signs.sent(at, duties);
  }

  log(): RunLog {
    return { duties: this.#duties, counts: this.#counts, turnRates: this.#turnRates, fixes: this.#fixes };
  }
}

const OFF: WheelDuties = { left: 0, right: 0 };

/** From arming to standing still. */
class Maneuver {
  readonly #rig: Rig;
  readonly #recorder: Recorder;
  readonly #program: WheelProgram;
  #armed: 'no' | 'asked' | 'yes' = 'no';
  #refusal: unknown;
  #began: Seconds | undefined;
  #ended: Seconds | undefined;
  #drivenSince: Seconds | undefined;

  constructor(rig: Rig, recorder: Recorder, program: WheelProgram) {
    this.#rig = rig;
    this.#recorder = recorder;
    this.#program = program;
  }

  /** @returns whether it goes on @throws where the board refuses to arm, or a wheel stands */
  tick(at: Seconds): boolean {
    if (this.#armed !== 'yes') return this.#arming();
    this.#began ??= at;
    if (this.#ended !== undefined) return this.#settling(at, this.#ended);
    const duties = this.#program(at - this.#began, this.#recorder.seen);
    if (duties === null) {
      this.#ended = at;
      this.#send(at, OFF);
      this.#rig.body.stop();
      return true;
    }
    this.#watch(at, duties);
    this.#send(at, duties);
    return true;
  }

  #arming(): boolean {
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.#armed === 'no') {
      this.#armed = 'asked';
      this.#rig.body.arm().then(
        () => {
          this.#armed = 'yes';
        },
        (error: unknown) => {
          this.#refusal = error;
        },
      );
    }
    return true;
  }

  #send(at: Seconds, duties: WheelDuties): void {
    this.#recorder.sent(at, duties);
    this.#rig.body.drive(duties);
  }

  #settling(at: Seconds, ended: Seconds): boolean {
    if (this.#recorder.seen === null) return at - ended < SETTLING_WITHOUT_ENCODERS;
    const moved = Math.max(this.#recorder.movedAt, ended);
    return at - moved < STILL_TIME && at - ended < MOST_SETTLING;
  }

  /** Guards motors: a blocked one gets hot. */
  #watch(at: Seconds, { left, right }: WheelDuties): void {
    const driven = Math.max(Math.abs(left), Math.abs(right)) >= STUCK_DUTY;
    this.#drivenSince = driven ? (this.#drivenSince ?? at) : undefined;
    if (this.#recorder.seen === null || this.#drivenSince === undefined) return;
    const since = Math.max(this.#drivenSince, this.#recorder.movedAt);
    if (at - since < STUCK_TIME) return;
    throw new WheelStands(
      'the wheels have power and no encoder counts; switch the motors on, and try them with `drive --try-wheels`',
    );
  }
}
