/** The marks of the behaviors: predicted points, slowing radii, wander circles. */
import type { Mark } from '../../src/signals/signals.js';
import { group, line, ring, tooltip } from '../../src/svg/svg.js';
import type { RobotTrace } from '../engine/trace.js';
import { behaviorsOf, forceColors } from './arrows.js';
import type { PlotFrame } from './frame.js';
import { shownMarks } from './shownMarks.js';

function drawMark({ place, scale }: PlotFrame, mark: Mark, behavior: string): string {
  const words = tooltip(`${behavior}: ${mark.label}`);
  if (mark.kind === 'segment') return line(place(mark.from), place(mark.to), {}, words);
  if (mark.kind === 'circle') return ring(place(mark.at), mark.radius * scale, { fill: 'none' }, words);
  return ring(place(mark.at), 1.8, { stroke: 'none' }, words);
}

/** Draws marks thin and translucent, in the behavior's colour; a mark that does not change is drawn once. */
export function plotMarks(frame: PlotFrame, traces: readonly RobotTrace[]): string {
  const shown = shownMarks(traces);
  const colorOf = forceColors(traces);
  return behaviorsOf(traces)
    .map((name) => {
      const marks = shown.filter(({ behavior }) => behavior === name);
      const color = colorOf(name);
      const drawn = [...new Set(marks.map(({ mark }) => drawMark(frame, mark, name)))];
      return group({ class: 'marks', stroke: color, fill: color, 'stroke-width': 0.9, opacity: 0.5 }, drawn);
    })
    .join('');
}

/** The labels of a behavior's marks, each once. */
export const markLabels = (traces: readonly RobotTrace[], name: string): string[] => [
  ...new Set(
    shownMarks(traces)
      .filter(({ behavior }) => behavior === name)
      .map(({ mark }) => mark.label),
  ),
];
