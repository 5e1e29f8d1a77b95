/** What a calibration says of each value: how large it is, how sure that is, and what the robot's file has. */

import type { YamlPath } from '../../config/yaml/yamlLocate.js';
import type { MeasuredValue } from '../../identify/measured.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { Unit } from '../../validation/quantity.js';
import { valueAt } from '../../validation/values.js';

export type Verdict = 'sure' | 'unsure' | 'not enough movement' | 'cannot be known';

export interface BodyFinding {
  /** For people. */
  readonly what: string;
  /** Where it stands in the robot's file; null: nothing is written. */
  readonly path: YamlPath | null;
  readonly unit: Unit;
  /** By the file; null where it says nothing. */
  readonly file: number | null;
  /** Null where nothing was measured. */
  readonly value: number | null;
  /** Standard deviation. */
  readonly deviation: number | null;
  readonly verdict: Verdict;
  /** Why it is not sure, or what it means. */
  readonly why: string | null;
}

/** A value to judge. */
export interface Candidate {
  readonly what: string;
  readonly path: YamlPath | null;
  readonly unit: Unit;
  readonly measured: MeasuredValue;
  /** The largest standard deviation of a value that may be written. */
  readonly most: number;
  readonly why?: string;
}

const NOT_SURE =
  'the measurements spread too much; measure it again, on an even floor and with a full battery';

/** @param robot its file: for the value that it has now */
export function judged(
  { what, path, unit, measured, most, why }: Candidate,
  robot: RobotDefinition,
): BodyFinding {
  const { value, deviation } = measured;
  const written = path && valueAt(robot, path);
  const told = { what, path, unit, file: typeof written === 'number' ? written : null };
  if (!Number.isFinite(value) || !(deviation <= most)) {
    const said = Number.isFinite(deviation) ? { value, deviation } : { value: null, deviation: null };
    return { ...told, ...said, verdict: 'unsure', why: why ?? NOT_SURE };
  }
  return { ...told, value, deviation, verdict: 'sure', why: why ?? null };
}

/** A value that this robot, or this run, cannot tell. */
export const untold = (
  what: string,
  verdict: Exclude<Verdict, 'sure'>,
  why: string,
  path: YamlPath | null = null,
): BodyFinding => ({ what, path, unit: '', file: null, value: null, deviation: null, verdict, why });

/** The values that go into the robot's file. */
export const writable = (
  findings: readonly BodyFinding[],
): (BodyFinding & { readonly path: YamlPath; readonly value: number })[] =>
  findings.flatMap((finding) =>
    finding.verdict === 'sure' && finding.path !== null && finding.value !== null
      ? [{ ...finding, path: finding.path, value: finding.value }]
      : [],
  );
