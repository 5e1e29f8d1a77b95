/**
 * News of where the body was that comes late: it counts at its own time, and what has happened since is repeated. For that
 * the belief of a second ago is kept, and all motions and news since.
 */
import type { Pose } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { Fix } from '../signals/readings.js';
import { type Belief, placed } from './belief.js';
import { agreeing, byFix, type FixRefusal, type JudgedFix, judgedFix } from './fixes.js';
import { byHeading, type HeadingNews } from './heading.js';
import { type Motion, type MovingBody, moved, partOf } from './motion.js';

type News = JudgedFix | HeadingNews;

/** Plain JSON. */
export interface History {
  /** The belief before all that is kept. */
  readonly base: Belief;
  /** Fixes come: the belief is open for them. */
  readonly takesFixes: boolean;
  readonly motions: readonly Motion[];
  /** In the order of their times. */
  readonly news: readonly News[];
  /** The last fixes before the base: slow ones agree over many seconds. */
  readonly past: readonly JudgedFix[];
  /** How many fixes in a row were not used, and why the last was not. */
  readonly refused: number;
  readonly why: FixRefusal | null;
}

/** What is believed, and how it came to that; without a history nothing has come late yet. */
export interface Believed {
  readonly belief: Belief;
  readonly history: History | null;
}

/** News may come this late. */
export const MOST_LATE: Seconds = 1;
/** Rounding of stamps. */
export const SAME_TIME: Seconds = 1e-9;

export const startHistory = (base: Belief, takesFixes = false): History => ({
  base,
  takesFixes,
  motions: [],
  news: [],
  past: [],
  refused: 0,
  why: null,
});

/** The body has moved; what is older than a second becomes the base. */
export function movedOn(history: History, motion: Motion, body: MovingBody): History {
  let { base, news, past } = history;
  const motions = [...history.motions, motion];
  while (motions[0] && motions[0].at <= motion.at - MOST_LATE - SAME_TIME) {
    base = moved(base, motions.shift() as Motion, body, true);
    const until = base.at + SAME_TIME;
    const passed = news.filter(({ at }) => at <= until);
    if (passed.length === 0) continue;
    base = passed.reduce(applied, base);
    past = agreeing(past, passed.filter(isFix));
    news = news.filter(({ at }) => at > until);
  }
  return { ...history, base, motions, news, past };
}

const isFix = (news: News): news is JudgedFix => news.kind === 'fix';

const applied = (belief: Belief, news: News): Belief =>
  news.kind === 'fix' ? byFix(belief, news) : byHeading(belief, news);

/** A heading, as of the instant of the belief. */
export function withHeading({ belief, history }: Believed, news: HeadingNews): Believed {
  return {
    belief: byHeading(belief, news),
    history: history && { ...history, news: [...history.news, news] },
  };
}

/** Inserts a fix at its own time, and repeats what came after it. One that is far off the belief is kept but not used. */
export function withFix(
  belief: Belief,
  history: History,
  fix: Fix,
  body: MovingBody,
): Believed & { readonly history: History } {
  if (fix.at > belief.at + SAME_TIME) return { belief, history: refusing(history, 'from the future') };
  if (fix.at < belief.at - MOST_LATE - SAME_TIME) return { belief, history: refusing(history, 'too late') };
  // From before the first one: nothing is known of that time.
  if (fix.at < history.base.at - SAME_TIME) return { belief, history };
  const earlier = history.news.filter(({ at }) => at <= fix.at);
  const later = history.news.filter(({ at }) => at > fix.at);
  const before = replayed(history, earlier, body, fix.at);
  const judged = judgedFix(before, fix, [...history.past, ...earlier.filter(isFix)]);
  const news = [...earlier, judged, ...later];
  const kept = { ...history, news };
  return {
    belief: replayed(history, news, body, belief.at),
    history: judged.used ? { ...kept, refused: 0, why: null } : refusing(kept, 'far off'),
  };
}

const refusing = (history: History, why: FixRefusal): History => ({
  ...history,
  refused: history.refused + 1,
  why,
});

/** The body was at a pose: what was before no longer counts. Undefined from before the history. */
export function withPose(
  belief: Belief,
  history: History,
  { at, pose }: { readonly at: Seconds; readonly pose: Pose },
  body: MovingBody,
): Believed | undefined {
  if (at < history.base.at - SAME_TIME) return undefined;
  const earlier = history.news.filter((one) => one.at <= at);
  const base = placed(replayed(history, earlier, body, at), at, pose);
  const motions = history.motions
    .filter((motion) => motion.at > at + SAME_TIME)
    .map((motion) => (motion.from < at ? partOf(motion, at, motion.at) : motion));
  const news = history.news.filter((one) => one.at > at);
  const next = { ...startHistory(base), motions, news };
  return { belief: replayed(next, news, body, belief.at), history: next };
}

/** The belief at an instant, with the news of the times up to it. */
function replayed(
  { base, motions }: Pick<History, 'base' | 'motions'>,
  news: readonly News[],
  body: MovingBody,
  until: Seconds,
): Belief {
  let belief = base;
  let next = 0;
  const goTo = (at: Seconds, motion: Motion) => {
    if (at > belief.at + SAME_TIME) belief = moved(belief, partOf(motion, belief.at, at), body, true);
  };
  for (const motion of motions) {
    if (belief.at >= until - SAME_TIME) break;
    const end = Math.min(motion.at, until);
    for (let one = news[next]; one && one.at <= end + SAME_TIME; one = news[++next]) {
      goTo(Math.min(one.at, end), motion);
      belief = applied(belief, one);
    }
    goTo(end, motion);
  }
  for (let one = news[next]; one && one.at <= until + SAME_TIME; one = news[++next])
    belief = applied(belief, one);
  return belief;
}
