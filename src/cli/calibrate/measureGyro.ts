/** The gyroscope: its bias while the robot stands, and its scale by turns that end against an edge. */

import { type FloorRun, foldedIn, GYRO_VARIANCE } from '../../identify/floorFit.js';
import type { MeasuredValue } from '../../identify/measured.js';
import { RULER_DEVIATION, START_DEVIATION } from '../../identify/tapeErrors.js';
import { deg, type Radians, type RadiansPerSecond, type Seconds } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { asWritten } from '../../robot/sweep.js';
import { isGyroscope } from '../../sensors/sensorFacts.js';
import { type BodyFinding, type Candidate, judged } from './findings.js';
import { type Rig, runManeuver } from './rig.js';

const STANDING: Seconds = 5;
const LEAST_READINGS = 50;
/** A robot whose rate changes by more is being moved. */
const MOST_SPREAD: RadiansPerSecond = deg(3);

export interface GyroBias {
  readonly bias?: MeasuredValue;
  readonly trouble?: string;
}

/** @throws what ends the maneuver */
export async function measureBias(rig: Rig): Promise<GyroBias> {
  const still = { left: 0, right: 0 };
  const { turnRates } = await runManeuver(rig, (since) => (since < STANDING ? still : null));
  const rates = turnRates.map(({ turnRate }) => turnRate);
  if (rates.length < LEAST_READINGS) return { trouble: `it gave ${rates.length} readings in ${STANDING} s` };
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  const spread = Math.sqrt(rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (rates.length - 1));
  if (spread > MOST_SPREAD) return { trouble: 'it turned while it should stand; put it on firm ground' };
  return { bias: { value: mean, deviation: spread / Math.sqrt(rates.length) } };
}

export const biasFinding = ({ bias, trouble }: GyroBias): BodyFinding => ({
  what: 'gyroscope: bias',
  path: null,
  unit: 'rad/s',
  file: null,
  value: bias?.value ?? null,
  deviation: bias?.deviation ?? null,
  verdict: bias ? 'sure' : 'unsure',
  why:
    trouble ?? 'not written: it changes with the temperature, and the robot measures it whenever it stands',
});

/** The largest standard deviation of a scale that may be written. */
const SURE_SCALE = 0.003;

/** @param scale true turn by that of the gyroscope as the file corrects it */
export function gyroScaleCandidate(scale: MeasuredValue, robot: RobotDefinition): Candidate {
  const sensors = asWritten(robot.sensors);
  const index = sensors.findIndex(isGyroscope);
  const written = sensors.find(isGyroscope)?.scale ?? 1;
  return {
    what: 'gyroscope: scale',
    path: ['sensors', index, 'scale'],
    unit: '',
    measured: { value: written * scale.value, deviation: written * scale.deviation },
    most: SURE_SCALE,
  };
}

/** Turns on the spot, left positive. */
export interface GyroTurns {
  readonly seen: Radians;
  readonly turned: Radians;
  readonly lasting: Seconds;
}

export const gyroTurnsOf = ({ steps, tape }: FloorRun): GyroTurns => {
  const seen = steps.reduce((sum, { turned }) => sum + (turned ?? 0), 0);
  const lasting = (steps.at(-1)?.at ?? 0) - (steps[0]?.from ?? 0);
  return { seen, turned: tape.turned ?? seen, lasting };
};

/** By turns alone: scale = Σ w·true·seen / Σ w·seen², each weighed by its variance. */
export function gyroScaleFinding(turns: readonly GyroTurns[], robot: RobotDefinition): BodyFinding {
  let [cross, square] = [0, 0];
  for (const { seen, turned, lasting } of turns) {
    const weight = 1 / (RULER_DEVIATION ** 2 + START_DEVIATION ** 2 + GYRO_VARIANCE * lasting);
    cross += weight * seen * turned;
    square += weight * seen * seen;
  }
  const scale = foldedIn({ value: cross / square, deviation: 1 / Math.sqrt(square) });
  return judged(gyroScaleCandidate(scale, robot), robot);
}
