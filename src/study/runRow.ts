/** One run of a study as a row, with the worst robot's value of each figure. */
import type { Result } from '../../sim/engine/run.js';
import {
  type CriterionResult,
  type Outcome,
  type RobotResult,
  stoppedForSafety,
} from '../../sim/referee/result.js';
import type { Seconds } from '../math/units.js';
import { FIGURE_OF_CRITERION, FIGURE_RULES } from './figureRules.js';

/** In SI units; null where a figure does not apply, and for the time to a goal that was never reached. */
export type Figures = Readonly<Record<string, number | null>>;

export interface CriterionRow extends Pick<CriterionResult, 'criterion' | 'limit' | 'passed' | 'bound'> {
  /** Distinguishes it from the scenario's other criteria. */
  readonly name: string;
  /** The figure that it measures. */
  readonly figure: string;
}

export interface RunRow {
  readonly seed: number;
  /** Every criterion is met, and no robot was stopped for safety. */
  readonly passed: boolean;
  /** The worst outcome of all robots. */
  readonly outcome: Outcome;
  /** A robot stopped although no criterion asked for it. */
  readonly stoppedForSafety: boolean;
  readonly simulatedSeconds: Seconds;
  /** Whether any robot has a goal to arrive at. */
  readonly hasGoal: boolean;
  readonly figures: Figures;
  readonly criteria: readonly CriterionRow[];
  /** The first fault of any robot. */
  readonly fault: string | null;
}

/** From the best outcome to the worst. */
const OUTCOMES_FROM_BEST: readonly Outcome[] = ['arrived', 'running', 'stopped', 'faulted'];

export function rowOf(result: Result): RunRow {
  const { seed, passed, simulatedSeconds, criteria, robots } = result;
  const rows = criterionRows(criteria);
  const measured = rows.flatMap(({ figure }, i): [string, number | null][] =>
    figure in FIGURE_RULES ? [] : [[figure, criteria[i]?.measured ?? null]],
  );
  const outcome =
    OUTCOMES_FROM_BEST.findLast((bad) => robots.some((robot) => robot.outcome === bad)) ?? 'running';
  const stopped = stoppedForSafety(result).length > 0;
  return {
    seed,
    passed,
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
  const figures = Object.entries(FIGURE_RULES).map(([name, { of, reduce }]) => {
    const known = robots.map(of).filter((value) => value !== null);
    return [name, known.length === 0 ? null : reduce(known)] as const;
  });
  const underWay = robots.some((robot) => robot.distanceToGoal !== null && robot.timeToGoal === null);
  return { ...Object.fromEntries(figures), ...(underWay && { timeToGoal: null }) };
}

/** Criteria of the same name are distinguished by what they measure, and then by a number. */
function criterionRows(criteria: readonly CriterionResult[]): CriterionRow[] {
  const seen = new Map<string, number>();
  return criteria.map(({ criterion, limit, passed, bound, of }) => {
    const label = of === undefined ? criterion : `${criterion}, ${of}`;
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    const name = times === 1 ? label : `${label} (${times})`;
    const figure = (of === undefined && FIGURE_OF_CRITERION.get(criterion)) || name;
    return { name, figure, criterion, limit, passed, ...(bound && { bound }) };
  });
}

function firstFault(robots: readonly RobotResult[]): string | null {
  const faults = robots.flatMap(({ id, faults }) => faults.map((fault) => ({ id, ...fault })));
  const [first] = faults.toSorted((a, b) => a.at - b.at);
  return first ? `${first.id}: at ${first.at.toFixed(2)} s: ${first.what}` : null;
}
