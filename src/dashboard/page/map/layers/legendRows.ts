/** What the legend says: a row for each kind of arrow that there is. */
import type { ArrowStyle } from '../arrowBatch.js';
import { LONGEST } from '../arrowScale.js';
import type { Palette } from '../palette.js';
import type { Picture } from '../picture.js';
import { type Outcome, outcomeStyle, voiceStyle } from './forces.js';

export interface LegendRow {
  readonly words: string;
  /** Of its sign; without a head it is a ring. A row without one is a note. */
  readonly style?: ArrowStyle;
  /** Length of its arrow. */
  readonly pixels: number;
}

/** More behaviors than colours are not told apart anyway. */
const MOST = 8;

const inWords = (value: number): string => String(Number(value.toPrecision(2)));

/** @param believed whether some robot's own belief is shown; @param brief where there is little room */
export function legendRows(
  palette: Palette,
  { colors, scales: { force, velocity } }: Picture,
  believed: boolean,
  brief: boolean,
): readonly LegendRow[] {
  const outcome = (which: Outcome, { pixels }: { pixels: number }, words: string): LegendRow => {
    return { style: outcomeStyle(palette, which), pixels, words };
  };
  const limit = `${inWords(force.value)} N`;
  const fastest = `${inWords(velocity.value)} m/s`;
  const voices = colors.spoken.slice(0, MOST).map((name) => {
    return { style: voiceStyle(palette, colors.slot(name)), pixels: force.pixels, words: name };
  });
  const ring = { color: palette.color.estimate, width: 1.75, head: 0, dashes: [5, 3] };
  return [
    ...voices,
    ...(voices.length > 1 ? [outcome('sum', force, 'sum of forces')] : []),
    outcome('clamped', force, brief ? `clamped, ≤ ${limit}` : `clamped force, at most ${limit}`),
    outcome('desired', velocity, 'desired velocity'),
    outcome('velocity', velocity, brief ? `velocity, ≤ ${fastest}` : `velocity, at most ${fastest}`),
    ...(believed
      ? [{ words: brief ? 'its belief, ±2σ' : 'where it believes to be, ±2σ', style: ring, pixels: 12 }]
      : []),
    ...(brief ? [] : [{ words: `two heads: longer than ${LONGEST} times this`, pixels: 0 }]),
  ];
}
