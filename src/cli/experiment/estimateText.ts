/** `+0.12 m [+0.08 m, +0.16 m]`: an estimated difference with its interval. */
import type { IntervalEstimate } from '../../study/statistics.js';

export function estimateText(
  estimated: IntervalEstimate | null | undefined,
  format: (value: number) => string,
): string {
  if (!estimated) return 'no pairs';
  const signed = (value: number) => `${value > 0 ? '+' : ''}${format(value)}`;
  const interval = estimated.interval?.map(signed).join(', ') ?? 'too few pairs';
  return `${signed(estimated.value)} [${interval}]`;
}
