/**
 * Diagnosis of wheels that do not roll as they should: all causes that fit the counts and, with a gyroscope, also the
 * measured turn.
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

/** A wheel is checked once it should have gone this far, and four counts. */
const MIN_WAY: Meters = 0.02;
/** Below this share of the expected distance a wheel hardly turns. */
const HARDLY_SHARE = 0.45;
/** Above this share plus the spare distance, which starts and stops may add, a wheel turns too far. */
const TOO_FAR_SHARE = 1.3;
const SPARE_WAY: Meters = 0.02;
const MIN_RECENT_WAY: Meters = 0.015;
/** A window at most this long with at least this many counts shows what a wheel does now. */
const SHARP_WINDOW: Seconds = 0.15;
const SHARP_COUNTS = 8;
/** Smaller distances suffice for both wheels together, to tell which way the body turns. */
const MIN_TURN_WAY: Meters = 0.012;
const MIN_SEEN_WAY: Meters = 0.003;
/** Wheels whose expected distances differ by this share show whether they are swapped. */
const TURNING_SHARE = 0.2;
/** A motor may be faster or slower than in its file by this share. */
const MOTOR_DIFFERENCE = 0.12;

/**
 * Undefined while the wheels follow their commands, as far as the data show.
 *
 * @param recent the last part of the same window: it shows a wheel after the failure, without the time before it
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
    // A wheel that runs down also turns the body the wrong way: then that wheel shows the cause.
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

/** A short window shows what a wheel does now if a healthy wheel would make four counts in it. */
const tellsApart = ({ quick }: WindowSums, side: Side, perCount: Meters): boolean =>
  Math.abs(quick[side]) >= Math.max(MIN_RECENT_WAY, 4 * perCount);

const isSharp = ({ quick }: WindowSums, side: Side, perCount: Meters): boolean =>
  Math.abs(quick[side]) >= SHARP_COUNTS * perCount;

const expected = ({ quick, slow }: WindowSums, side: Side): Meters => agreedMinimum(quick[side], slow[side]);

type Pattern = 'backwards' | 'hardly' | 'on' | 'exchanged';
type Patterns = { readonly pattern: Pattern; readonly side: Side | 'both' };

/** How the counts differ from those of healthy wheels. */
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

/** Whether the counts turn the body the wrong way by more than differences of the motors can explain. */
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

/** The least turn of a healthy body, with the weakest motor on the outer wheel and the strongest on the inner one. */
const leastTurn = (told: Ways, way: number): Meters =>
  way * difference(told) - MOTOR_DIFFERENCE * (Math.abs(told.left) + Math.abs(told.right));

/** A possible fault: `counts` converts the distances of healthy wheels to the faulty counts. */
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

/** A hypothesis fits if its counts are off by less than this share of the distance, two counts and this tolerance. */
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
    // A wheel without counts stands; it does not fit a hypothesis with a few counts.
    const stands = Math.abs(counted[side]) <= 1.5 * metersPerCount[side] && low * high > 0;
    return !stands && counted[side] >= low - spare && counted[side] <= high + spare;
  });
}

/** The sum of two swapped wheels is as expected; with a failed wheel it is not. */
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
  // The wheel runs down, and its final speed cannot be seen yet.
  hardly: { kind: 'wheelStands', causes: ['motorDead', 'motorReversed', 'wheelsBlocked'] },
  on: { kind: 'wheelRunsOn', causes: ['motorStuckOn', 'encoderJump'] },
  exchanged: { kind: 'wheelsSwapped', causes: ['encodersSwapped', 'motorsSwapped'] },
};

/** The data that explain a finding. */
interface Looked extends MeasuredBody {
  readonly metersPerCount: Ways;
  readonly recent: WindowSums;
  /** The window is short and has many counts, so the time before the fault does not blur it. */
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
  const seen = `commanded ${should} in ${sums.lasting.toFixed(2)} s, counted ${millimeters(sums.counted[sideShown])}`;
  const what = `${does} (${seen}): ${causes.map((cause) => CAUSE_WORDS[cause]).join(', or ')}`;
  const found: Finding = causes.length === 1 && only ? { kind: only, what } : { kind, what, causes };
  return fitting.length > 0 ? found : { ...found, after: UNCLEAR_TIME };
}

/** Further causes that the counts cannot exclude. */
function besides(pattern: Pattern, sums: WindowSums, { metersPerCount, sharp, recent }: Looked) {
  const still = ({ counted }: WindowSums) =>
    SIDES.some((side) => Math.abs(counted[side]) <= 1.5 * metersPerCount[side]);
  // The window includes the time before the fault, so a wheel that turned back may look as if it stood.
  if (pattern === 'hardly' && !(sharp && still(recent))) return [CAUSES_WITHOUT_FIT.backwards];
  if (pattern === 'on') return [CAUSES_WITHOUT_FIT.on];
  return pattern === 'exchanged' && (!sharp || oneRunsOn(sums, metersPerCount))
    ? [CAUSES_WITHOUT_FIT.on]
    : [];
}

/** Whether one wheel goes farther than commanded, and the other as commanded. */
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

/** With a gyroscope, which separates encoders from motors, an encoder is a possible cause, too. */
const fallback = (pattern: Pattern, { turned }: WindowSums): Omit<Hypothesis, 'counts'> =>
  pattern === 'hardly' && turned !== null
    ? {
        kind: 'wheelStands',
        causes: [...CAUSES_WITHOUT_FIT.hardly.causes, 'encoderReversed', 'encoderStuck'],
      }
    : CAUSES_WITHOUT_FIT[pattern];

/** Words for one wheel, and for both. */
const PATTERN_WORDS: Readonly<Record<Pattern, readonly [one: string, both: string]>> = {
  backwards: ['runs backwards', 'run backwards'],
  hardly: ['hardly turns', 'hardly turn'],
  on: ['turns more than commanded', 'turn more than commanded'],
  exchanged: ['turns the body the wrong way', 'turn the body the wrong way'],
};

const CAUSE_WORDS: Readonly<Partial<Record<FaultKind, string>>> = {
  encoderStuck: 'an encoder is stuck',
  encoderSilent: 'its wire is loose',
  encoderReversed: 'an encoder counts backwards',
  encodersSwapped: 'the encoders are swapped',
  encoderJump: 'an encoder counts pulses that are not there',
  motorDead: 'a motor is dead or has no power',
  motorReversed: 'a motor runs backwards',
  motorsSwapped: 'the motors are swapped',
  motorStuckOn: 'a motor runs on',
  wheelsBlocked: 'a wheel is blocked',
};

/** While the window includes the time before the fault, possibly no cause fits. */
const UNCLEAR_TIME: Seconds = 0.06;

/** Two turns nearer than this cannot be told apart. */
const MIN_TURN_DIFFERENCE: Radians = 0.12;

/**
 * With faulty encoders the body turns as commanded; with faulty motors or wheels it turns as counted. If both turns are
 * alike, or the gyroscope fits neither, all causes stay possible.
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
