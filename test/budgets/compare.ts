/** What exceeds its budget, and by which functions. */
import type { Calls } from './callCounter.js';
import type { Measured } from './figures.js';

/** A figure may differ by this share from its budget; the number of dependencies may not differ at all. */
const TOLERANCE = 0.02;
const LISTED_FUNCTIONS = 15;

interface Difference {
  readonly scene: string;
  readonly figure: string;
  readonly now: number;
  readonly budget: number;
}

export interface Comparison {
  /** Each scene with a figure above its budget, and the functions that may be why. */
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** A missing figure counts as 0. Bytes are not compared between different versions of Node. */
export function compare(budget: Measured, now: Measured): Comparison {
  const differences = differencesOf(budget, now).filter(
    ({ figure }) => figure !== 'bytes' || now.node === budget.node,
  );
  const above = differences.filter((each) => each.now > each.budget * (1 + toleranceOf(each)));
  const below = differences.filter((each) => each.now < each.budget * (1 - toleranceOf(each)));
  const scenes = [...new Set(above.map(({ scene }) => scene))];
  return {
    above: scenes.map((scene) =>
      [
        ...above.filter((each) => each.scene === scene).map(told),
        ...moreCalls(budget.calls[scene] ?? {}, now.calls[scene] ?? {}),
      ].join('\n'),
    ),
    below: below.map(told),
  };
}

const toleranceOf = ({ scene }: Difference): number => (scene === 'package' ? 0 : TOLERANCE);

const differencesOf = (budget: Measured, now: Measured): Difference[] =>
  Object.keys({ ...budget.figures, ...now.figures }).flatMap((scene) => {
    const [allowed = {}, measured = {}] = [budget.figures[scene], now.figures[scene]];
    return Object.keys({ ...allowed, ...measured }).map((figure) => ({
      scene,
      figure,
      now: measured[figure] ?? 0,
      budget: allowed[figure] ?? 0,
    }));
  });

function told({ scene, figure, now, budget }: Difference): string {
  if (budget === 0) return `${scene}: ${figure} ${now}, without a budget`;
  const share = `${Math.abs((100 * (now - budget)) / budget).toFixed(1)} %`;
  return `${scene}: ${figure} ${now}, ${share} ${now > budget ? 'above' : 'below'} the budget of ${budget}`;
}

/** The functions that are new or run more often, those with the most calls more first. */
function moreCalls(budget: Calls, now: Calls): string[] {
  const more = Object.entries(now)
    .map(([name, calls]) => ({ name, calls, before: budget[name] ?? 0 }))
    .filter(({ calls, before }) => calls > before)
    .sort((a, b) => b.calls - b.before - (a.calls - a.before));
  const lines = more.map(({ name, calls, before }) =>
    before === 0 ? `  new: ${name}, calls: ${calls}` : `  more: ${name}, calls: ${before} → ${calls}`,
  );
  const rest = lines.length - LISTED_FUNCTIONS;
  return [...lines.slice(0, LISTED_FUNCTIONS), ...(rest > 0 ? [`  and ${rest} more functions`] : [])];
}
