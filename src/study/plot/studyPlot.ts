/** How the figures of a study are distributed, variant beside variant, as one picture. */
import { unitOf } from '../figureRules.js';
import type { ExperimentResult } from '../result.js';
import type { Tally } from '../tally.js';
import { labelsOf, type StudyWork } from '../variant.js';
import { type FigureSamples, plotDistributions } from './distributions.js';

export interface DrawnStudy {
  readonly work: StudyWork;
  readonly tallies: readonly Tally[];
  readonly result: ExperimentResult;
}

/** A self-contained SVG. @param names the figures; default those that its criteria measure, else all */
export const studyPlot = (study: DrawnStudy, names: readonly string[] = figuresOf(study)): string =>
  plotDistributions({ figures: names.map((name) => samplesOf(name, study)) });

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
