/** What came of a run: one result a robot, and one row for each thing that had to come true. */
import type { Pose } from '../../src/math/geometry.js';
import type { Hertz, Meters, MetersPerSecond, Newtons, Seconds } from '../../src/math/units.js';
import type { Fault } from '../../src/signals/signals.js';
import type { Injected } from '../plant/strikes.js';
import type { CriterionSpec } from '../scenario/scenario.js';
import { atLeastRow, atMostRow, type CriterionResult } from './criterionResult.js';
import type { Observers } from './observers/observers.js';

export type Outcome = 'arrived' | 'running' | 'stopped' | 'faulted';

/** How far the true axle's middle was from a path's segments. */
export interface CrossTrack {
  readonly rms: Meters;
  readonly max: Meters;
  /** The farthest that a point of the path is from the driven line. */
  readonly missed: Meters;
}

/** `null` where a value does not apply. */
export interface RobotResult {
  readonly id: string;
  readonly outcome: Outcome;
  readonly timeToGoal: Seconds | null;
  readonly finalPose: Pose;
  /** null without a goal. */
  readonly distanceToGoal: Meters | null;
  /** Farthest beyond the target at any instant; null where no target stays in its place. */
  readonly overshoot: Meters | null;
  readonly distanceTravelled: Meters;
  readonly contacts: number;
  /** null where nothing solid stands. */
  readonly minClearance: Meters | null;
  readonly crossings: number;
  /** null without a path to follow. */
  readonly crossTrack: CrossTrack | null;
  readonly maxSpeed: MetersPerSecond;
  readonly maxForce: Newtons;
  /** What the robot noticed. */
  readonly faults: readonly Fault[];
  /** Of one that stopped or failed: why, in words. */
  readonly why?: string;
  /** Of one that may run into what it sees. */
  readonly collisionMonitor?: 'off';
  /** What the scenario struck it with. */
  readonly injected: readonly Injected[];
}

/** What came of the whole run. */
export interface Result {
  readonly scenario: string;
  readonly seed: number;
  /** null where robots differ. */
  readonly rate: Hertz | null;
  readonly simulatedSeconds: Seconds;
  readonly wallSeconds: Seconds;
  readonly passed: boolean;
  readonly criteria: readonly CriterionResult[];
  /** Without ghosts. */
  readonly robots: readonly RobotResult[];
}

/** A row for each limit; what could not be measured has not been met. */
export const judge = (
  criteria: readonly CriterionSpec[],
  results: readonly RobotResult[],
  observers: Observers = new Map(),
): CriterionResult[] =>
  criteria.flatMap((criterion) => observers.get(criterion)?.rows() ?? rows(criterion, results));

function rows(criterion: CriterionSpec, results: readonly RobotResult[]): CriterionResult[] {
  switch (criterion.criterion) {
    case 'arrived':
      return [judgeArrival(criterion.before ?? null, results)];
    case 'contacts':
      return [atMostRow('contacts', criterion.atMost, largest(results.map((r) => r.contacts)))];
    case 'overshoot':
      return [atMostRow('overshoot', criterion.atMost, largest(results.map((r) => r.overshoot)))];
    case 'crossTrack':
      return judgeCrossTrack(criterion, results);
    case 'clearance':
      return [atLeastRow('clearance', criterion.atLeast, smallest(results.map((r) => r.minClearance)))];
    case 'crossings':
      return [atLeastRow('crossings', criterion.atLeast, sum(results.map((r) => r.crossings)))];
    default:
      throw new Error(`nobody watched for '${criterion.criterion}'`);
  }
}

/** Every robot with a goal must arrive; a run without any goal proves nothing and fails. */
function judgeArrival(before: Seconds | null, results: readonly RobotResult[]): CriterionResult {
  const times = results.filter((r) => r.distanceToGoal !== null).map((r) => r.timeToGoal);
  const measured = times.includes(null) ? null : largest(times);
  const passed = measured !== null && (before === null || measured <= before);
  return { criterion: 'arrived', limit: before, measured, passed };
}

function judgeCrossTrack(
  criterion: Extract<CriterionSpec, { criterion: 'crossTrack' }>,
  results: readonly RobotResult[],
): CriterionResult[] {
  return (['rms', 'max', 'missed'] as const).flatMap((figure) => {
    const limit = criterion[figure];
    if (limit === undefined) return [];
    const found = largest(results.map((r) => r.crossTrack?.[figure] ?? null));
    return [atMostRow(`crossTrack.${figure}`, limit, found)];
  });
}

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

function largest(values: readonly (number | null)[]): number | null {
  return known(values).reduce<number | null>((a, b) => Math.max(a ?? b, b), null);
}

function smallest(values: readonly (number | null)[]): number | null {
  return known(values).reduce<number | null>((a, b) => Math.min(a ?? b, b), null);
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
