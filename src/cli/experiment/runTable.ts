/** `--csv FILE`: a row for each run, in the order of the seeds. */
import { type Cell, CsvFile } from './csv.js';
import { ROBOT_FIGURES, type Row } from './runFigures.js';

const BEFORE = ['scenario', 'seed', 'passed', 'outcome', 'simulatedSeconds'];
const AFTER = ['failedCriteria', 'fault'];

export class RunTable {
  readonly #file: CsvFile;
  readonly #scenarios: readonly string[];
  /** Figures that only a criterion measures; the scenarios say which in their first runs. */
  #measured: readonly string[] | undefined;

  constructor(file: string, scenarios: readonly string[]) {
    this.#file = new CsvFile(file);
    this.#scenarios = scenarios;
  }

  /** The runs of one seed: a row for each scenario. */
  add(rows: readonly Row[]): void {
    const measured = this.#measured ?? measuredIn(rows);
    const header = [...BEFORE, ...ROBOT_FIGURES, ...measured, ...AFTER];
    const lines = rows.map((row, i) => cellsOf(this.#scenarios[i] ?? '', row, measured));
    this.#file.add(this.#measured ? lines : [header, ...lines]);
    this.#measured = measured;
  }

  close(): void {
    this.#file.close();
  }
}

const measuredIn = (rows: readonly Row[]): string[] => {
  const names = rows.flatMap(({ figures }) => Object.keys(figures));
  return [...new Set(names)].filter((name) => !ROBOT_FIGURES.includes(name));
};

function cellsOf(scenario: string, row: Row, measured: readonly string[]): Cell[] {
  const failed = row.criteria.filter(({ passed }) => !passed).map(({ name }) => name);
  const figures = [...ROBOT_FIGURES, ...measured].map((name) => row.figures[name] ?? null);
  const { seed, passed, outcome, simulatedSeconds, fault } = row;
  return [scenario, seed, passed, outcome, simulatedSeconds, ...figures, failed.join('; '), fault];
}
