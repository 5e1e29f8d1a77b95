/** A run's criteria in words, as they were met or not. */

import type { CriterionResult } from '../referee/criterionResult.js';
import { figureOf } from '../referee/formatMetric.js';

/** `contacts: 0, at most 0` */
export function verdictWords({ criterion, limit, measured, bound, of, why }: CriterionResult): string {
  const figure = figureOf(criterion);
  const found = measured === null ? 'never' : figure(measured);
  const wanted = limit === null ? '' : `, ${bound === 'atLeast' ? 'at least' : 'at most'} ${figure(limit)}`;
  return `${[criterion, of, why].filter(Boolean).join(', ')}: ${found}${wanted}`;
}
