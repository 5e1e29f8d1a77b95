/** The figure of a criterion in words: most are lengths, and some are not. */

/** Millimetres below a metre. */
export const meters = (value: number): string =>
  Math.abs(value) < 1 ? `${(value * 1000).toFixed(1)} mm` : `${value.toFixed(2)} m`;
export const seconds = (value: number): string => `${value.toFixed(2)} s`;
const share = (value: number): string => value.toFixed(3);

/** Figures that are no length; all others are. */
const FIGURES: Readonly<Record<string, (value: number) => string>> = {
  arrived: seconds,
  'distance.reaches': seconds,
  'stopped.within': seconds,
  'stopped.why': seconds,
  contacts: String,
  crossings: String,
  polarization: share,
  hidden: share,
};

export const figureOf = (criterion: string): ((value: number) => string) => FIGURES[criterion] ?? meters;
