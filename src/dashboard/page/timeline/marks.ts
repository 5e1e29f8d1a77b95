/** What a recording's timeline shows: its news as marks, and the steps of a mission as bands. */
import type { Seconds } from '../../../math/units.js';
import type { FrameView, News, StepView } from '../../../signals/view.js';

/** News of about one instant. */
export interface TimeMark {
  readonly at: Seconds;
  /** The weightiest of its news. */
  readonly level: News['level'];
  readonly news: readonly News[];
}

/** Marks closer than this share of the timeline would hide each other. */
const LEAST_SHARE = 0.008;
const LEVELS: readonly News['level'][] = ['info', 'warning', 'fault'];

/** @param news the earliest first */
export function timeMarksOf(news: readonly News[], duration: Seconds): readonly TimeMark[] {
  const marks: TimeMark[] = [];
  for (const one of news) {
    const last = marks.at(-1);
    const joins = last !== undefined && one.at - last.at < LEAST_SHARE * duration;
    if (!joins) marks.push({ at: one.at, level: one.level, news: [one] });
    else {
      const level = LEVELS.indexOf(one.level) > LEVELS.indexOf(last.level) ? one.level : last.level;
      marks[marks.length - 1] = { ...last, level, news: [...last.news, one] };
    }
  }
  return marks;
}

/** A robot that stopped getting on, from its samples: a warning at the instant since when it stays near one place. */
export function standsIn(samples: readonly FrameView[], several: boolean): readonly News[] {
  const known = new Set<string>();
  return samples.flatMap(({ at, robots }) =>
    robots.flatMap(({ id, tick }): News[] => {
      const { standing } = tick ?? {};
      if (!tick || !standing) return [];
      // It stands since then by the clock of its ticks, which another run of the recording begins anew.
      const since = at - (tick.at - standing.since);
      const key = `${id} ${standing.since.toFixed(3)}`;
      if (known.has(key)) return [];
      known.add(key);
      return [
        {
          at: since,
          level: 'warning',
          words: `${several ? `${id} ` : ''}stands: ${standing.why}`,
          robot: id,
        },
      ];
    }),
  );
}

/** A time in which one step of a mission runs. */
export interface StepBand {
  readonly from: Seconds;
  readonly to: Seconds;
  readonly words: string;
}

/** The deepest step that runs at each sample, as long as it is the same. */
export function bandsOf(
  samples: readonly FrameView[],
  robot: string | undefined,
  steps: readonly StepView[],
): readonly StepBand[] {
  const bands: StepBand[] = [];
  for (const { at, robots } of samples) {
    const letters = robots.find(({ id }) => id === robot)?.steps ?? '';
    const words = steps[letters.lastIndexOf('r')]?.words;
    const last = bands.at(-1);
    if (last) bands[bands.length - 1] = { ...last, to: at };
    if (words !== undefined && words !== last?.words) bands.push({ from: at, to: at, words });
    else if (words === undefined && last && last.words !== '') bands.push({ from: at, to: at, words: '' });
  }
  return bands.filter(({ words, from, to }) => words !== '' && to > from);
}

/** Samples further apart than this many usual spacings have a gap between them: nothing was recorded there. */
const GAP = 2.5;

/** The times without a recording, by the spacing of its samples. */
export function gapsOf(samples: readonly Pick<FrameView, 'at'>[]): readonly (readonly [Seconds, Seconds])[] {
  const spacings = samples.slice(1).map(({ at }, i) => at - (samples[i]?.at ?? at));
  const usual = spacings.toSorted((a, b) => a - b)[Math.floor(spacings.length / 2)] ?? 0;
  return spacings.flatMap((spacing, i) => {
    const [from, to] = [samples[i]?.at ?? 0, samples[i + 1]?.at ?? 0];
    return spacing > GAP * usual ? [[from, to] as const] : [];
  });
}
