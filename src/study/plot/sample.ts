/** One figure of many runs. */

export interface PlotSample {
  /** A scenario, or the value of a parameter. */
  readonly label: string;
  /** One for each run; NaN where a run has none. */
  readonly values: Float64Array;
}

export interface SortedSample extends PlotSample {
  /** The finite values. */
  readonly sorted: Float64Array;
  /** Its place among the samples of the picture. */
  readonly place: number;
}

export const sortedSamples = (samples: readonly PlotSample[]): SortedSample[] =>
  samples.map((sample, place) => ({
    ...sample,
    place,
    sorted: sample.values.filter(Number.isFinite).sort(),
  }));
