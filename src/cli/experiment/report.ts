/** An experiment's result in words; `--json` is for programs. */
import pc from 'picocolors';
import { formatOf } from '../../study/figureRules.js';
import type {
  Comparison,
  CriterionSummary,
  ExperimentResult,
  FigureDifference,
  FigureSpread,
  ScenarioSummary,
  WorstRun,
} from '../../study/result.js';
import { alignColumns } from '../terminal/terminal.js';
import { estimateText } from './estimateText.js';
import { sweepLines } from './sweepReport.js';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const points = (share: number): string => `${(100 * share).toFixed(1)} points`;
const seconds = (value: number): string => `${value.toFixed(1)} s`;

export function reportExperiment(result: ExperimentResult): string {
  const { seeds, simulatedSeconds, wallSeconds, scenarios, comparison, comparisons } = result;
  const rate = (simulatedSeconds / wallSeconds).toFixed(0);
  const names = [...new Set(scenarios.map(({ scenario }) => pc.bold(scenario)))].join(' and ');
  const spent = `${seconds(simulatedSeconds)} simulated in ${seconds(wallSeconds)} (${rate} times real time)`;
  const [first, second] = scenarios;
  const head = `${names}, seeds ${seeds}: ${spent}`;
  if (comparisons && comparisons.length > 0) return [head, ...sweepLines(result)].join('\n');
  return [
    head,
    ...scenarios.flatMap(scenarioLines),
    ...(comparison && first && second ? comparisonLines(comparison, first, second) : []),
  ].join('\n');
}

function scenarioLines(summary: ScenarioSummary): string[] {
  const { scenario, runs, passed, passRate, criteria, figures, failedSeeds, faults, worst } = summary;
  const shown = Object.entries(figures).flatMap(([name, spread]) =>
    spread && !saysNothing(name, spread) ? [[name, spread] as const] : [],
  );
  const more = runs - passed > failedSeeds.length ? ', …' : '';
  return [
    `${pc.bold(scenario)}: ${passed} of ${runs} runs passed (${percent(passRate)})`,
    ...criteria.map((criterion) => criterionLine(criterion, runs)),
    ...aligned([['', 'median', 'quartiles', 'least … most', ''], ...shown.map(figureCells)]),
    ...(failedSeeds.length === 0 ? [] : [`  failed: ${pc.red(`seed ${failedSeeds.join(', ')}${more}`)}`]),
    ...faults.slice(0, 3).map(({ seed, fault }) => pc.red(`  seed ${seed}: ${fault}`)),
    ...(worst ? [worstLine(worst)] : []),
  ];
}

/** There are no crossings where no robot is put back to its start. */
const saysNothing = (name: string, { most }: FigureSpread): boolean => name === 'crossings' && most === 0;

/** A figure that no criterion asks for, or that is zero, is not shown as the reason. */
function worstLine({ seed, figure, value, passed, command }: WorstRun): string {
  const never = figure === 'timeToGoal' && !passed ? ' (it never arrived)' : '';
  const found = value === null ? never : value === 0 ? '' : ` (${figure} ${formatOf(figure)(value)})`;
  return `  worst run: seed ${seed}${found}; to see it again: ${command}`;
}

function criterionLine({ name, figure, limit, bound, passed }: CriterionSummary, runs: number): string {
  const least = bound === 'atLeast' ? 'at least' : 'at most';
  const wanted = limit === null ? '' : ` (${least} ${formatOf(figure)(limit)})`;
  const sign = passed === runs ? pc.green('✓') : pc.red('✗');
  return `  ${sign} ${name}${wanted}: ${passed} of ${runs}`;
}

function figureCells([name, spread]: readonly [string, FigureSpread]): string[] {
  const { count, missing } = spread;
  const have = missing === 0 ? '' : `${count} of ${count + missing} runs`;
  if (spread.median === null) return [name, 'never', '', '', have];
  const format = formatOf(name);
  const range = (low: number, high: number) => `${format(low)} … ${format(high)}`;
  const quartiles = range(spread.lowerQuartile, spread.upperQuartile);
  const mean = spread.paired ? `mean ${estimateText(spread.paired, format)}` : '';
  const beside = [have, mean].filter(Boolean).join('; ');
  return [name, format(spread.median), quartiles, range(spread.least, spread.most), beside];
}

function comparisonLines(
  { passRate, figures, confidence }: Comparison,
  first: ScenarioSummary,
  second: ScenarioSummary,
): string[] {
  const of = [second, first].map(({ scenario }) => scenario).join(' minus ');
  const { difference, onlyFirst, onlySecond } = passRate;
  const only = `${onlySecond} only the second passes, ${onlyFirst} only the first`;
  const passed = ['pass rate', '', estimateText(difference, points), only];
  const entries = Object.entries(figures).filter(([name]) =>
    [first, second].some(({ figures }) => figures[name] && !saysNothing(name, figures[name])),
  );
  const alike = entries.filter(([, { equal, pairs }]) => pairs > 0 && equal === pairs).map(([name]) => name);
  return [
    `${pc.bold(of)}, seed by seed, with ${100 * confidence} % intervals`,
    ...aligned([
      ['', 'median', 'mean', 'seeds'],
      passed,
      ...entries
        .filter(([name]) => !alike.includes(name))
        .map(([name, figure]) => differenceCells(name, figure)),
    ]),
    ...(alike.length === 0 ? [] : [`  the same with every seed: ${alike.join(', ')}`]),
  ];
}

function differenceCells(name: string, difference: FigureDifference): string[] {
  const { pairs, onlyFirst, onlySecond, neither, less, equal, more, median, mean } = difference;
  const format = formatOf(name);
  const counted = `${less} less, ${equal} equal, ${more} more`;
  const left = [
    ...(onlyFirst > 0 ? [`${onlyFirst} only in the first`] : []),
    ...(onlySecond > 0 ? [`${onlySecond} only in the second`] : []),
    ...(neither > 0 ? [`${neither} in neither`] : []),
  ];
  const beside = left.length === 0 ? '' : `; ${pairs} pairs, ${left.join(', ')}`;
  return [name, estimateText(median, format), estimateText(mean, format), `${counted}${beside}`];
}

/** Aligned columns, indented. */
const aligned = (rows: readonly (readonly string[])[]): string[] =>
  alignColumns(rows).map((line) => `  ${line}`.trimEnd());
