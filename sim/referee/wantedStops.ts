/** Which stops a scenario wanted: those of which a `stopped` criterion exists and is met. */

import type { CriterionResult } from './criterionResult.js';
import type { Result, RobotResult } from './result.js';

/** Robots that stopped, or were stopped, though no criterion wanted it so. */
export function stoppedForSafety({ robots, criteria }: Pick<Result, 'robots' | 'criteria'>): RobotResult[] {
  const latched = robots.filter(({ outcome }) => outcome === 'faulted' || outcome === 'stopped');
  return latched.filter(({ id }) => !isWanted(id, criteria));
}

function isWanted(id: string, criteria: readonly CriterionResult[]): boolean {
  const stops = criteria.filter(({ criterion, of = id }) => criterion.startsWith('stopped.') && of === id);
  return stops.length > 0 && stops.every(({ passed }) => passed);
}
