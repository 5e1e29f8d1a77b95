/** What maneuvers on the floor say of wheels, track and gyroscope, in the terms of the robot's file. */
import type { YamlPath } from '../../config/yaml/yamlLocate.js';
import type { FloorFit } from '../../identify/floorFit.js';
import type { MeasuredValue } from '../../identify/measured.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { valueAt } from '../../validation/values.js';
import { type BodyFinding, type Candidate, judged } from './findings.js';
import { gyroScaleCandidate } from './measureGyro.js';

/** The largest standard deviations of values that may be written, as shares of the value. */
const SURE = { scale: 0.004, ratio: 0.0025, track: 0.008 };

/** Only together do the wheels' scales keep the robot straight, so neither is written without their ratio. */
export const isRatioSure = ({ ratio }: FloorFit): boolean => ratio.deviation <= SURE.ratio;

/** Whether all of it may be written. */
export const isFloorSure = (fit: FloorFit, { chassis }: RobotDefinition): boolean =>
  isRatioSure(fit) && fit.track.deviation <= SURE.track * chassis.track && fit.left.deviation <= SURE.scale;

/**
 * A count's way is π·diameter/countsPerRevolution. Only this product matters, so the diameter stays as it was measured
 * with a ruler, and each side's counts are divided by its scale.
 */
export function floorFindings(
  fit: FloorFit,
  robot: RobotDefinition,
  parts: { readonly gyro: boolean },
): BodyFinding[] {
  const { encoders } = robot;
  const { left, right, ratio, track, gyroScale } = fit;
  const sure = isRatioSure(fit);
  const counts = (side: 'left' | 'right', scale: MeasuredValue): Candidate[] => {
    if (!encoders) return [];
    const value = encoders[side].countsPerRevolution / scale.value;
    return [
      {
        what: `encoder counts, ${side}`,
        path: ['encoders', side, 'countsPerRevolution'],
        unit: '',
        measured: { value, deviation: (value * scale.deviation) / scale.value },
        most: sure ? SURE.scale * value : 0,
      },
    ];
  };
  const candidates: Candidate[] = [
    trackCandidate(track, robot),
    ...counts('left', left),
    ...counts('right', right),
    { what: 'right wheel by left', path: null, unit: '', measured: ratio, most: SURE.ratio },
  ];
  if (gyroScale && parts.gyro) candidates.push(gyroScaleCandidate(gyroScale, robot));
  return [...candidates.map((candidate) => judged(candidate, robot)), ...slipFindings(fit, robot)];
}

/**
 * In the form that the file has. It says of the file that it was calibrated, so it is written with the track, or not at
 * all.
 */
function slipFindings({ track, slip, bodySlip }: FloorFit, robot: RobotDefinition): BodyFinding[] {
  const { slip: inFile } = robot.wheels;
  const isWritten = judged(trackCandidate(track, robot), robot).verdict === 'sure';
  const of = (what: string, path: YamlPath, found: number): BodyFinding => {
    const file = valueAt(robot, path);
    return {
      ...slipFinding(slip),
      what,
      path: isWritten ? path : null,
      file: typeof file === 'number' ? file : null,
      value: Number(found.toPrecision(2)),
    };
  };
  if (typeof inFile === 'number') return [of(slipFinding(slip).what, ['wheels', 'slip'], slip)];
  const { way, heading } = bodySlip;
  return [
    { ...of('slip of the way, √m', ['wheels', 'slip', 'way'], way), why: null },
    of('slip of the heading, rad/√m', ['wheels', 'slip', 'heading'], heading),
  ];
}

export const trackCandidate = (measured: MeasuredValue, { chassis }: RobotDefinition): Candidate => ({
  what: 'track',
  path: ['chassis', 'track'],
  unit: 'm',
  measured,
  most: SURE.track * chassis.track,
});

export const slipFinding = (slip: number): BodyFinding => ({
  what: 'slip of a wheel, √m',
  path: null,
  unit: '',
  file: null,
  value: slip,
  deviation: null,
  verdict: 'sure',
  why: `random: without a gyroscope a square of 1 m opens by about ${Math.round(slip * OPENING)} mm, whatever is calibrated`,
});

/** Of a metre square by slip of 1 √m, in mm: half of all squares open by more, with a track of about 0.14 m. */
const OPENING = 14_000;
