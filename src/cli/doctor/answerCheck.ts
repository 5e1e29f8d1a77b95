/** Turns raised wheels to measure how late they answer, and compares that with the robot's file. */

import type { MotorFit } from '../../identify/motorFit.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { DriverError } from '../../validation/errors.js';
import { CalibrationDeclined } from '../calibrate/askTape.js';
import { measureMotors } from '../calibrate/measureMotors.js';
import { onBench, watchInterruptions } from '../calibrate/onBench.js';
import { type RigOptions, rigOpener } from '../calibrate/openRig.js';
import { calibrationPlanOf } from '../calibrate/plan.js';
import { StoppedByKey } from '../calibrate/rig.js';
import { Interrupted } from '../tryWheels/tryWheels.js';
import { CHECK, type CheckRow, ok, skipped, warning, wrong, wrongByError } from './checkRow.js';

export interface AnswerCheck {
  readonly row: CheckRow;
  readonly interrupted: boolean;
}

/** The motors are off when it is over. @throws what the check does not expect */
export async function checkAnswer(robot: RobotDefinition, options: RigOptions): Promise<AnswerCheck> {
  if (!robot.encoders) {
    const cure = 'a gyroscope tells it while the robot drives; see the report of `drive`';
    return { row: skipped(CHECK.answer, 'it has no encoders', cure), interrupted: false };
  }
  const open = await rigOpener(robot, options);
  const plan = calibrationPlanOf(robot, { ...options, only: ['latency'], with: 'tape' });
  const watch = watchInterruptions();
  try {
    const found = await onBench({ open, robot, plan, options }, watch, async ({ raise, rig }) => {
      await raise();
      return measureMotors(rig);
    });
    if (!found) return STOPPED;
    const row = 'fit' in found ? rowOf(found.fit, robot) : wrong(CHECK.answer, found.why);
    return { row, interrupted: false };
  } catch (error) {
    return checkOfError(error, watch.signal);
  } finally {
    watch.end();
  }
}

const STOPPED: AnswerCheck = { row: skipped(CHECK.answer, 'interrupted'), interrupted: true };

function checkOfError(error: unknown, signal: AbortSignal): AnswerCheck {
  if (error instanceof Interrupted && error.interruption.error !== undefined) throw error.interruption.error;
  if (error instanceof Interrupted || signal.aborted) return STOPPED;
  if (error instanceof CalibrationDeclined || error instanceof StoppedByKey)
    return { row: skipped(CHECK.answer, error.message), interrupted: false };
  if (!(error instanceof DriverError)) throw error;
  return { row: wrongByError(CHECK.answer, error), interrupted: false };
}

/** The file may be off by so many seconds, or by as much as is not known. */
const ALLOWED = 0.01;
const DOUBTS = 3;

const inMs = (seconds: number): string => `${(1000 * seconds).toFixed(0)} ms`;

/** What counts is the sum: a delay and a lag are told apart less well. */
function rowOf({ delay, lag, response }: MotorFit, { control, motors }: RobotDefinition): CheckRow {
  const file = control.latency + motors.lag;
  const found =
    `after ${inMs(response.value)} ± ${inMs(response.deviation)}: ${inMs(delay.value)} until its motors pull, ` +
    `${inMs(lag.value)} of lag; its file says ${inMs(control.latency)} and ${inMs(motors.lag)}`;
  const isAsWritten = Math.abs(response.value - file) <= Math.max(ALLOWED, DOUBTS * response.deviation);
  if (isAsWritten) return ok(CHECK.answer, found);
  return warning(
    CHECK.answer,
    found,
    'measure both with `steerbot calibrate`, or write `latency: measured` under `control`',
  );
}
