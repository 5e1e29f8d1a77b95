/** What one run of an experiment is reduced to: each figure is that of the robot that did worst. */

import type { Result } from '../../../sim/engine/run.js';
import {
  type CriterionResult,
  formatMetric,
  type Outcome,
  type RobotResult,
  stoppedForSafety,
} from '../../../sim/referee/result.js';
import type { Seconds } from '../../math/units.js';

/** SI; null where it does not apply, and for the time to a goal that was never reached. */
export type Figures = Readonly<Record<string, number | null>>;

export interface CriterionRow extends Pick<CriterionResult, 'criterion' | 'limit' | 'passed' | 'bound'> {
  /** Tells it from the scenario's other criteria. */
  readonly name: string;
  /** The figure that it measures. */
  readonly figure: string;
}

export interface Row {
  readonly seed: number;
  /** Every criterion is met, and nobody was stopped for safety. */
  readonly passed: boolean;
  /** The worst of all robots'. */
  readonly outcome: Outcome;
  /** A robot stopped that no criterion wanted to stop. */
  readonly stoppedForSafety: boolean;
  readonly simulatedSeconds: Seconds;
  /** Whether a robot has somewhere to arrive. */
  readonly hasGoal: boolean;
  readonly figures: Figures;
  readonly criteria: readonly CriterionRow[];
  /** The first that a robot had. */
  readonly fault: string | null;
}

type Reduce = (values: readonly number[]) => number;
const largest: Reduce = (values) => values.reduce((a, b) => Math.max(a, b));
const smallest: Reduce = (values) => values.reduce((a, b) => Math.min(a, b));
const sum: Reduce = (values) => values.reduce((a, b) => a + b);

interface FigureRule {
  readonly of: (robot: RobotResult) => number | null;
  readonly reduce: Reduce;
  readonly format?: (value: number) => string;
  /** The criterion that measures the same. */
  readonly criterion?: string;
}

const perSecond = (value: number): string => `${value.toFixed(3)} m/s`;
const newtons = (value: number): string => `${value.toFixed(3)} N`;
const counted = (value: number): string => String(Number(value.toFixed(2)));

/** Every figure of a robot, by its name in the result. */
const RULES: Readonly<Record<string, FigureRule>> = {
  timeToGoal: {
    of: (r) => r.timeToGoal,
    reduce: largest,
    criterion: 'arrived',
    format: formatMetric('arrived'),
  },
  distanceToGoal: { of: (r) => r.distanceToGoal, reduce: largest },
  overshoot: { of: (r) => r.overshoot, reduce: largest, criterion: 'overshoot' },
  distanceTravelled: { of: (r) => r.distanceTravelled, reduce: largest },
  contacts: { of: (r) => r.contacts, reduce: largest, criterion: 'contacts', format: counted },
  minClearance: { of: (r) => r.minClearance, reduce: smallest, criterion: 'clearance' },
  // Of all robots together, as its criterion counts them.
  crossings: { of: (r) => r.crossings, reduce: sum, criterion: 'crossings', format: counted },
  'crossTrack.rms': { of: (r) => r.crossTrack?.rms ?? null, reduce: largest, criterion: 'crossTrack.rms' },
  'crossTrack.max': { of: (r) => r.crossTrack?.max ?? null, reduce: largest, criterion: 'crossTrack.max' },
  'crossTrack.missed': {
    of: (r) => r.crossTrack?.missed ?? null,
    reduce: largest,
    criterion: 'crossTrack.missed',
  },
  maxSpeed: { of: (r) => r.maxSpeed, reduce: largest, format: perSecond },
  maxForce: { of: (r) => r.maxForce, reduce: largest, format: newtons },
};

export const ROBOT_FIGURES: readonly string[] = Object.keys(RULES);

const FIGURE_OF_CRITERION = new Map(
  Object.entries(RULES).flatMap(([figure, { criterion }]) =>
    criterion ? [[criterion, figure] as const] : [],
  ),
);

/** A figure in words; one that only a criterion measures goes by the criterion's first word. */
export const formatOf = (figure: string): ((value: number) => string) =>
  RULES[figure]?.format ?? formatMetric(/^[\w.]+/.exec(figure)?.[0] ?? '');

/** From the best outcome to the worst. */
const OUTCOMES: readonly Outcome[] = ['arrived', 'running', 'stopped', 'faulted'];

export function rowOf(result: Result): Row {
  const { seed, passed, simulatedSeconds, criteria, robots } = result;
  const rows = criterionRows(criteria);
  const measured = rows.flatMap(({ figure }, i): [string, number | null][] =>
    figure in RULES ? [] : [[figure, criteria[i]?.measured ?? null]],
  );
  const outcome = OUTCOMES.findLast((bad) => robots.some((robot) => robot.outcome === bad)) ?? 'running';
  const stopped = stoppedForSafety(result).length > 0;
  return {
    seed,
    passed: passed && !stopped,
    outcome,
    stoppedForSafety: stopped,
    simulatedSeconds,
    hasGoal: robots.some(({ distanceToGoal }) => distanceToGoal !== null),
    figures: { ...robotFigures(robots), ...Object.fromEntries(measured) },
    criteria: rows,
    fault: firstFault(robots),
  };
}

function robotFigures(robots: readonly RobotResult[]): Figures {
  const figures = Object.entries(RULES).map(([name, { of, reduce }]) => {
    const known = robots.map(of).filter((value) => value !== null);
    return [name, known.length === 0 ? null : reduce(known)] as const;
  });
  const underWay = robots.some((robot) => robot.distanceToGoal !== null && robot.timeToGoal === null);
  return { ...Object.fromEntries(figures), ...(underWay && { timeToGoal: null }) };
}

/** Criteria of one name are told apart by what they are of, and then by a number. */
function criterionRows(criteria: readonly CriterionResult[]): CriterionRow[] {
  const seen = new Map<string, number>();
  return criteria.map(({ criterion, limit, passed, bound, of }) => {
    const label = of === undefined ? criterion : `${criterion}, ${of}`;
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    const name = times === 1 ? label : `${label} (${times})`;
    const figure = FIGURE_OF_CRITERION.get(criterion) ?? name;
    return { name, figure, criterion, limit, passed, ...(bound && { bound }) };
  });
}

function firstFault(robots: readonly RobotResult[]): string | null {
  const faults = robots.flatMap(({ id, faults }) => faults.map((fault) => ({ id, ...fault })));
  const [first] = faults.toSorted((a, b) => a.at - b.at);
  return first ? `${first.id}: at ${first.at.toFixed(2)} s: ${first.what}` : null;
}
