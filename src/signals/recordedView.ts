/** What a page is shown of a recording besides its frames: all of it at once, and what else would have come of it. */
import type { Vec2 } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { FrameView } from './frameView.js';
import type { News, VerdictView } from './news.js';

/** The alternatives of a failed run, each one change from its begin on. */
export interface WhyView {
  /** How many have been tried, and of how many. */
  readonly tried: number;
  readonly of: number;
  /** About how long trying the others takes; 0 when all have been tried. */
  readonly left?: Seconds;
  /** Those known to help, the likeliest cause first; where none does, the one that comes nearest. */
  readonly helped?: readonly {
    readonly words: string;
    readonly passed: boolean;
    /** What comes of the criteria that were lost. */
    readonly outcome: string;
    readonly isNearest?: true;
  }[];
  /** Why none can be tried. */
  readonly refused?: string;
}

/** What would have come of a recorded run, if something had been changed at an instant. */
export interface FutureView {
  readonly number: number;
  /** `a: slowing radius is 0.9 m` */
  readonly words: string;
  /** When it was changed, on the recording's time. */
  readonly at: Seconds;
  /** How far it is computed. */
  readonly until: Seconds;
  readonly state: 'under way' | 'complete' | 'refused';
  /** Of a refused one. */
  readonly why?: string;
  /** How far it can be trusted, where the recorded robot was no simulated one. */
  readonly trust?: readonly string[];
  /** The scenario that is this future, as a file's text; of a complete one. */
  readonly text?: string;
  /** Time between the poses below. */
  readonly step: Seconds;
  /** The true poses of each robot from `at` on: x, y and heading in turn. */
  readonly ways: Readonly<Record<string, readonly number[]>>;
  /** Frames at even intervals for the plots, as those of the recording's history. */
  readonly samples: readonly FrameView[];
  /** The result of each criterion in it, and in the recording. */
  readonly verdict: readonly (Pick<VerdictView, 'words' | 'passed'> & {
    readonly was?: Pick<VerdictView, 'words' | 'passed'>;
  })[];
}

/** A recording's history of a scene, from beginning to end, to be shown at once. */
export interface HistoryView {
  /** The lines that each robot drove, thinned; a new line begins where the robot was put elsewhere. */
  readonly trails: Readonly<Record<string, readonly (readonly Vec2[])[]>>;
  /** Frames at even intervals, without news and marks; of each range sensor only the nearest echo. */
  readonly samples: readonly FrameView[];
  /** The part that they are of; missing: all of it. */
  readonly between?: readonly [Seconds, Seconds];
  /** What happened in all of it, the earliest first; the weightiest, where there is very much. */
  readonly news: readonly News[];
}
