/** The table of a study's runs: its columns, and a row for each run. */
import { FIGURE_RULES, ROBOT_FIGURES, unitOf } from './figureRules.js';
import type { RunRow } from './runRow.js';
import { openTable, type TableOption } from './tables/openTable.js';
import type { Cell, Column, TableWriter } from './tables/table.js';
import { type Variant, valueText } from './variant.js';

const column = (name: string, type: Column['type'], unit: string, description: string): Column => ({
  name,
  unit,
  type,
  description,
});

const FIRST_COLUMNS: readonly Column[] = [
  column('scenario', 'string', '', 'The scenario, as named on the command line'),
  column('seed', 'int', '', 'The seed of the run'),
  column('passed', 'boolean', '', 'Every criterion is met, and no robot was stopped for safety'),
  column('outcome', 'string', '', "The worst robot's: arrived, running, stopped, faulted"),
  column('simulatedSeconds', 'double', 's', 'Simulated time from the start to the end of the run'),
];

const LAST_COLUMNS: readonly Column[] = [
  column('failedCriteria', 'string', '', 'Names of the criteria that failed, with semicolons between them'),
  column('fault', 'string', '', 'The first fault of any robot: who, when, what'),
];

const measuredColumn = (name: string): Column =>
  column(name, 'double', unitOf(name), `What the criterion '${name}' measured`);

/** The columns of a table of runs. @param measured figures that only a criterion measures */
export const runColumns = (measured: readonly string[] = []): readonly Column[] => [
  ...FIRST_COLUMNS,
  ...Object.entries(FIGURE_RULES).map(([name, { type = 'double', description }]) =>
    column(name, type, unitOf(name), description),
  ),
  ...measured.map(measuredColumn),
  ...LAST_COLUMNS,
];

/** What the variants of a sweep differ in, as columns behind the scenario's. */
interface Parameter {
  readonly column: Column;
  readonly of: (variant: Variant) => Cell;
}

function parametersOf(variants: readonly Variant[]): Parameter[] {
  const mission: Parameter = {
    column: column(
      'mission',
      'string',
      '',
      "The file whose mission every robot has, instead of the scenario's",
    ),
    of: (variant) => variant.mission ?? null,
  };
  const keys = variants[0]?.settings.map(({ key }) => key) ?? [];
  return [
    ...(variants.some((variant) => variant.mission !== undefined) ? [mission] : []),
    ...keys.map(settingOf),
  ];

  function settingOf(key: string): Parameter {
    const values = variants.map(({ settings }) => settings.find((setting) => setting.key === key)?.value);
    const numeric = values.every((value) => typeof value === 'number');
    const type = numeric ? 'double' : 'string';
    return {
      column: column(key, type, '', `The value that --set gave to ${key}, as a file would write it`),
      of: ({ settings }) => {
        const value = settings.find((setting) => setting.key === key)?.value;
        return numeric ? (value as number) : valueText(value);
      },
    };
  }
}

export class RunTable {
  readonly #table: TableWriter;
  readonly #variants: readonly Variant[];
  readonly #parameters: readonly Parameter[];
  /** Figures that only a criterion measures, as found in the scenarios' first runs. */
  #measured: readonly string[] | undefined;

  /** @throws UsageError where the file cannot be written */
  constructor(file: string, variants: readonly Variant[], option: TableOption) {
    this.#table = openTable(file, option, 'runs');
    this.#variants = variants;
    this.#parameters = parametersOf(variants);
  }

  /** Adds the runs of one seed: a row for each variant. */
  add(rows: readonly RunRow[]): void {
    const measured = this.#measured ?? this.#begin(measuredIn(rows));
    this.#table.add(
      rows.flatMap((row, i) => {
        const variant = this.#variants[i];
        return variant ? [this.#cellsOf(variant, row, measured)] : [];
      }),
    );
  }

  /** A table without runs has its columns, too. */
  close(): void {
    if (!this.#measured) this.#begin([]);
    this.#table.close();
  }

  #begin(measured: readonly string[]): readonly string[] {
    const [scenario, ...others] = runColumns(measured);
    const parameters = this.#parameters.map(({ column }) => column);
    this.#table.begin([...(scenario ? [scenario] : []), ...parameters, ...others]);
    this.#measured = measured;
    return measured;
  }

  #cellsOf(variant: Variant, row: RunRow, measured: readonly string[]): Cell[] {
    const failed = row.criteria.filter(({ passed }) => !passed).map(({ name }) => name);
    const figures = [...ROBOT_FIGURES, ...measured].map((name) => row.figures[name] ?? null);
    const { seed, passed, outcome, simulatedSeconds, fault } = row;
    const parameters = this.#parameters.map(({ of }) => of(variant));
    return [
      ...[variant.scenario, ...parameters, seed, passed, outcome, simulatedSeconds],
      ...[...figures, failed.join('; '), fault],
    ];
  }
}

const measuredIn = (rows: readonly RunRow[]): string[] => {
  const names = rows.flatMap(({ figures }) => Object.keys(figures));
  return [...new Set(names)].filter((name) => !ROBOT_FIGURES.includes(name));
};
