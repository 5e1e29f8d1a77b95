/** Tells that a typed number was set to the nearest end of its range. */
import type { Tunable } from '../../../signals/view.js';
import { formatInput } from '../format.js';

/** Empty for a value inside the range. */
export function clampNote(to: number, { min, max }: Pick<Tunable, 'min' | 'max'>): string {
  if (to >= min && to <= max) return '';
  const end = to < min ? `at least ${formatInput(min)}` : `at most ${formatInput(max)}`;
  return `${formatInput(to)} is out of range: ${end}.`;
}
