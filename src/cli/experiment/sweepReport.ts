/** The result of a sweep in words: a row for each variant, grouped by its parameters. */
import pc from 'picocolors';
import { formatOf } from '../../study/figureRules.js';
import type { ExperimentResult, FigureSpread, ScenarioSummary } from '../../study/result.js';
import { CONFIDENCE } from '../../study/statistics.js';
import { valueText } from '../../study/variant.js';
import { alignColumns } from '../terminal/terminal.js';
import { estimateText } from './estimateText.js';

/** More would not fit beside each other; `--json` and the tables of `--csv` and the like have all. */
const MAX_FIGURES = 3;

export function sweepLines({ scenarios, comparisons = [] }: ExperimentResult): string[] {
  const parameters = parametersOf(scenarios);
  const [main = 'timeToGoal', ...others] = figuresOf(scenarios);
  const header = [...parameters.names, 'passed', main, 'quartiles', 'minus the first', ...others];
  const rows = scenarios.map((summary, i) => [
    summary.runs === 0 ? '' : `${summary.passed} of ${summary.runs}`,
    ...spreadCells(main, summary.figures[main]),
    i === 0 ? '' : estimateText(comparisons[i - 1]?.figures[main]?.median, formatOf(main)),
    ...others.map((name) => medianText(name, summary.figures[name])),
  ]);
  const isPartial = scenarios.some(({ figures }) =>
    [main, ...others].some((name) => (figures[name]?.missing ?? 0) > 0),
  );
  const grouped = withoutRepeats(scenarios.map(parameters.of));
  const table = alignColumns([header, ...rows.map((row, i) => [...(grouped[i] ?? []), ...row])]);
  return [
    ...table.map((line) => `  ${line}`.trimEnd()),
    `  figures are medians${isPartial ? ', of so many of the runs as have one' : ''}; 'minus the first' is seed by seed, with ${100 * CONFIDENCE} % intervals`,
    ...scenarios
      .filter(({ passed, runs }) => passed < runs)
      .slice(0, 1)
      .flatMap(failedLine),
  ];
}

interface Parameters {
  readonly names: readonly string[];
  readonly of: (summary: ScenarioSummary) => string[];
}

/** What the variants differ in: the scenario, the mission and the keys that are set. */
function parametersOf(scenarios: readonly ScenarioSummary[]): Parameters {
  const several = (of: (summary: ScenarioSummary) => unknown) => new Set(scenarios.map(of)).size > 1;
  const keys = Object.keys(scenarios[0]?.settings ?? {});
  const columns: [string, (summary: ScenarioSummary) => string][] = [
    ...(several(({ scenario }) => scenario) ? [['scenario', scenarioOf] as const] : []),
    ...(several(({ mission }) => mission) ? [['mission', missionOf] as const] : []),
    ...keys.map((key) => [key, (summary: ScenarioSummary) => valueText(summary.settings?.[key])] as const),
  ].map(([name, of]) => [name, of]);
  return { names: columns.map(([name]) => name), of: (summary) => columns.map(([, of]) => of(summary)) };
}

const scenarioOf = ({ scenario }: ScenarioSummary): string => scenario;
const missionOf = ({ mission = '' }: ScenarioSummary): string => mission;

/** What compares runs first, then what the criteria measure. */
function figuresOf([first]: readonly ScenarioSummary[]): string[] {
  const named = [first?.worst?.figure, ...(first?.criteria ?? []).map(({ figure }) => figure)];
  const known = named.filter((name) => name !== undefined && first?.figures[name]);
  return [...new Set(known as string[])].slice(0, MAX_FIGURES);
}

function spreadCells(name: string, spread: FigureSpread | null | undefined): string[] {
  if (!spread) return ['', ''];
  const { count, missing } = spread;
  if (spread.median === null) return ['never', ''];
  const format = formatOf(name);
  const have = missing === 0 ? '' : ` (${count} of ${count + missing})`;
  return [
    `${format(spread.median)}${have}`,
    `${format(spread.lowerQuartile)} … ${format(spread.upperQuartile)}`,
  ];
}

const medianText = (name: string, spread: FigureSpread | null | undefined): string =>
  spreadCells(name, spread)[0] ?? '';

/** A value that stands above it already, behind the same values, is left out. */
function withoutRepeats(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row, i) => {
    const above = rows[i - 1];
    const same = above ? row.findIndex((cell, k) => cell !== above[k]) : 0;
    return row.map((cell, k) => (k < same ? '' : cell));
  });
}

const failedLine = ({ worst }: ScenarioSummary): string[] =>
  worst ? [pc.red(`  a failed run: seed ${worst.seed}; to see it again: ${worst.command}`)] : [];
