/** A frame on the time of its recording, which begins at 0 and never goes back, as a run's own may. */

import type { Seconds } from '../../math/units.js';
import type { Recording } from '../../recording/reading/recording.js';
import type { FrameView, RobotFrame } from '../../signals/view.js';

export function onRecordingsTime(recording: Recording, index: number): FrameView {
  const frame = recording.frame(index);
  const later = recording.timeOf(index) - frame.at;
  // Times are rounded to nanoseconds in the file.
  return Math.abs(later) < 1e-8 ? frame : moved(frame, later);
}

function moved(frame: FrameView, later: Seconds): FrameView {
  const on = <T extends { readonly at: Seconds }>(timed: T): T => ({ ...timed, at: timed.at + later });
  const robot = ({ tick, ranges, ...rest }: RobotFrame): RobotFrame => ({
    ...rest,
    ranges: Object.fromEntries(Object.entries(ranges).map(([id, reading]) => [id, on(reading)])),
    ...(tick && { tick: { ...on(tick), faults: tick.faults.map(on) } }),
  });
  return { ...on(frame), robots: frame.robots.map(robot), news: frame.news.map(on) };
}
