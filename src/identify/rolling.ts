/** How a recorded robot rolled on its wheels: by the fixes that saw it, or else by its gyroscope. */
import { leastSquares } from '../math/leastSquares.js';
import type { Radians, Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import { isGyroscope } from '../sensors/sensorFacts.js';
import { type CountedWays, type RolledStep, stepsIn } from './countedWays.js';
import { fitFixed } from './fixedFit.js';
import { type MeasuredValue, measuredBy } from './measured.js';
import { integrated } from './rolled.js';
import type { DrivenRun, RunLog } from './runLog.js';

/** Each undefined where nothing tells it. */
export interface Rolling {
  /** Mean of both wheels, and the right one by the left one; by those of the file. */
  readonly scale?: MeasuredValue | undefined;
  readonly ratio?: MeasuredValue | undefined;
  readonly track?: MeasuredValue | undefined;
  /** σ of each wheel per √metre. */
  readonly slip?: number;
}

/** Fewer tell nothing of wheels and track. */
export const LEAST_FIXES = 40;
/** A share of it: less sure, a figure is not told. */
const LEAST_SURE = 0.05;

export function rollingIn({ robot, log }: DrivenRun, ways: CountedWays): Rolling {
  const steps = stepsIn(ways);
  const { track } = robot.chassis;
  if (log.fixes.length >= LEAST_FIXES) {
    const fit = fitFixed({ steps, fixes: log.fixes, track });
    return { ...onlyTold(fit), slip: fit.slip };
  }
  return robot.encoders && log.turnRates.length > 1 ? onlyTold(fitTurns(steps, robot, log.turnRates)) : {};
}

const onlyTold = ({ scale, ratio, track }: Rolling): Rolling => ({
  scale: ifTold(scale),
  ratio: ifTold(ratio),
  track: ifTold(track),
});

const ifTold = (measured: MeasuredValue | undefined): MeasuredValue | undefined =>
  measured && measured.deviation < LEAST_SURE * Math.abs(measured.value) ? measured : undefined;

/** The turns of so much time are compared: long enough to average the gyroscope's readings. */
const COMPARED: Seconds = 1;
const CAUTION = 1.25;
/** Of a gyroscope's scale: measured against an edge, or half of the ±3 % of an MPU-6050's data sheet. */
const SCALE = { measured: 0.002, unknown: 0.015 };

/**
 * Δθ = [(r − l) + D·(r + l)/2]·T/b + β·Δt by the wheels' ways l and r, for track b/T, ratio (1 + D/2)/(1 − D/2) and the bias β.
 *
 * A gyroscope tells no distance: of both wheels' mean it knows nothing, and an error of its own scale is one of the track.
 */
function fitTurns(
  steps: readonly RolledStep[],
  { chassis, sensors }: RobotDefinition,
  rates: RunLog['turnRates'],
): Rolling {
  const parts = turnsOf(steps, integrated(rates, 0));
  const fit = leastSquares(
    ([wide = 1, apart = 0, bias = 0]) =>
      parts.map(({ left, right, turned, time }) => {
        const byWheels = ((right - left + (apart * (right + left)) / 2) * wide) / chassis.track;
        return byWheels + bias * time - turned;
      }),
    [
      { start: 1, step: 1e-4 },
      { start: 0, step: 1e-4 },
      { start: 0, step: 1e-4 },
    ],
    { groups: parts.map((_, i) => i) },
  );
  const [wide, apart] = [measuredBy(fit, [1], CAUTION), measuredBy(fit, [0, 1], CAUTION)];
  const scale = sensors.find(isGyroscope)?.scale;
  const doubt = Math.hypot(wide.deviation / wide.value, scale === undefined ? SCALE.unknown : SCALE.measured);
  const track = chassis.track / wide.value;
  return {
    ratio: { value: (1 + apart.value / 2) / (1 - apart.value / 2), deviation: apart.deviation },
    track: { value: track, deviation: track * doubt },
  };
}

interface Turn {
  readonly left: number;
  readonly right: number;
  readonly turned: Radians;
  readonly time: Seconds;
}

function turnsOf(steps: readonly RolledStep[], turnedUntil: (at: Seconds) => Radians): Turn[] {
  const turns: Turn[] = [];
  let [from, left, right] = [steps[0]?.from ?? 0, 0, 0];
  for (const step of steps) {
    left += step.left;
    right += step.right;
    if (step.at - from < COMPARED) continue;
    turns.push({ left, right, turned: turnedUntil(step.at) - turnedUntil(from), time: step.at - from });
    [from, left, right] = [step.at, 0, 0];
  }
  return turns;
}
