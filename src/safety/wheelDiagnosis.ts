/**
 * What is wrong with wheels that do not roll as they should: all causes that fit what was counted, and, where a gyroscope
 * tells how the body really turned, those alone that fit that, too.
 */
import type { FaultKind } from '../signals.js';
import type { Meters, Radians, Seconds } from '../units.js';

/** How far each wheel's rim went [m], forward positive. */
export interface Ways {
  readonly left: Meters;
  readonly right: Meters;
}

/** What happened in a window of time. */
export interface WindowSums {
  readonly lasting: Seconds;
  /** How far the wheels should have gone, by a quick and by a slow model of the body. */
  readonly quick: Ways;
  readonly slow: Ways;
  readonly counted: Ways;
  /** By the gyroscope; null without its word. */
  readonly turned: Radians | null;
  /** The gyroscope told the same rate all the while. */
  readonly repeats: boolean;
}

/** Something wrong that was found. */
export interface Finding {
  readonly kind: FaultKind;
  readonly what: string;
  readonly causes?: readonly FaultKind[];
}

interface Measured {
  readonly track: Meters;
  /** Missing without encoders. */
  readonly metersPerCount?: Ways;
}

export const SIDES = ['left', 'right'] as const;
type Side = (typeof SIDES)[number];

export const millimeters = (way: Meters): string => `${Math.round(1000 * way)} mm`;

/** A wheel is judged once it should have gone this far, and four counts. */
const LEAST_WAY: Meters = 0.02;
/** Less of what it should have gone is hardly any; and so much the other way is backwards. */
const HARDLY = 0.45;
const BACKWARDS = 0.3;
/** More is too much, beyond what starts and stops may add. */
const TOO_FAR = 1.4;
const SPARE: Meters = 0.025;
/** Wheels that should roll this much differently tell whether the two are exchanged. */
const TURNING = 0.35;

/** Undefined while the wheels do what they are told, as far as can be told. */
export function diagnose(sums: WindowSums, body: Measured): Finding | undefined {
  const { metersPerCount } = body;
  if (!metersPerCount) return deniedTurn(sums, body);
  const pattern = patternOf(sums, metersPerCount);
  return pattern ? explained(pattern, sums, body) : slip(sums, body);
}

/** The least that both models agree on; 0 where they do not. */
const agreed = (a: number, b: number): number =>
  a * b > 0 ? Math.sign(a) * Math.min(Math.abs(a), Math.abs(b)) : 0;

const expected = ({ quick, slow }: WindowSums, side: Side): Meters => agreed(quick[side], slow[side]);

const difference = ({ left, right }: Ways): Meters => right - left;

type Pattern = 'backwards' | 'hardly' | 'on' | 'exchanged';
type Patterns = { readonly pattern: Pattern; readonly side: Side | 'both' };

/** How the counts fail to be those of healthy wheels. */
function patternOf(sums: WindowSums, metersPerCount: Ways): Patterns | undefined {
  if (areExchanged(sums, metersPerCount)) return { pattern: 'exchanged', side: 'both' };
  const [left, right] = SIDES.map((side) => wheelPattern(sums, side, metersPerCount[side]));
  const pattern = left ?? right;
  if (!pattern) return undefined;
  return { pattern, side: left && right ? 'both' : left ? 'left' : 'right' };
}

function wheelPattern(sums: WindowSums, side: Side, perCount: Meters): Pattern | undefined {
  const way = expected(sums, side);
  const counted = sums.counted[side];
  if (Math.abs(way) >= Math.max(LEAST_WAY, 4 * perCount)) {
    const share = counted / way;
    if (share <= -BACKWARDS) return 'backwards';
    if (share < HARDLY) return 'hardly';
  }
  const most = Math.max(Math.abs(sums.quick[side]), Math.abs(sums.slow[side]));
  return Math.abs(counted) > TOO_FAR * most + Math.max(SPARE, 4 * perCount) ? 'on' : undefined;
}

/** The body should have turned one way, and the counts say the other way. */
function areExchanged(sums: WindowSums, metersPerCount: Ways): boolean {
  const turn = agreed(difference(sums.quick), difference(sums.slow));
  const perCount = Math.max(metersPerCount.left, metersPerCount.right);
  const fastest = Math.max(...SIDES.map((side) => Math.abs(sums.quick[side])));
  if (Math.abs(turn) < Math.max(LEAST_WAY, 6 * perCount, TURNING * fastest)) return false;
  return difference(sums.counted) / turn <= -BACKWARDS;
}

/** What a wrong wiring, or a broken wheel, makes of the ways that healthy wheels would go. */
interface Hypothesis {
  readonly kind: FaultKind;
  readonly counts: (healthy: Ways) => Ways;
  readonly causes: readonly FaultKind[];
}

const REVERSED: readonly FaultKind[] = ['encoderReversed', 'motorReversed'];
const STANDING: readonly FaultKind[] = ['encoderStuck', 'motorDead', 'wheelsBlocked'];

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
  hypothesis('wheelReversed', REVERSED, ({ left, right }) => ({ left: -left, right: -right })),
  hypothesis('wheelReversed', REVERSED, ({ left, right }) => ({ left: -left, right })),
  hypothesis('wheelReversed', REVERSED, ({ left, right }) => ({ left, right: -right })),
  hypothesis('wheelStands', STANDING, ({ right }) => ({ left: 0, right })),
  hypothesis('wheelStands', STANDING, ({ left }) => ({ left, right: 0 })),
  hypothesis('wheelStands', STANDING, () => ({ left: 0, right: 0 })),
];

/** A hypothesis fits whose counts are off by less than this share of the way, two counts and this [m]. */
const FITS = 0.3;
const FITS_WITHIN: Meters = 0.01;

function fits({ counts }: Hypothesis, sums: WindowSums, metersPerCount: Ways): boolean {
  const { quick, slow, counted } = sums;
  const [fast, late] = [counts(quick), counts(slow)];
  return SIDES.every((side) => {
    const slack = FITS * Math.max(Math.abs(quick.left), Math.abs(quick.right));
    const spare = slack + 2 * metersPerCount[side] + FITS_WITHIN;
    const [low, high] = [Math.min(fast[side], late[side]), Math.max(fast[side], late[side])];
    return counted[side] >= low - spare && counted[side] <= high + spare;
  });
}

const WITHOUT_FIT: Readonly<Record<Pattern, Omit<Hypothesis, 'counts'>>> = {
  backwards: { kind: 'wheelReversed', causes: REVERSED },
  // It runs down, and where it will end cannot be seen yet.
  hardly: { kind: 'wheelStands', causes: ['motorDead', 'motorReversed', 'wheelsBlocked'] },
  on: { kind: 'wheelRunsOn', causes: ['motorStuckOn', 'encoderJump'] },
  exchanged: { kind: 'wheelsSwapped', causes: ['encodersSwapped', 'motorsSwapped'] },
};

function explained(
  { pattern, side }: Patterns,
  sums: WindowSums,
  { track, metersPerCount = { left: 0, right: 0 } }: Measured,
): Finding {
  const fitting = HYPOTHESES.filter((one) => fits(one, sums, metersPerCount));
  const { kind } = fitting[0] ?? WITHOUT_FIT[pattern];
  const known = pattern === 'on' || fitting.length === 0 ? [WITHOUT_FIT[pattern]] : fitting;
  const all = [...new Set(known.flatMap(({ causes }) => causes))];
  const causes = toldApart(all, sums, track);
  const [only] = causes;
  const wheels = side === 'both' ? 'the wheels' : `the ${side} wheel`;
  const sideShown = side === 'right' ? 'right' : 'left';
  const should = millimeters(expected(sums, sideShown));
  const seen = `${should} in ${sums.lasting.toFixed(2)} s were told, ${millimeters(sums.counted[sideShown])} counted`;
  const what = `${wheels} ${DOES[pattern]} (${seen}): ${causes.map((cause) => CAUSE_WORDS[cause]).join(', or ')}`;
  const named = causes.length === 1 && only ? only : pattern === 'on' ? WITHOUT_FIT.on.kind : kind;
  return causes.length === 1 ? { kind: named, what } : { kind: named, what, causes };
}

const DOES: Readonly<Record<Pattern, string>> = {
  backwards: 'run backwards',
  hardly: 'hardly turn',
  on: 'turn more than told',
  exchanged: 'turn the body the wrong way',
};

const CAUSE_WORDS: Readonly<Partial<Record<FaultKind, string>>> = {
  encoderStuck: 'an encoder is stuck or its wire is loose',
  encoderReversed: 'an encoder counts backwards',
  encodersSwapped: 'the encoders are swapped',
  encoderJump: 'an encoder counts what is not there',
  motorDead: 'a motor is dead or has no power',
  motorReversed: 'a motor runs backwards',
  motorsSwapped: 'the motors are swapped',
  motorStuckOn: 'a motor runs on',
  wheelsBlocked: 'a wheel is blocked',
};

/** Two turns this near to each other look alike [rad]. */
const TELLS_APART: Radians = 0.12;

/**
 * Encoders that lie leave the body turning as it was told; motors and wheels that fail turn it as is counted. Where the
 * two turns are alike, or the gyroscope fits neither, everything stays possible.
 */
function toldApart(causes: readonly FaultKind[], sums: WindowSums, track: Meters): readonly FaultKind[] {
  const { turned, quick, slow, counted } = sums;
  if (turned === null || sums.repeats) return causes;
  const told = (difference(quick) + difference(slow)) / 2 / track;
  const seen = difference(counted) / track;
  if (Math.abs(told - seen) < TELLS_APART) return causes;
  const offTold = Math.abs(turned - told);
  const offSeen = Math.abs(turned - seen);
  if (offTold >= 0.5 * offSeen && offSeen >= 0.5 * offTold) return causes;
  const encoder = offTold < offSeen;
  const left = causes.filter((cause) => cause.startsWith('encoder') === encoder);
  return left.length > 0 ? left : causes;
}

/** A body that turns otherwise than its wheels: this much, and this share of the turn [rad/s]. */
const SLIPPING = 0.6;
const SLIPPING_SHARE = 0.4;

function slip({ turned, counted, lasting, repeats }: WindowSums, { track }: Measured): Finding | undefined {
  if (turned === null) return undefined;
  const rolled = difference(counted) / track;
  const off = Math.abs(turned - rolled);
  const most = Math.max(SLIPPING * lasting, SLIPPING_SHARE * Math.max(Math.abs(turned), Math.abs(rolled)));
  if (off <= most) return undefined;
  const seen = `${degrees(turned)} by the gyroscope, ${degrees(rolled)} by the wheels`;
  return repeats
    ? { kind: 'gyroStuck', what: `the gyroscope always tells the same (${seen})` }
    : { kind: 'wheelSlip', what: `a wheel slips (${seen})` };
}

/** Without encoders: turns that a gyroscope must see, within a window of this length [rad]. */
const DENIED: Radians = 1;

function deniedTurn({ turned, quick, slow, lasting }: WindowSums, { track }: Measured): Finding | undefined {
  if (turned === null) return undefined;
  const told = agreed(difference(quick), difference(slow)) / track;
  if (Math.abs(told) < DENIED) return undefined;
  const share = turned / told;
  const seen = `${degrees(told)} were told, ${degrees(turned)} turned`;
  if (share <= -BACKWARDS)
    return {
      kind: 'wheelReversed',
      what: `the body turns the wrong way (${seen}): a motor runs backwards, or the motors are swapped`,
      causes: ['motorReversed', 'motorsSwapped'],
    };
  if (share > 0.2 || lasting < 2 - 1e-9) return undefined;
  return { kind: 'noProgress', what: `the body does not turn as told (${seen})` };
}

const degrees = (angle: Radians): string => `${Math.round((180 * angle) / Math.PI)}°`;
