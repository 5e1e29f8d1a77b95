/** `--plot` of an experiment: how its figures are distributed, variant beside variant. */
import { unitOf } from '../../study/figureRules.js';
import { type FigureSamples, plotDistributions } from '../../study/plot/distributions.js';
import type { ExperimentResult } from '../../study/result.js';
import type { Tally } from '../../study/tally.js';
import { labelsOf, type StudyWork } from '../../study/variant.js';
import { writeOutput } from '../terminal/outputFile.js';

export interface DrawnStudy {
  readonly work: StudyWork;
  readonly tallies: readonly Tally[];
  readonly result: ExperimentResult;
}

/** @throws UsageError where it cannot be written */
export function drawStudy(file: string, study: DrawnStudy): void {
  const figures = figuresOf(study).map((name) => samplesOf(name, study));
  writeOutput('--plot', file, plotDistributions({ figures }), 'runs.svg');
}

/** What compares runs, then what the criteria measure; without criteria every figure that some run has. */
function figuresOf({ tallies, result }: DrawnStudy): string[] {
  const { figures = {}, criteria = [] } = result.scenarios[0] ?? {};
  const known = Object.keys(figures).filter((name) => figures[name]?.median !== undefined);
  const asked = [tallies[0]?.primary ?? '', ...criteria.map(({ figure }) => figure)];
  const wanted = [...new Set(asked)].filter((name) => known.includes(name));
  return criteria.length > 0 && wanted.length > 0 ? wanted : known.filter((name) => figures[name]);
}

function samplesOf(name: string, { work, tallies, result }: DrawnStudy): FigureSamples {
  const groups = labelsOf(work.variants).map((label, i) => ({
    label,
    values: tallies[i]?.column(name) ?? new Float64Array(),
  }));
  const mean = result.comparison?.figures[name]?.mean;
  return {
    ...{ name, unit: unitOf(name), groups },
    ...(mean && { paired: { mean: mean.value, interval: mean.interval } }),
  };
}
