/** Colours of text and axes on white paper, and of samples, which colour-blind readers can tell apart, after Okabe and Ito. */

export const INK = '#222222';
export const GREY = '#767676';
export const GRID = '#e9e9e9';
export const GRID_FINE = '#f5f5f5';

const nth = (colors: readonly string[], i: number): string => colors[i % colors.length] ?? INK;

/** Okabe and Ito's own, without the yellow, which is too light for a line. */
const SAMPLE_COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#222222'];
/** Their number shares no divisor with that of the colors: a color comes back with another pattern. */
const SAMPLE_DASHES = [undefined, '7 3', '2 3', '9 3 2 3'];

/** The line of a sample, by its place among the samples: the dashes say which it is without the color, too. */
export const sampleStroke = (i: number) => ({
  stroke: nth(SAMPLE_COLORS, i),
  'stroke-dasharray': SAMPLE_DASHES[i % SAMPLE_DASHES.length],
});
