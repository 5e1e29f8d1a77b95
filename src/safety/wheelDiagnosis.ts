/**
 * Diagnosis of wheels that do not roll as they should: all causes that fit the counts and, with a gyroscope, also the
 * measured turn.
 */

import type { Meters, Radians, Seconds } from '../math/units.js';
import { type FaultKind, SIDES, type Side } from '../signals/signals.js';
import {
  agreedMinimum,
  agreedTurn,
  BACKWARDS_SHARE,
  difference,
  type Finding,
  type MeasuredBody,
  MOTOR_DIFFERENCE,
  millimeters,
  type Ways,
  type WindowSums,
} from './motionWindow.js';
import { slip } from './twoTurns.js';
import { deniedTurn } from './unaskedTurn.js';
import { type Explanation, hypothesesFor, REVERSED_CAUSES } from './wheelHypotheses.js';

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
/** Beyond this share of what it is told a wheel may run on. */
const RUN_ON_SHARE = 0.12;

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
  const { track, metersPerCount } = body;
  if (!metersPerCount) return deniedTurn(sums, body);
  const looked = () => lookedAt(sums, recent(), metersPerCount, track);
  const exchanged = areExchanged(sums, metersPerCount) ? explainedExchange(sums, looked()) : undefined;
  if (exchanged) return exchanged;
  const found = patternOf(sums, metersPerCount);
  return found ? explainedPattern(found, sums, looked()) : slip(sums, body);
}

function lookedAt(sums: WindowSums, recent: WindowSums, metersPerCount: Ways, track: Meters): Looked {
  const tells = SIDES.every((side) => tellsApart(recent, side, metersPerCount[side]));
  const sharp =
    recent.lasting <= SHARP_WINDOW && SIDES.every((side) => isSharp(recent, side, metersPerCount[side]));
  return { track, metersPerCount, recent: tells ? recent : sums, sharp };
}

/** A short window shows what a wheel does now if a healthy wheel would make four counts in it. */
const tellsApart = ({ quick }: WindowSums, side: Side, perCount: Meters): boolean =>
  Math.abs(quick[side]) >= Math.max(MIN_RECENT_WAY, 4 * perCount);

const isSharp = ({ quick }: WindowSums, side: Side, perCount: Meters): boolean =>
  Math.abs(quick[side]) >= SHARP_COUNTS * perCount;

const expected = ({ quick, slow }: WindowSums, side: Side): Meters => agreedMinimum(quick[side], slow[side]);

type WheelPattern = 'backwards' | 'hardly' | 'on';
interface Found<Pattern extends WheelPattern | 'exchanged' = WheelPattern> {
  readonly pattern: Pattern;
  readonly side: Side | 'both';
}

/** How the counts differ from those of healthy wheels. */
function patternOf(sums: WindowSums, metersPerCount: Ways): Found | undefined {
  const left = wheelPattern(sums, 'left', metersPerCount.left);
  const right = wheelPattern(sums, 'right', metersPerCount.right);
  const pattern = left ?? right;
  if (!pattern) return undefined;
  return { pattern, side: left && right ? 'both' : left ? 'left' : 'right' };
}

function wheelPattern(sums: WindowSums, side: Side, perCount: Meters): WheelPattern | undefined {
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
  const agreed = agreedTurn(sums);
  const perCount = Math.max(metersPerCount.left, metersPerCount.right);
  const fastest = Math.max(Math.abs(sums.quick.left), Math.abs(sums.quick.right));
  const least = Math.max(MIN_TURN_WAY, 6 * perCount, TURNING_SHARE * fastest);
  if (agreed === 0 || Math.abs(quick) < least) return false;
  const way = Math.sign(quick);
  const seen = difference(sums.counted) * way;
  if (seen > -Math.max(BACKWARDS_SHARE * Math.abs(agreed), MIN_SEEN_WAY, 3 * perCount)) return false;
  const healthy = [sums.quick, sums.slow, sums.likely].map((told) => leastTurn(told, way));
  return seen < Math.min(...healthy) - 2 * perCount;
}

/** The least turn of a healthy body, with the weakest motor on the outer wheel and the strongest on the inner one. */
const leastTurn = (told: Ways, way: number): Meters =>
  way * difference(told) - MOTOR_DIFFERENCE * (Math.abs(told.left) + Math.abs(told.right));

/** What a wheel's pattern means where no hypothesis fits. */
const CAUSES_WITHOUT_FIT: Readonly<Record<WheelPattern, Explanation>> = {
  backwards: { kind: 'wheelReversed', causes: REVERSED_CAUSES },
  // The wheel runs down, and its final speed cannot be seen yet.
  hardly: { kind: 'wheelStands', causes: ['motorDead', 'motorReversed', 'wheelsBlocked'] },
  on: { kind: 'wheelRunsOn', causes: ['motorStuckOn', 'encoderJump'] },
};

/** The data that explain a finding. */
interface Looked extends MeasuredBody {
  readonly metersPerCount: Ways;
  readonly recent: WindowSums;
  /** The window is short and has many counts, so the time before the fault does not blur it. */
  readonly sharp: boolean;
}

/** Undefined if no hypothesis fits: a wheel that runs down also turns the body the wrong way, and shows a pattern. */
function explainedExchange(sums: WindowSums, looked: Looked): Finding | undefined {
  const [first, ...others] = hypothesesFor(looked.recent, looked.metersPerCount);
  if (!first) return undefined;
  const known = [...others, ...besidesExchange(sums, looked)];
  const found = explained({ pattern: 'exchanged', side: 'both' }, [first, ...known], sums, looked.track);
  return looked.sharp ? { ...found, after: UNCLEAR_TIME } : found;
}

function explainedPattern(found: Found, sums: WindowSums, looked: Looked): Finding {
  const [first, ...others] = hypothesesFor(looked.recent, looked.metersPerCount);
  const known = [...others, ...besides(found, looked)];
  if (first) return explained(found, [first, ...known], sums, looked.track);
  const unclear = explained(found, [fallback(found, sums), ...known], sums, looked.track);
  return { ...unclear, after: UNCLEAR_TIME };
}

/** Of a wheel that does not slow down with its commands. */
export function runningOn(side: Side, told: Meters, counted: Meters, lasting: Seconds): Finding {
  const ways = `told ${millimeters(told)}, counted ${millimeters(counted)}, ${lasting.toFixed(2)} s after it was slowed`;
  const { kind, causes } = CAUSES_WITHOUT_FIT.on;
  return { kind, causes, what: worded(`the ${side} wheel does not slow down (${ways})`, causes) };
}

/** @param known the first names the fault */
function explained(
  { pattern, side }: Found<WheelPattern | 'exchanged'>,
  known: readonly [Explanation, ...Explanation[]],
  sums: WindowSums,
  track: Meters,
): Finding {
  const [{ kind }] = known;
  const causes = toldApart([...new Set(known.flatMap((one) => one.causes))], sums, track);
  const [one, many] = PATTERN_WORDS[pattern];
  const does = side === 'both' ? `the wheels ${many}` : `the ${side} wheel ${one}`;
  const sideShown = side === 'right' ? 'right' : 'left';
  const should = millimeters(expected(sums, sideShown));
  const ways = `commanded ${should} in ${sums.lasting.toFixed(2)} s, counted ${millimeters(sums.counted[sideShown])}`;
  const seen = `${does} (${ways})`;
  const what = worded(seen, causes);
  return causes.length === 1 ? { kind: causes[0] as FaultKind, what, seen } : { kind, what, causes, seen };
}

/** Further causes that the counts cannot exclude. */
function besides({ pattern }: Found, { metersPerCount, sharp, recent }: Looked): readonly Explanation[] {
  const still = ({ counted }: WindowSums) =>
    SIDES.some((side) => Math.abs(counted[side]) <= 1.5 * metersPerCount[side]);
  // The window includes the time before the fault, so a wheel that turned back may look as if it stood.
  if (pattern === 'hardly' && !(sharp && still(recent))) return [CAUSES_WITHOUT_FIT.backwards];
  return pattern === 'on' ? [CAUSES_WITHOUT_FIT.on] : [];
}

const besidesExchange = (sums: WindowSums, { metersPerCount, sharp }: Looked): readonly Explanation[] =>
  !sharp || oneRunsOn(sums, metersPerCount) ? [CAUSES_WITHOUT_FIT.on] : [];

/** Two counts and this distance are no proof. */
const RUN_ON_TOLERANCE: Meters = 0.002;

/** Whether one wheel goes farther than commanded, and the other as commanded. */
function oneRunsOn({ quick, slow, counted }: WindowSums, metersPerCount: Ways): boolean {
  const beyond = SIDES.map((side) => {
    const way = Math.sign(quick[side] + slow[side]);
    const told = [way * quick[side], way * slow[side]];
    const seen = way * counted[side];
    const spare = 2 * metersPerCount[side] + RUN_ON_TOLERANCE;
    const [least, most] = [Math.min(...told) - spare, Math.max(...told) + spare];
    const slack = RUN_ON_SHARE * Math.max(...told.map(Math.abs));
    return seen > most + slack ? 'on' : seen < least - slack ? 'less' : 'as told';
  });
  return beyond.includes('on') && !beyond.includes('less');
}

/** With a gyroscope, which separates encoders from motors, an encoder is a possible cause, too. */
const fallback = ({ pattern }: Found, { turned }: WindowSums): Explanation =>
  pattern === 'hardly' && turned !== null
    ? {
        kind: 'wheelStands',
        causes: [...CAUSES_WITHOUT_FIT.hardly.causes, 'encoderReversed', 'encoderStuck'],
      }
    : CAUSES_WITHOUT_FIT[pattern];

/** The same finding, with what is soonest mended as its first cause: the robot's file may be wrong. */
export function blamingFirst(finding: Finding, first: FaultKind): Finding {
  const { seen, causes = [] } = finding;
  if (seen === undefined) return finding;
  const all = [first, ...causes];
  return { ...finding, what: worded(seen, all), causes: all };
}

const worded = (seen: string, causes: readonly FaultKind[]): string =>
  `${seen}: ${causes.map((cause) => CAUSE_WORDS[cause]).join(', or ')}`;

/** Words for one wheel, and for both. */
const PATTERN_WORDS: Readonly<Record<WheelPattern | 'exchanged', readonly [one: string, both: string]>> = {
  backwards: ['runs backwards', 'run backwards'],
  hardly: ['hardly turns', 'hardly turn'],
  on: ['turns more than commanded', 'turn more than commanded'],
  exchanged: ['turns the body the wrong way', 'turn the body the wrong way'],
};

const CAUSE_WORDS: Readonly<Partial<Record<FaultKind, string>>> = {
  bodyLate: 'it answers later than its file says, so calibrate',
  bodyWeak: 'its motors are weaker, or need more to start, than its file says, so calibrate',
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
  const encoder = offTold < 0.5 * offSeen;
  const motor = offSeen < 0.5 * offTold;
  return encoder === motor ? causes : causes.filter((cause) => cause.startsWith('encoder') === encoder);
}
