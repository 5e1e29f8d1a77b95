/**
 * How a belief moves with its body: exact arcs by wheels and gyroscope, and what each leaves unknown.
 *
 * The wheels' ways l, r turn a body of the track b by Δθ_w = (r − l)/b and move it by Δs = (l + r)/2. Errors that it has
 * for good are states of the belief: the shares by which each wheel goes farther, by its counts and by its commands, and
 * by which the track is wider, and the rate β of the gyroscope's bias beside the learned one.
 */
import { moveAlongArc, type Pose } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import type { SlipVariance } from '../robot/slip.js';
import { type Belief, FIRST_ERROR, HEADING, joined, stateOf } from './belief.js';
import type { WheelDoubts } from './wheelDoubt.js';

/** How far each wheel's rim went [m], forward positive. */
export interface WheelWays {
  readonly left: Meters;
  readonly right: Meters;
}

/** Δs = (l + r)/2, Δθ = (r − l)/b, along the exact arc. */
export const onArc = (pose: Pose, left: Meters, right: Meters, track: Meters): Pose =>
  moveAlongArc(pose, (left + right) / 2, (right - left) / track);

/** A motion between two instants: how far each wheel rolled, and the turn by the gyroscope. */
export interface Motion extends WheelWays {
  readonly from: Seconds;
  readonly at: Seconds;
  /** Null without a gyroscope. */
  readonly told: Radians | null;
  /** What says how far the wheels rolled. */
  readonly by: 'counts' | 'commands';
}

/** Track and slip of a body's wheels. */
export interface RollingWheels {
  readonly track: Meters;
  readonly slip: SlipVariance;
}

/** What a motion needs of its body. */
export interface MovingBody {
  readonly track: Meters;
  readonly doubts: WheelDoubts;
}

/** A turn, and what is not known of it and of the way meanwhile. */
export interface Turn {
  readonly turned: Radians;
  /** Of the turn [rad²]. */
  readonly variance: number;
  /** Of the way along its arc [m²]. */
  readonly along: number;
  /** Covariance of both [m·rad]. */
  readonly cross: number;
  /** Share of the wheels in it; a gyroscope has the rest. */
  readonly byWheels: number;
}

/** Of a gyroscope: variance per second, of noise and remaining bias. */
const GYRO_NOISE = 1e-6;
/**
 * Variance per radian of a gyroscope's turn, of errors in scale and mounting. Its scale is right within 1 %, and that is
 * how its doubt grows. What it counts against the wheels is less: its error is the same on every turn and so cancels
 * over turns to both sides, while slip adds up. On laps it is the wheels' share of 3 % that misled, not the scale.
 */
const GYRO_SCALE = 1e-4;
const GYRO_SCALE_BESIDE_WHEELS = 1e-6;
/** Variance per second for wheels that are pushed, blocked or slip, which encoders cannot see [rad²/s]. */
const SLIP_VARIANCE_RATE = 1e-4;

/** Of the heading per second, of a belief that is corrected: it would be too sure of wheels that slip or are pushed [rad²/s]. */
const PUSHED = 1e-5;

/** The errors that count in a motion. */
export const LASTING = {
  counts: { left: 'left', right: 'right' },
  commands: { left: 'commanded left', right: 'commanded right' },
} as const;
export const TRACK = 'track';
export const GYRO_BIAS = 'gyro bias';

/** Variance per second of a wheel's share: wheels wear off. */
const WEAR = 1e-9;
/** Of errors that change while the belief is corrected. The bias walks by 0.002 °/s in a second. */
const WALKS: Readonly<Record<string, number>> = {
  [GYRO_BIAS]: 1.2e-9,
  [LASTING.counts.left]: WEAR,
  [LASTING.counts.right]: WEAR,
  [LASTING.commands.left]: WEAR,
  [LASTING.commands.right]: WEAR,
};

/** The turn by the wheels alone, Δθ = (r − l)/b, and what slip makes of it over the way that they roll in the mean. */
export function turnOfWheels({ left, right }: WheelWays, { track, slip }: RollingWheels): Turn {
  const rolled = (Math.abs(left) + Math.abs(right)) / 2;
  return {
    turned: (right - left) / track,
    variance: slip.turn * rolled,
    along: slip.along * rolled,
    cross: slip.cross * (Math.abs(right) - Math.abs(left)),
    byWheels: 1,
  };
}

/**
 * The turn by wheels and gyroscope, each weighted by the other's variance: Δθ = Δθ_w + K (Δθ_g − Δθ_w), K = σ_w²/(σ_w² +
 * σ_g²).
 *
 * @param told by the gyroscope @param isCounted what was only commanded tells nothing beside a gyroscope
 */
export function fusedTurn(told: Radians, wheels: Turn, dt: Seconds, isCounted: boolean): Turn {
  const wheelVariance = wheels.variance + SLIP_VARIANCE_RATE * dt;
  const noise = GYRO_NOISE * dt;
  const sum = wheelVariance + noise + GYRO_SCALE_BESIDE_WHEELS * Math.abs(told);
  const measuring = sum > 0 ? wheelVariance / sum : 0;
  const share = isCounted ? measuring : 1;
  const rest = 1 - share;
  return {
    turned: wheels.turned + share * (told - wheels.turned),
    variance: share * share * (noise + GYRO_SCALE * Math.abs(told)) + rest * rest * wheelVariance,
    along: wheels.along,
    cross: rest * wheels.cross,
    byWheels: rest,
  };
}

/** The belief after a motion. @param isOpen whether it is corrected from outside */
export function moved(
  before: Belief,
  motion: Motion,
  { track, doubts }: MovingBody,
  isOpen: boolean,
): Belief {
  const { told, by, at } = motion;
  const dt = at - motion.from;
  const isCounted = by === 'counts';
  const belief = isCounted ? before : withCommanded(before, doubts);
  const known = asKnown(belief, motion, track);
  const wheels = turnOfWheels(known, { track: known.width, slip: doubts.slip });
  const pushed = isOpen ? { ...wheels, variance: wheels.variance + PUSHED * dt } : wheels;
  const turn = told === null ? pushed : fusedTurn(told - known.bias * dt, pushed, dt, isCounted);
  const next = movedAlong(belief, at, known, turn, effectsOf(belief, motion, turn.byWheels, known.width));
  return isOpen ? walked(next, dt) : next;
}

/** Both wheels' shares, which have in common what both motors have. */
function withCommanded(belief: Belief, { lasting }: WheelDoubts): Belief {
  const { left, right } = LASTING.commands;
  if (belief.errors.includes(left)) return belief;
  const half = lasting.difference ** 2 / 4;
  const variance = lasting.speed ** 2 + half;
  const first = joined(belief, left, { variance });
  const shared = [...new Array<number>(stateOf(first, left)).fill(0), lasting.speed ** 2 - half];
  return joined(first, right, { variance, shared });
}

/** The motion, with the errors that are believed. */
function asKnown({ errors, means }: Belief, { left: l, right: r, by }: Motion, track: Meters) {
  const names = LASTING[by];
  let left = l;
  let right = r;
  let width = track;
  let bias = 0;
  for (let i = 0; i < errors.length; i++) {
    const mean = means[i] as number;
    if (errors[i] === names.left) left = l * (1 + mean);
    else if (errors[i] === names.right) right = r * (1 + mean);
    else if (errors[i] === TRACK) width = track * (1 + mean);
    else if (errors[i] === GYRO_BIAS) bias = mean;
  }
  return { left, right, width, bias };
}

/** What each error, were it 1, would add to the turn and to the way: a = ∂Δs, t = ∂Δθ. */
interface Effects {
  readonly ways: readonly Meters[];
  readonly turns: readonly Radians[];
}

const NO_EFFECTS: Effects = { ways: [], turns: [] };

function effectsOf(
  { errors }: Belief,
  { left, right, from, at, by }: Motion,
  byWheels: number,
  width: Meters,
): Effects {
  const names = LASTING[by];
  // Arrays that grow take the room of seventeen numbers.
  const ways = new Array<Meters>(errors.length).fill(0);
  const turns = new Array<Radians>(errors.length).fill(0);
  for (let i = 0; i < errors.length; i++) {
    const error = errors[i];
    if (error === names.left) {
      ways[i] = left / 2;
      turns[i] = (-byWheels * left) / width;
    } else if (error === names.right) {
      ways[i] = right / 2;
      turns[i] = (byWheels * right) / width;
    } else if (error === TRACK) turns[i] = (-byWheels * (right - left)) / width;
    else if (error === GYRO_BIAS) turns[i] = -(1 - byWheels) * (at - from);
  }
  return { ways, turns };
}

/**
 * The belief after one arc of the length d, with the turn Δθ: x ← f(x), P ← F P Fᵀ + Q.
 *
 * F is the identity but for ∂(x, y, θ)/∂(θ, errors) at the middle heading ψ: the heading's error moves the body by
 * (−d sin ψ, d cos ψ), and an error that adds a to the way and t to the turn by
 *
 *     g = (a cos ψ − ½d·t sin ψ, a sin ψ + ½d·t cos ψ, t).
 *
 * So what lasts adds up along a straight way, and what a turn to the left adds, one to the right takes away. Q has the
 * slip's variance along the way, that of the turn, and what both have in common. The turn's variance V comes bit by bit
 * along the way: it moves the body aside by V·d²/3, of which V·d/2 is common with the heading.
 */
export function movedAlong(
  { pose, errors, means, covariance }: Belief,
  at: Seconds,
  { left, right }: WheelWays,
  { turned, variance, along, cross }: Turn,
  { ways, turns }: Effects = NO_EFFECTS,
): Belief {
  const way = (left + right) / 2;
  const middle = pose.heading + turned / 2;
  const c = Math.cos(middle);
  const s = Math.sin(middle);
  const n = FIRST_ERROR + errors.length;
  const p = covariance.slice();
  const hx = -way * s;
  const hy = way * c;
  const gx: number[] = new Array(errors.length);
  const gy: number[] = new Array(errors.length);
  for (let k = 0; k < errors.length; k++) {
    const half = (turns[k] as number) / 2;
    gx[k] = (ways[k] as number) * c + hx * half;
    gy[k] = (ways[k] as number) * s + hy * half;
  }
  // F P changes the first three rows, and (F P) Fᵀ the first three columns.
  for (let next = 1, step = n; ; next = n, step = 1) {
    for (let first = 0; first < n * next; first += next) {
      const h = p[first + HEADING * step] as number;
      let x = (p[first] as number) + hx * h;
      let y = (p[first + step] as number) + hy * h;
      let heading = h;
      for (let k = 0; k < errors.length; k++) {
        const e = p[first + (FIRST_ERROR + k) * step] as number;
        x += (gx[k] as number) * e;
        y += (gy[k] as number) * e;
        heading += (turns[k] as number) * e;
      }
      p[first] = x;
      p[first + step] = y;
      p[first + HEADING * step] = heading;
    }
    if (step === 1) break;
  }
  const aside = (variance * way * way) / 3;
  const lean = (variance * way) / 2;
  const xy = (along - aside) * c * s;
  const xh = cross * c - lean * s;
  const yh = cross * s + lean * c;
  p[0] = (p[0] as number) + along * c * c + aside * s * s;
  p[1] = p[n] = (p[1] as number) + xy;
  p[HEADING] = p[2 * n] = (p[HEADING] as number) + xh;
  p[n + 1] = (p[n + 1] as number) + along * s * s + aside * c * c;
  p[n + HEADING] = p[2 * n + 1] = (p[n + HEADING] as number) + yh;
  p[2 * n + HEADING] = (p[2 * n + HEADING] as number) + variance;
  return { at, pose: moveAlongArc(pose, way, turned), errors, means, covariance: p };
}

/** A bias and wheels that change while the belief is corrected. */
function walked({ at, pose, errors, means, covariance }: Belief, dt: Seconds): Belief {
  const n = FIRST_ERROR + errors.length;
  const p = covariance.slice();
  for (let k = 0; k < errors.length; k++) {
    const i = (n + 1) * (FIRST_ERROR + k);
    p[i] = (p[i] as number) + (WALKS[errors[k] as string] ?? 0) * dt;
  }
  return { at, pose, errors, means, covariance: p };
}

/** The share of a motion between two instants of it. */
export function partOf(motion: Motion, from: Seconds, at: Seconds): Motion {
  const share = (at - from) / (motion.at - motion.from);
  const { left, right, told, by } = motion;
  return {
    from,
    at,
    left: share * left,
    right: share * right,
    told: told === null ? null : share * told,
    by,
  };
}
