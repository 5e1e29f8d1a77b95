/** One run of an experiment as a row, with the worst robot's value of each figure; and the CSV table of all rows. */

import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import type { Result } from '../../sim/engine/run.js';
import {
  type CriterionResult,
  formatMetric,
  type Outcome,
  type RobotResult,
  stoppedForSafety,
} from '../../sim/referee/result.js';
import { UsageError } from '../cli/terminal/exitCodes.js';
import type { Seconds } from '../math/units.js';
import type { Variant } from './variant.js';

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

type Reduce = (values: readonly number[]) => number;
const largest: Reduce = (values) => values.reduce((a, b) => Math.max(a, b));
const smallest: Reduce = (values) => values.reduce((a, b) => Math.min(a, b));
const sum: Reduce = (values) => values.reduce((a, b) => a + b);

interface FigureRule {
  readonly of: (robot: RobotResult) => number | null;
  readonly reduce: Reduce;
  readonly format?: (value: number) => string;
  /** The criterion that measures the same figure. */
  readonly criterion?: string;
}

const perSecond = (value: number): string => `${value.toFixed(3)} m/s`;
const newtons = (value: number): string => `${value.toFixed(3)} N`;
const counted = (value: number): string => String(Number(value.toFixed(2)));

/** Every figure of a robot, by its name in the result. */
const FIGURE_RULES: Readonly<Record<string, FigureRule>> = {
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
  // The sum over all robots, as the criterion counts them.
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
  expectedError: { of: (r) => r.expectedError, reduce: largest },
};

export const ROBOT_FIGURES: readonly string[] = Object.keys(FIGURE_RULES);

const FIGURE_OF_CRITERION = new Map(
  Object.entries(FIGURE_RULES).flatMap(([figure, { criterion }]) =>
    criterion ? [[criterion, figure] as const] : [],
  ),
);

/** Formats a figure; one that only a criterion measures is formatted by the criterion's first word. */
export const formatOf = (figure: string): ((value: number) => string) =>
  FIGURE_RULES[figure]?.format ?? formatMetric(/^[\w.]+/.exec(figure)?.[0] ?? '');

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

const FIRST_COLUMNS = ['scenario', 'seed', 'passed', 'outcome', 'simulatedSeconds'];
const LAST_COLUMNS = ['failedCriteria', 'fault'];

export class RunTable {
  readonly #file: CsvFile;
  readonly #variants: readonly Variant[];
  /** Figures that only a criterion measures, as found in the scenarios' first runs. */
  #measured: readonly string[] | undefined;

  constructor(file: string, variants: readonly Variant[]) {
    this.#file = new CsvFile(file);
    this.#variants = variants;
  }

  /** Adds the runs of one seed: a row for each scenario. */
  add(rows: readonly RunRow[]): void {
    const measured = this.#measured ?? measuredIn(rows);
    const header = [...FIRST_COLUMNS, ...ROBOT_FIGURES, ...measured, ...LAST_COLUMNS];
    const lines = rows.map((row, i) => cellsOf(this.#variants[i]?.scenario ?? '', row, measured));
    this.#file.add(this.#measured ? lines : [header, ...lines]);
    this.#measured = measured;
  }

  close(): void {
    this.#file.close();
  }
}

const measuredIn = (rows: readonly RunRow[]): string[] => {
  const names = rows.flatMap(({ figures }) => Object.keys(figures));
  return [...new Set(names)].filter((name) => !ROBOT_FIGURES.includes(name));
};

function cellsOf(scenario: string, row: RunRow, measured: readonly string[]): Cell[] {
  const failed = row.criteria.filter(({ passed }) => !passed).map(({ name }) => name);
  const figures = [...ROBOT_FIGURES, ...measured].map((name) => row.figures[name] ?? null);
  const { seed, passed, outcome, simulatedSeconds, fault } = row;
  return [scenario, seed, passed, outcome, simulatedSeconds, ...figures, failed.join('; '), fault];
}

export type Cell = string | number | boolean | null;

/** Quotes a cell that holds a comma, a quote or a line break. */
function cellText(cell: Cell): string {
  const text = cell === null ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

/** A table that grows by whole rows: no row is written in part, whatever ends the program. */
export class CsvFile {
  readonly #file: string;
  readonly #descriptor: number;
  /** Bytes of the whole rows so far. */
  #length = 0;

  /** Empties the file. @throws UsageError */
  constructor(file: string) {
    this.#file = file;
    this.#descriptor = this.#do(() => openSync(file, 'w'));
  }

  /** @throws UsageError where the disk is full, for example */
  add(rows: readonly (readonly Cell[])[]): void {
    const bytes = Buffer.from(rows.map(csvLine).join(''));
    try {
      this.#do(() => writeFileSync(this.#descriptor, bytes));
      this.#length += bytes.byteLength;
    } catch (error) {
      this.#cut();
      throw error;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Removes a row that a full disk took in part. */
  #cut(): void {
    try {
      ftruncateSync(this.#descriptor, this.#length);
    } catch {
      // A device or a pipe has no length; the error that is thrown says what happened.
    }
  }

  #do<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      throw new UsageError(`--csv '${this.#file}' cannot be written (${why}); name a file such as runs.csv`);
    }
  }
}
