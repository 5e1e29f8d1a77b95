/** A maneuver as steps of both wheels and turns of the gyroscope. */
import type { Meters, Radians, RadiansPerSecond, Seconds } from '../../../math/units.js';
import type { RobotDefinition } from '../../../robot/robot.js';
import { countsBetween, metersPerCount } from '../../../sensors/boardInputs.js';
import type { EncoderReading, TurnRateReading } from '../../../signals/readings.js';
import type { RunLog } from './runLog.js';

/** A short motion, by the robot's file. */
export interface RolledStep {
  readonly from: Seconds;
  readonly at: Seconds;
  readonly left: Meters;
  readonly right: Meters;
  /** By the gyroscope without its bias; null without one. */
  readonly turned: Radians | null;
}

/** Rim travel of a count by the robot's file; of a revolution where it has no encoders. */
export function perCountOf({
  encoders,
  wheels,
}: RobotDefinition): Readonly<Record<'left' | 'right', Meters>> {
  const of = (side: 'left' | 'right'): Meters =>
    metersPerCount(wheels.diameter, encoders?.[side].countsPerRevolution ?? 1);
  return { left: of('left'), right: of('right') };
}

/** Readings closer than this become one step. */
const STEP_TIME: Seconds = 0.08;

/** @param bias of the gyroscope; undefined without one */
export function stepsOf(
  { counts, turnRates }: Pick<RunLog, 'counts' | 'turnRates'>,
  perCount: { readonly left: Meters; readonly right: Meters },
  bias: RadiansPerSecond | undefined,
): RolledStep[] {
  const turnedUntil = bias === undefined || turnRates.length < 2 ? undefined : integrated(turnRates, bias);
  const steps: RolledStep[] = [];
  let last = counts[0];
  if (!last) return steps;
  for (const [i, reading] of counts.entries()) {
    if (reading.at - last.at < STEP_TIME && i < counts.length - 1) continue;
    steps.push({
      from: last.at,
      at: reading.at,
      left: countsBetween(last.left, reading.left) * perCount.left,
      right: countsBetween(last.right, reading.right) * perCount.right,
      turned: turnedUntil ? turnedUntil(reading.at) - turnedUntil(last.at) : null,
    });
    last = reading satisfies EncoderReading;
  }
  return steps;
}

/** How far it turned from the first reading to the last one. */
export function turnedIn(rates: readonly TurnRateReading[], bias: RadiansPerSecond): Radians {
  const last = rates.at(-1);
  return last && rates.length > 1 ? integrated(rates, bias)(last.at) : 0;
}

/** The turn from the first reading on, by the trapezoid rule; between two readings and beyond them a straight line. */
export function integrated(
  rates: readonly TurnRateReading[],
  bias: RadiansPerSecond,
): (at: Seconds) => Radians {
  const sums = [0];
  for (let i = 1; i < rates.length; i++) {
    const [one, other] = [rates[i - 1] as TurnRateReading, rates[i] as TurnRateReading];
    const mean = (one.turnRate + other.turnRate) / 2 - bias;
    sums.push((sums[i - 1] as number) + mean * (other.at - one.at));
  }
  let i = 0;
  return (at) => {
    while (i > 0 && (rates[i] as TurnRateReading).at > at) i--;
    while (i < rates.length - 1 && (rates[i + 1] as TurnRateReading).at <= at) i++;
    const { at: from, turnRate } = rates[i] as TurnRateReading;
    return (sums[i] as number) + (turnRate - bias) * (at - from);
  };
}
