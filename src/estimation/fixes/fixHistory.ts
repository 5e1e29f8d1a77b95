/** Fixes that come late, at their own time: the belief of a second ago, and what has happened since. */
import type { Seconds } from '../../math/units.js';
import type { Fix } from '../../signals/readings.js';
import {
  type Belief,
  corrected,
  doubted,
  type Innovation,
  innovationOf,
  type Motion,
  type MotionNoise,
  moved,
} from './motionFilter.js';

/** A fix that was judged. */
interface JudgedFix extends Fix {
  readonly used: boolean;
  /** How far off it was. */
  readonly off: Innovation;
  /** It ended a row of fixes that agreed with one another and not with the belief: by so much that was wrong [m]. */
  readonly reset?: number;
}

/** Plain JSON. */
export interface FixHistory {
  readonly now: Belief;
  /** The belief before all that is kept. */
  readonly base: Belief;
  readonly motions: readonly Motion[];
  readonly fixes: readonly JudgedFix[];
  /** The last ones before the base: slow fixes agree over many seconds. */
  readonly past: readonly JudgedFix[];
  /** How many in a row were not used, and why the last was not. */
  readonly refused: number;
  readonly why: Refusal | null;
}

/** A fix may come this late. */
export const MOST_LATE: Seconds = 1;
/** A fix farther off is an outlier: 99.73 % of right ones are nearer (χ² of two). */
const GATE = 11.83;
/** So many outliers in a row that agree within this many of their standard deviations are believed: the robot was wrong. */
const AGREEING = 5;
const AGREEMENT = 3.5;
/** Of a body that moves meanwhile, odometry may be wrong by this share of the way. */
const ODOMETRY_ERROR = 0.3;
/** Then its heading is unknown, too [rad]. */
const LOST_HEADING = 1;
const SAME_TIME: Seconds = 1e-9;

export const startFixes = (belief: Belief): FixHistory => ({
  now: belief,
  base: belief,
  motions: [],
  fixes: [],
  past: [],
  refused: 0,
  why: null,
});

/** The body has moved; what is older than a second becomes the base. */
export function movedOn(history: FixHistory, motion: Motion, noise: MotionNoise): FixHistory {
  const now = moved(history.now, motion, noise);
  let { base, fixes, past } = history;
  const motions = [...history.motions, motion];
  while (motions[0] && motions[0].at <= motion.at - MOST_LATE - SAME_TIME) {
    base = moved(base, motions.shift() as Motion, noise);
    const until = base.at + SAME_TIME;
    const passed = fixes.filter(({ at }) => at <= until);
    if (passed.length === 0) continue;
    base = passed.reduce(applied, base);
    past = [...past, ...passed].slice(1 - AGREEING);
    fixes = fixes.filter(({ at }) => at > until);
  }
  return { ...history, now, base, motions, fixes, past };
}

/** Why a fix was not used. */
export type Refusal = 'too late' | 'from the future' | 'far off';

/**
 * Inserts a fix at its own time, and repeats what came after it. One that is far off the belief is kept but not used;
 * five of them in a row that agree with one another are.
 */
export function withFix(
  history: FixHistory,
  fix: Fix,
  noise: MotionNoise,
): { readonly history: FixHistory; readonly refused?: Refusal } {
  const refuse = (refused: Refusal, after: FixHistory = history) => ({
    history: { ...after, refused: history.refused + 1, why: refused },
    refused,
  });
  if (fix.at > history.now.at + SAME_TIME) return refuse('from the future');
  if (fix.at < history.now.at - MOST_LATE - SAME_TIME) return refuse('too late');
  // From before the first one: the filter knows nothing of that time.
  if (fix.at < history.base.at - SAME_TIME) return { history, refused: 'too late' };
  const earlier = history.fixes.filter(({ at }) => at <= fix.at);
  const later = history.fixes.filter(({ at }) => at > fix.at);
  const before = replayed(history, earlier, noise, fix.at);
  const judged = judge(before, fix, [...history.past, ...earlier]);
  const fixes = [...earlier, judged, ...later];
  const now = replayed(history, fixes, noise, history.now.at);
  const next = { ...history, now, fixes };
  return judged.used ? { history: { ...next, refused: 0, why: null } } : refuse('far off', next);
}

function judge(belief: Belief, fix: Fix, earlier: readonly JudgedFix[]): JudgedFix {
  const off = innovationOf(belief, fix);
  if (off.squared <= GATE) return { ...fix, used: true, off };
  const row = [...earlier.slice(1 - AGREEING), { ...fix, used: false, off }];
  if (row.length < AGREEING || row.some(({ used }) => used)) return { ...fix, used: false, off };
  const x = mean(row.map((one) => one.off.x));
  const y = mean(row.map((one) => one.off.y));
  const [first, last] = [row[0] as Fix, fix];
  const mostApart =
    AGREEMENT * fix.deviation + (ODOMETRY_ERROR / 2) * Math.hypot(last.x - first.x, last.y - first.y);
  const agree = row.every((one) => Math.hypot(one.off.x - x, one.off.y - y) < mostApart);
  return agree ? { ...fix, used: true, off, reset: Math.hypot(x, y) } : { ...fix, used: false, off };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function applied(belief: Belief, fix: JudgedFix): Belief {
  if (!fix.used) return belief;
  const open = fix.reset === undefined ? belief : doubted(belief, fix.reset, LOST_HEADING);
  return corrected(open, fix);
}

/** The belief at an instant, with the fixes of the times up to it. */
function replayed(
  { base, motions }: Pick<FixHistory, 'base' | 'motions'>,
  fixes: readonly JudgedFix[],
  noise: MotionNoise,
  until: Seconds,
): Belief {
  let belief = base;
  let next = 0;
  const goTo = (at: Seconds, motion: Motion) => {
    if (at > belief.at + SAME_TIME) belief = moved(belief, partOf(motion, belief.at, at), noise);
  };
  for (const motion of motions) {
    if (belief.at >= until - SAME_TIME) break;
    const end = Math.min(motion.at, until);
    for (let fix = fixes[next]; fix && fix.at <= end + SAME_TIME; fix = fixes[++next]) {
      goTo(Math.min(fix.at, end), motion);
      belief = applied(belief, fix);
    }
    goTo(end, motion);
  }
  for (let fix = fixes[next]; fix && fix.at <= until + SAME_TIME; fix = fixes[++next])
    belief = applied(belief, fix);
  return belief;
}

/** The share of a motion between two instants of it. */
function partOf(motion: Motion, from: Seconds, at: Seconds): Motion {
  const share = (at - from) / (motion.at - motion.from);
  const { left, right, turned } = motion;
  return {
    from,
    at,
    left: share * left,
    right: share * right,
    turned: turned === null ? null : share * turned,
  };
}
