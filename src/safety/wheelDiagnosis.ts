/**
 * What is wrong with wheels that do not roll as they should: all causes that fit what was counted, and, where a gyroscope
 * tells how the body really turned, those alone that fit that, too.
 */

import type { Meters, Radians, Seconds } from '../math/units.js';
import type { FaultKind } from '../signals/signals.js';
import {
  agreedMinimum,
  BACKWARDS_SHARE,
  difference,
  type Finding,
  type MeasuredBody,
  millimeters,
  SIDES,
  type Side,
  type Ways,
  type WindowSums,
} from './motionWindow.js';
import { deniedTurn, slip } from './turnDiagnosis.js';

/** A wheel is judged once it should have gone this far, and four counts. */
const MIN_WAY: Meters = 0.02;
/** Less of what it should have gone is hardly any. */
const HARDLY_SHARE = 0.45;
/** More is too much, beyond what starts and stops may add. */
const TOO_FAR_SHARE = 1.3;
const SPARE_WAY: Meters = 0.02;
const MIN_RECENT_WAY: Meters = 0.015;
/** A shorter time with more counts is as good as what a wheel does now. */
const SHARP_WINDOW: Seconds = 0.15;
const SHARP_COUNTS = 8;
/** The two together tell earlier which way the body turns. */
const MIN_TURN_WAY: Meters = 0.012;
const MIN_SEEN_WAY: Meters = 0.003;
/** Wheels that should roll this much differently tell whether the two are exchanged. */
const TURNING_SHARE = 0.2;
/** A motor is faster or slower than its file says by up to this share. */
const MOTOR_DIFFERENCE = 0.12;

/**
 * Undefined while the wheels do what they are told, as far as can be told.
 *
 * @param recent the last part of the same window: what a wheel does now, apart from what it did before it failed
 */
export function diagnose(
  sums: WindowSums,
  recent: () => WindowSums,
  body: MeasuredBody,
): Finding | undefined {
  const { metersPerCount } = body;
  if (!metersPerCount) return deniedTurn(sums, body);
  const pattern = patternOf(sums, metersPerCount);
  const exchanged = areExchanged(sums, metersPerCount);
  if (!pattern && !exchanged) return slip(sums, body);
  const looked = lookedAt(sums, recent(), { ...body, metersPerCount });
  if (exchanged) {
    const found = explained({ pattern: 'exchanged', side: 'both' }, sums, looked);
    // A wheel that runs down turns the body the wrong way, too: then that wheel tells what it is.
    if (found.after === undefined) return looked.sharp ? { ...found, after: UNCLEAR_TIME } : found;
  }
  return pattern ? explained(pattern, sums, looked) : slip(sums, body);
}

function lookedAt(
  sums: WindowSums,
  recent: WindowSums,
  body: MeasuredBody & { readonly metersPerCount: Ways },
): Looked {
  const { metersPerCount } = body;
  const tells = SIDES.every((side) => tellsApart(recent, side, metersPerCount[side]));
  const sharp =
    recent.lasting <= SHARP_WINDOW && SIDES.every((side) => isSharp(recent, side, metersPerCount[side]));
  return { ...body, recent: tells ? recent : sums, sharp };
}

/** A short window says what a wheel does now if a healthy one would have made four counts in it. */
const tellsApart = ({ quick }: WindowSums, side: Side, perCount: Meters): boolean =>
  Math.abs(quick[side]) >= Math.max(MIN_RECENT_WAY, 4 * perCount);

const isSharp = ({ quick }: WindowSums, side: Side, perCount: Meters): boolean =>
  Math.abs(quick[side]) >= SHARP_COUNTS * perCount;

const expected = ({ quick, slow }: WindowSums, side: Side): Meters => agreedMinimum(quick[side], slow[side]);

type Pattern = 'backwards' | 'hardly' | 'on' | 'exchanged';
type Patterns = { readonly pattern: Pattern; readonly side: Side | 'both' };

/** How the counts fail to be those of healthy wheels. */
function patternOf(sums: WindowSums, metersPerCount: Ways): Patterns | undefined {
  const left = wheelPattern(sums, 'left', metersPerCount.left);
  const right = wheelPattern(sums, 'right', metersPerCount.right);
  const pattern = left ?? right;
  if (!pattern) return undefined;
  return { pattern, side: left && right ? 'both' : left ? 'left' : 'right' };
}

function wheelPattern(sums: WindowSums, side: Side, perCount: Meters): Pattern | undefined {
  const way = expected(sums, side);
  const counted = sums.counted[side];
  if (Math.abs(way) >= Math.max(MIN_WAY, 4 * perCount)) {
    const share = counted / way;
    if (share <= -BACKWARDS_SHARE) return 'backwards';
    if (share < HARDLY_SHARE) return 'hardly';
  }
  const most = Math.max(Math.abs(sums.quick[side]), Math.abs(sums.slow[side]));
  return Math.abs(counted) > TOO_FAR_SHARE * most + Math.max(SPARE_WAY, 3 * perCount) ? 'on' : undefined;
}

/** The body should have turned one way, and the counts say the other way: more than motors that differ can make it. */
function areExchanged(sums: WindowSums, metersPerCount: Ways): boolean {
  const quick = difference(sums.quick);
  const slow = difference(sums.slow);
  const perCount = Math.max(metersPerCount.left, metersPerCount.right);
  const fastest = Math.max(Math.abs(sums.quick.left), Math.abs(sums.quick.right));
  const least = Math.max(MIN_TURN_WAY, 6 * perCount, TURNING_SHARE * fastest);
  if (agreedMinimum(quick, slow) === 0 || Math.abs(quick) < least) return false;
  const way = Math.sign(quick);
  const seen = difference(sums.counted) * way;
  if (seen > -Math.max(BACKWARDS_SHARE * Math.abs(agreedMinimum(quick, slow)), MIN_SEEN_WAY, 3 * perCount))
    return false;
  return seen < Math.min(leastTurn(sums.quick, way), leastTurn(sums.slow, way)) - 2 * perCount;
}

/** Of a healthy body with the weakest motor on the outer wheel and the strongest on the inner one. */
const leastTurn = (told: Ways, way: number): Meters =>
  way * difference(told) - MOTOR_DIFFERENCE * (Math.abs(told.left) + Math.abs(told.right));

/** What a wrong wiring, or a broken wheel, makes of the ways that healthy wheels would go. */
interface Hypothesis {
  readonly kind: FaultKind;
  readonly counts: (healthy: Ways) => Ways;
  readonly causes: readonly FaultKind[];
}

const REVERSED_CAUSES: readonly FaultKind[] = ['encoderReversed', 'motorReversed'];
const STANDING_CAUSES: readonly FaultKind[] = ['encoderStuck', 'encoderSilent', 'motorDead', 'wheelsBlocked'];

const hypothesis = (
  kind: FaultKind,
  causes: readonly FaultKind[],
  counts: Hypothesis['counts'],
): Hypothesis => ({ kind, causes, counts });

const HYPOTHESES: readonly Hypothesis[] = [
  hypothesis('wheelsSwapped', ['encodersSwapped', 'motorsSwapped'], ({ left, right }) => ({
    left: right,
    right: left,
  })),
  hypothesis('wheelReversed', REVERSED_CAUSES, ({ left, right }) => ({ left: -left, right: -right })),
  hypothesis('wheelReversed', REVERSED_CAUSES, ({ left, right }) => ({ left: -left, right })),
  hypothesis('wheelReversed', REVERSED_CAUSES, ({ left, right }) => ({ left, right: -right })),
  hypothesis('wheelStands', STANDING_CAUSES, ({ right }) => ({ left: 0, right })),
  hypothesis('wheelStands', STANDING_CAUSES, ({ left }) => ({ left, right: 0 })),
  hypothesis('wheelStands', STANDING_CAUSES, () => ({ left: 0, right: 0 })),
];

/** A hypothesis fits whose counts are off by less than this share of the way, two counts and this [m]. */
const FIT_SHARE = 0.25;
const FIT_TOLERANCE: Meters = 0.002;

function fits({ kind, counts }: Hypothesis, sums: WindowSums, metersPerCount: Ways): boolean {
  const { quick, slow, counted } = sums;
  if (kind === 'wheelsSwapped' && !sumFits(sums, metersPerCount)) return false;
  const [fast, late] = [counts(quick), counts(slow)];
  return SIDES.every((side) => {
    const [low, high] = [Math.min(fast[side], late[side]), Math.max(fast[side], late[side])];
    const spare =
      FIT_SHARE * Math.max(Math.abs(low), Math.abs(high)) + 2 * metersPerCount[side] + FIT_TOLERANCE;
    // A wheel that counts nothing stands, and is none that counts little.
    const stands = Math.abs(counted[side]) <= 1.5 * metersPerCount[side] && low * high > 0;
    return !stands && counted[side] >= low - spare && counted[side] <= high + spare;
  });
}

/** Two wheels that are exchanged go as far together as they should; no wheel that fails does. */
const SUM_FIT_SHARE = 0.12;

function sumFits({ quick, slow, counted }: WindowSums, metersPerCount: Ways): boolean {
  const [fast, late, seen] = [quick, slow, counted].map(({ left, right }) => left + right);
  const spare = metersPerCount.left + metersPerCount.right + FIT_TOLERANCE;
  const most = Math.max(Math.abs(fast ?? 0), Math.abs(late ?? 0)) * (1 + SUM_FIT_SHARE) + spare;
  const least = Math.abs(agreedMinimum(fast ?? 0, late ?? 0)) * (1 - SUM_FIT_SHARE) - spare;
  return Math.abs(seen ?? 0) <= most && Math.abs(seen ?? 0) >= least;
}

const CAUSES_WITHOUT_FIT: Readonly<Record<Pattern, Omit<Hypothesis, 'counts'>>> = {
  backwards: { kind: 'wheelReversed', causes: REVERSED_CAUSES },
  // It runs down, and where it will end cannot be seen yet.
  hardly: { kind: 'wheelStands', causes: ['motorDead', 'motorReversed', 'wheelsBlocked'] },
  on: { kind: 'wheelRunsOn', causes: ['motorStuckOn', 'encoderJump'] },
  exchanged: { kind: 'wheelsSwapped', causes: ['encodersSwapped', 'motorsSwapped'] },
};

/** What a finding is explained by. */
interface Looked extends MeasuredBody {
  readonly metersPerCount: Ways;
  readonly recent: WindowSums;
  /** It is so short, and holds so many counts, that nothing of before the fault blurs it. */
  readonly sharp: boolean;
}

function explained({ pattern, side }: Patterns, sums: WindowSums, looked: Looked): Finding {
  const { track } = looked;
  const fitting = HYPOTHESES.filter((one) => fits(one, looked.recent, looked.metersPerCount));
  const known = fitting.length > 0 ? fitting : [fallback(pattern, sums)];
  const { kind } = known[0] ?? CAUSES_WITHOUT_FIT[pattern];
  const all = [...new Set([...known, ...besides(pattern, sums, looked)].flatMap(({ causes }) => causes))];
  const causes = toldApart(all, sums, track);
  const [only] = causes;
  const [one, many] = PATTERN_WORDS[pattern];
  const does = side === 'both' ? `the wheels ${many}` : `the ${side} wheel ${one}`;
  const sideShown = side === 'right' ? 'right' : 'left';
  const should = millimeters(expected(sums, sideShown));
  const seen = `${should} in ${sums.lasting.toFixed(2)} s were told, ${millimeters(sums.counted[sideShown])} counted`;
  const what = `${does} (${seen}): ${causes.map((cause) => CAUSE_WORDS[cause]).join(', or ')}`;
  const found: Finding = causes.length === 1 && only ? { kind: only, what } : { kind, what, causes };
  return fitting.length > 0 ? found : { ...found, after: UNCLEAR_TIME };
}

/** What the counts cannot tell apart from what fits them. */
function besides(pattern: Pattern, sums: WindowSums, { metersPerCount, sharp, recent }: Looked) {
  const still = ({ counted }: WindowSums) =>
    SIDES.some((side) => Math.abs(counted[side]) <= 1.5 * metersPerCount[side]);
  // The window holds what was before the fault, too: so much that a wheel which turned back looks as if it stood.
  if (pattern === 'hardly' && !(sharp && still(recent))) return [CAUSES_WITHOUT_FIT.backwards];
  if (pattern === 'on') return [CAUSES_WITHOUT_FIT.on];
  return pattern === 'exchanged' && (!sharp || oneRunsOn(sums, metersPerCount))
    ? [CAUSES_WITHOUT_FIT.on]
    : [];
}

/** One wheel goes farther than it was told, and the other one as far. */
function oneRunsOn({ quick, slow, counted }: WindowSums, metersPerCount: Ways): boolean {
  const beyond = SIDES.map((side) => {
    const told = [quick[side], slow[side]];
    const spare = 2 * metersPerCount[side] + FIT_TOLERANCE;
    const [least, most] = [Math.min(...told) - spare, Math.max(...told) + spare];
    const slack = MOTOR_DIFFERENCE * Math.max(...told.map(Math.abs));
    return counted[side] > most + slack ? 'on' : counted[side] < least - slack ? 'less' : 'as told';
  });
  return beyond.includes('on') && !beyond.includes('less');
}

/** With a gyroscope that tells encoders from motors, an encoder may be it, too. */
const fallback = (pattern: Pattern, { turned }: WindowSums): Omit<Hypothesis, 'counts'> =>
  pattern === 'hardly' && turned !== null
    ? {
        kind: 'wheelStands',
        causes: [...CAUSES_WITHOUT_FIT.hardly.causes, 'encoderReversed', 'encoderStuck'],
      }
    : CAUSES_WITHOUT_FIT[pattern];

/** Of one wheel, and of both. */
const PATTERN_WORDS: Readonly<Record<Pattern, readonly [one: string, both: string]>> = {
  backwards: ['runs backwards', 'run backwards'],
  hardly: ['hardly turns', 'hardly turn'],
  on: ['turns more than told', 'turn more than told'],
  exchanged: ['turns the body the wrong way', 'turn the body the wrong way'],
};

const CAUSE_WORDS: Readonly<Partial<Record<FaultKind, string>>> = {
  encoderStuck: 'an encoder is stuck',
  encoderSilent: 'its wire is loose',
  encoderReversed: 'an encoder counts backwards',
  encodersSwapped: 'the encoders are swapped',
  encoderJump: 'an encoder counts what is not there',
  motorDead: 'a motor is dead or has no power',
  motorReversed: 'a motor runs backwards',
  motorsSwapped: 'the motors are swapped',
  motorStuckOn: 'a motor runs on',
  wheelsBlocked: 'a wheel is blocked',
};

/** As long as the window holds what was before the fault no cause may fit. */
const UNCLEAR_TIME: Seconds = 0.06;

/** Two turns this near to each other look alike [rad]. */
const MIN_TURN_DIFFERENCE: Radians = 0.12;

/**
 * Encoders that lie leave the body turning as it was told; motors and wheels that fail turn it as is counted. Where the
 * two turns are alike, or the gyroscope fits neither, everything stays possible.
 */
function toldApart(causes: readonly FaultKind[], sums: WindowSums, track: Meters): readonly FaultKind[] {
  const { turned, quick, slow, counted } = sums;
  if (turned === null || sums.repeats) return causes;
  const told = (difference(quick) + difference(slow)) / 2 / track;
  const seen = difference(counted) / track;
  if (Math.abs(told - seen) < MIN_TURN_DIFFERENCE) return causes;
  const offTold = Math.abs(turned - told);
  const offSeen = Math.abs(turned - seen);
  if (offTold >= 0.5 * offSeen && offSeen >= 0.5 * offTold) return causes;
  const encoder = offTold < offSeen;
  const left = causes.filter((cause) => cause.startsWith('encoder') === encoder);
  return left.length > 0 ? left : causes;
}
