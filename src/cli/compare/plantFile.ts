/** The body found, as the plant of a scenario or of `--plant`. */
import { stringify } from 'yaml';
import { declaredFigures } from '../../identify/bodyFigures.js';
import type { DriftExplanation } from './explain.js';
import type { RecordedRun } from './recordedRun.js';

/** So many digits are more than any recording tells. */
const DIGITS = 5;

/** @param recording its file, for the comment */
export function plantText(run: RecordedRun, found: DriftExplanation, recording: string): string {
  const about = `# The body of '${run.robot.name}' as ${recording.replace(/\s+/g, ' ')} shows it, against that robot's file.`;
  return `${about}\n${stringify(plantFound(run, found))}`;
}

/** As a file has it. */
export function plantFound({ robot }: RecordedRun, { body, slip }: DriftExplanation) {
  const declared = declaredFigures(robot);
  const { noLoadSpeed, wheels, deadband, delay, lag, track } = body;
  return {
    delay: rounded(delay),
    lag: rounded(lag),
    noLoadSpeed: { left: rounded(noLoadSpeed.left), right: rounded(noLoadSpeed.right) },
    deadband: { left: rounded(deadband), right: rounded(deadband) },
    wheelDiameterError: { left: rounded(wheels.left - 1), right: rounded(wheels.right - 1) },
    trackError: rounded(track / declared.track - 1),
    ...(slip !== undefined && { slip: rounded(slip) }),
  };
}

const rounded = (value: number): number => Number(value.toPrecision(DIGITS));
