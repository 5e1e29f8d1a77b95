/** Adds up the runs of one variant of a study: keeps one number per run and figure, not the runs themselves. */
import type { Outcome } from '../../sim/referee/result.js';
import type { Seconds } from '../math/units.js';
import { Columns } from './columns.js';
import type { CriterionRow, RunRow } from './runRow.js';

/** At most this many failed seeds and faults are listed. */
const MAX_NAMED = 20;

/** The column of passes, beside those of the figures. */
const PASSED_COLUMN = ' passed';

export interface CriterionTally extends Omit<CriterionRow, 'passed' | 'limit'> {
  /** null for a criterion without a limit, or where the seed draws the limit. */
  readonly limit: number | null;
  readonly passed: number;
}

export class Tally {
  runs = 0;
  passed = 0;
  simulatedSeconds: Seconds = 0;
  stoppedForSafety = 0;
  /** Whether all runs gave the same figures. */
  alike = true;
  readonly outcomes: Record<Outcome, number> = { arrived: 0, failed: 0, running: 0, stopped: 0, faulted: 0 };
  /** The first failed seeds. */
  readonly failedSeeds: number[] = [];
  readonly faults: { readonly seed: number; readonly fault: string }[] = [];
  criteria: readonly CriterionTally[] = [];
  readonly #columns = new Columns();
  #first: RunRow | undefined;
  #firstText = '';
  #worst: RunRow | undefined;

  add(row: RunRow): void {
    this.#first ??= row;
    this.#compare(row);
    for (const [figure, value] of Object.entries({ ...row.figures, [PASSED_COLUMN]: Number(row.passed) })) {
      this.#columns.set(figure, value ?? Number.NaN);
    }
    this.#columns.endRow();
    this.runs += 1;
    this.passed += Number(row.passed);
    this.stoppedForSafety += Number(row.stoppedForSafety);
    this.simulatedSeconds += row.simulatedSeconds;
    this.outcomes[row.outcome] += 1;
    this.criteria = row.criteria.map((criterion, i) => addCriterion(this.criteria[i], criterion));
    if (!row.passed && this.failedSeeds.length < MAX_NAMED) this.failedSeeds.push(row.seed);
    if (row.fault !== null && this.faults.length < MAX_NAMED)
      this.faults.push({ seed: row.seed, fault: row.fault });
    if (!this.#worst || this.#isWorse(row, this.#worst)) this.#worst = row;
  }

  get worst(): RunRow | undefined {
    return this.#worst;
  }

  get hasGoal(): boolean {
    return this.#first?.hasGoal ?? false;
  }

  get figures(): readonly string[] {
    return this.#columns.names.filter((figure) => figure !== PASSED_COLUMN);
  }

  /** A figure's value in each run so far; NaN where a run has none. @param into used if it is long enough */
  column(figure: string, into?: Float64Array): Float64Array {
    return this.#columns.read(figure, into);
  }

  /** 1 for each run that passed, 0 for each that failed. */
  passes(): Float64Array {
    return this.column(PASSED_COLUMN);
  }

  /** Gives back what the columns take. */
  close(): void {
    this.#columns.close();
  }

  /** The figure that compares runs: the time to the goal, or else what the first criterion measures. */
  get primary(): string {
    return this.hasGoal ? 'timeToGoal' : (this.#first?.criteria[0]?.figure ?? 'minClearance');
  }

  #compare(row: RunRow): void {
    if (!this.alike) return;
    const text = JSON.stringify({ ...row, seed: null });
    if (this.runs === 0) this.#firstText = text;
    this.alike = text === this.#firstText;
  }

  /** Worse first: stopped, then failed, then the rest; then by the primary figure, then by the clearance. */
  #isWorse(row: RunRow, than: RunRow): boolean {
    const { primary } = this;
    const more = this.#first?.criteria.find(({ figure }) => figure === primary)?.bound === 'atLeast' ? -1 : 1;
    const sign = primary === 'minClearance' ? -1 : more;
    const badness = (of: RunRow) => [
      rankOf(of),
      sign * (of.figures[primary] ?? sign * Number.POSITIVE_INFINITY),
      -(of.figures.minClearance ?? Number.POSITIVE_INFINITY),
    ];
    const theirs = badness(than);
    for (const [i, mine] of badness(row).entries()) {
      const other = theirs[i] ?? mine;
      if (mine !== other) return mine > other;
    }
    return false;
  }
}

export const isStopped = (row: RunRow): boolean => row.stoppedForSafety;

const rankOf = (row: RunRow): number => (isStopped(row) ? 2 : Number(!row.passed));

function addCriterion(
  so: CriterionTally | undefined,
  { passed, ...criterion }: CriterionRow,
): CriterionTally {
  if (!so) return { ...criterion, passed: Number(passed) };
  const limit = so.limit === criterion.limit ? so.limit : null;
  return { ...so, limit, passed: so.passed + Number(passed) };
}
