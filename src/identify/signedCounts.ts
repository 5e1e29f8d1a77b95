/** Counts with signs, also of encoders with one channel, which count up both ways. */
import type { CountsUp, RollingWay } from '../estimation/estimatorState.js';
import { rollingWay } from '../estimation/rollingWay.js';
import type { Seconds } from '../math/units.js';
import { rollWheels, type SentCommand, stillWorking, type WheelResponse } from '../math/wheel.js';
import type { RobotDefinition } from '../robot/robot.js';
import { countsBetween, wheelsThatCountUp } from '../sensors/boardInputs.js';
import type { EncoderReading } from '../signals/readings.js';
import type { WheelDuties, WheelSpeeds } from '../signals/signals.js';
import type { SentDuties } from './runLog.js';

/**
 * Follows the duties and the readings of a run, both in the order of their times. A count has the sign of the duties, as
 * late as the delay and the lag of the file make the motors; without power that of the last duty. The dead band and the
 * break-away speed may be what is being measured, so they are taken for 0.
 */
export class SignedCounts {
  readonly #countsUp: CountsUp;
  readonly #fullSpeed: number;
  readonly #latency: Seconds;
  readonly #response: WheelResponse;
  #sent: readonly SentCommand[] = [];
  /** The instant of `#wheels`. */
  #at: Seconds | undefined;
  #wheels: WheelSpeeds = { left: 0, right: 0 };
  #rolls: RollingWay = { left: 1, right: 1 };
  /** As it came, and with signs. */
  #last: { readonly raw: EncoderReading; readonly signed: EncoderReading } | undefined;

  constructor({ encoders, motors, limits, control }: RobotDefinition) {
    this.#countsUp = wheelsThatCountUp(encoders);
    this.#fullSpeed = motors.noLoadSpeed;
    this.#latency = control.latency;
    this.#response = { lag: motors.lag, breakaway: 0, acceleration: limits.acceleration };
  }

  sent(at: Seconds, { left, right }: WheelDuties): void {
    this.#at ??= at;
    this.#sent = [...this.#sent, { at, left: left * this.#fullSpeed, right: right * this.#fullSpeed }];
  }

  /** The reading as encoders with two channels would have sent it. */
  signed(raw: EncoderReading): EncoderReading {
    const last = this.#last ?? { raw, signed: raw };
    this.#rollTo(raw.at);
    const of = (side: 'left' | 'right'): number =>
      (last.signed[side] + this.#rolls[side] * countsBetween(last.raw[side], raw[side])) | 0;
    const signed = { ...raw, left: of('left'), right: of('right') };
    this.#last = { raw, signed };
    return signed;
  }

  #rollTo(at: Seconds): void {
    const [latency, response, from = at] = [this.#latency, this.#response, this.#at];
    this.#at = Math.max(from, at);
    const rolling = { speeds: this.#wheels, from, to: at };
    if (at > from) this.#wheels = rollWheels({ latency, response }, rolling, this.#sent);
    this.#sent = stillWorking(this.#sent, at - latency);
    this.#rolls = rollingWay(this.#wheels, this.#countsUp, this.#rolls);
  }
}

/** All of a run's readings, each after the duties that were sent before it. */
export function signedCounts(
  robot: RobotDefinition,
  duties: readonly SentDuties[],
  readings: readonly EncoderReading[],
): EncoderReading[] {
  const counts = new SignedCounts(robot);
  let next = 0;
  return readings.map((reading) => {
    for (let duty = duties[next]; duty && duty.at <= reading.at; duty = duties[++next])
      counts.sent(duty.at, duty);
    return counts.signed(reading);
  });
}
