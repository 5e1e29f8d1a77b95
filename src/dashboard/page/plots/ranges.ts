/** What part of its axes a chart shows: never an empty stretch, which no axis can be drawn of. */
import type { Seconds } from '../../../math/units.js';

type Range = [from: number, to: number];

/** A run that has just begun shows at least so much. */
const MIN_TIME_SPAN: Seconds = 0.5;
/** The newest part of time, as long as the window or as long as there is any. */
export function timeRange(times: readonly Seconds[], window: Seconds): Range {
  const end = times.at(-1) ?? 0;
  const from = Math.max(times[0] ?? 0, end - window);
  return [from, Math.max(end, from + MIN_TIME_SPAN)];
}

/** All values, and zero; null where there is none. @param least so much is shown, or noise would look like news */
export function valueRange(low: number | null, high: number | null, least: number): Range {
  const from = Math.min(0, low ?? 0);
  const to = Math.max(0, high ?? 0);
  const room = (to - from) * 0.08;
  const [bottom, top]: Range = [from < 0 ? from - room : 0, to + room];
  const missing = Math.max(0, least - (top - bottom));
  return to >= -from ? [bottom, top + missing] : [bottom - missing, top];
}
