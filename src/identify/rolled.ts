/** A maneuver as steps of both wheels and turns of the gyroscope. */
import type { Meters, Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import { metersPerCount } from '../sensors/boardInputs.js';
import type { TurnRateReading } from '../signals/readings.js';
import type { Side } from '../signals/signals.js';
import { countedWays, type RolledStep, stepsIn } from './countedWays.js';
import type { RunLog } from './runLog.js';

/** Rim travel of a count by the robot's file; of a revolution where it has no encoders. */
export function perCountOf({
  encoders,
  wheels,
}: RobotDefinition): Readonly<Record<'left' | 'right', Meters>> {
  const of = (side: 'left' | 'right'): Meters =>
    metersPerCount(wheels.diameter, encoders?.[side].countsPerRevolution ?? 1);
  return { left: of('left'), right: of('right') };
}

/** @param bias of the gyroscope; undefined without one */
export function stepsOf(
  { counts, turnRates }: Pick<RunLog, 'counts' | 'turnRates'>,
  perCount: Readonly<Record<Side, Meters>>,
  bias: RadiansPerSecond | undefined,
): RolledStep[] {
  const hasTurned = bias !== undefined && turnRates.length > 1;
  return stepsIn(countedWays(counts, perCount), hasTurned ? integrated(turnRates, bias) : undefined);
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
