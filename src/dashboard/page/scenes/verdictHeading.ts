/** When a result was measured, and whether it is still the result of the scenario alone. */
import type { FrameView } from '../../../signals/view.js';
import { formatFixed } from '../format.js';

/** `Result of the scenario at 12.3 s, before you took over.`; empty while there is no result. */
export function verdictHeading({ verdict, judgedAt, takenOverAt }: Partial<FrameView>): string {
  if (!verdict?.length || judgedAt === undefined) return '';
  const at = `at ${formatFixed(judgedAt, 1)} s`;
  if (takenOverAt === undefined) return `Result of the scenario ${at}.`;
  if (takenOverAt < judgedAt)
    return `Result ${at}, of a run that was changed by hand at ${formatFixed(takenOverAt, 1)} s.`;
  return `Result of the scenario ${at}, before you took over at ${formatFixed(takenOverAt, 1)} s.`;
}
