/** Wheels and track from a drive that is seen from outside: the most likely body for all of its fixes at once. */
import { type Belief, believe } from '../estimation/belief.js';
import { atFix, innovationOf, placeVariance } from '../estimation/fixes.js';
import { movedAlong, type RollingWheels, turnOfWheels } from '../estimation/motion.js';
import { moveAlongArc, type Pose, rotate, type Vec2 } from '../math/geometry.js';
import type { Fit } from '../math/leastSquares.js';
import type { Meters, Seconds } from '../math/units.js';
import { bodySlip, slipVariance } from '../robot/slip.js';
import type { RolledStep } from './countedWays.js';
import type { FloorFit } from './floorFit.js';
import { type MeasuredValue, measuredBy, sumWeights } from './measured.js';
import type { RunLog } from './runLog.js';
import { fitWithSlip, likeliestSlip } from './slipFit.js';

type SeenFix = RunLog['fixes'][number];

/** A drive: how it rolled by the file, and where it was seen. */
export interface SeenDrive {
  readonly steps: readonly RolledStep[];
  /** In the order of their times. */
  readonly fixes: readonly SeenFix[];
  /** By the file. */
  readonly track: Meters;
}

export interface FixedFit extends FloorFit {
  /** Where on the body the seen point is, from the axle's middle. */
  readonly tag: { readonly forward: MeasuredValue; readonly left: MeasuredValue };
  /** How much later the fixes are than they say. */
  readonly late: MeasuredValue;
}

const [LEFT, RIGHT, TRACK, FORWARD, ASIDE, LATE, X, Y, HEADING] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

const CAUTION = 1.25;
/** A fix farther off, in standard deviations, counts as this far, and corrects nothing: it is wrong. */
const OUTLIER = 4;
/** The robot stands before it drives: where it stood is known only by the fixes. */
const START = { place: 0.02, heading: 0.05 };

/**
 * Prediction errors of an extended Kalman filter, each in standard deviations: between two fixes the belief moves with the
 * wheels, whose slip adds to its covariance; each fix is compared with it, and corrects it. That makes the residuals
 * independent of each other, which the fixes' distances from one dead-reckoned path are not.
 */
export function fitFixed(drive: SeenDrive): FixedFit {
  const start = alignedStart(drive);
  const scale = { start: 1, step: 1e-4, least: 0.5, most: 2 };
  const place = { step: 1e-4, least: -100, most: 100 };
  const { fit, slip } = fitWithSlip(
    (values, assumed) => seenBy(drive, values, assumed).flatMap(({ off }) => off),
    [
      scale,
      scale,
      scale,
      { start: 0, step: 1e-4, least: -0.5, most: 0.5 },
      { start: 0, step: 1e-4, least: -0.5, most: 0.5 },
      { start: 0, step: 1e-3, least: -0.5, most: 0.5 },
      { ...place, start: start.x },
      { ...place, start: start.y },
      { start: start.heading, step: 1e-3, least: -10, most: 10 },
    ],
    ({ values }) => likeliestSlip((assumed) => costOf(seenBy(drive, values, assumed))),
  );
  return asFit(fit, slip, drive.track);
}

function asFit(fit: Fit, slip: number, track: Meters): FixedFit {
  const measured = (...indexes: readonly number[]): MeasuredValue =>
    measuredBy(fit, sumWeights(...indexes), CAUTION);
  const [left, right, wide] = [measured(LEFT), measured(RIGHT), measured(TRACK)];
  return {
    scale: measuredBy(fit, [0.5, 0.5], CAUTION),
    ratio: { value: right.value / left.value, deviation: measuredBy(fit, [-1, 1], CAUTION).deviation },
    left,
    right,
    track: { value: track * wide.value, deviation: track * wide.deviation },
    gyroScale: undefined,
    slip,
    bodySlip: bodySlip(slip, track * wide.value),
    tag: { forward: measured(FORWARD), left: measured(ASIDE) },
    late: measured(LATE),
  };
}

/** A fix against the belief: its distances in standard deviations, and ln det S. */
interface Surprise {
  readonly off: readonly [number, number];
  readonly size: number;
}

/** Twice the negative logarithm of the likelihood: Σ (ln det S + ν²). */
const costOf = (surprises: readonly Surprise[]): number =>
  surprises.reduce((sum, { off, size }) => sum + size + off[0] ** 2 + off[1] ** 2, 0);

function seenBy({ steps, fixes, track }: SeenDrive, values: readonly number[], slip: number): Surprise[] {
  const value = (i: number) => values[i] as number;
  const wide = track * value(TRACK);
  const wheels = { track: wide, slip: slipVariance(slip, wide) };
  const ways = waysOf(steps, value(LEFT), value(RIGHT));
  const tag = { x: value(FORWARD), y: value(ASIDE) };
  const first = steps[0]?.from ?? 0;
  let belief = believe(first, { x: value(X), y: value(Y), heading: value(HEADING) }, START);
  let next = 0;
  return fixes.map(({ at, pose, deviation }) => {
    const seen = at - value(LATE);
    for (let until = steps[next]?.at; until !== undefined && until < seen; until = steps[++next]?.at)
      belief = movedTo(belief, until, ways, wheels);
    belief = movedTo(belief, seen, ways, wheels);
    const fix = { at: seen, ...axleOf(pose, tag, belief), deviation };
    const { off, size } = whitened(belief, fix);
    const far = Math.hypot(...off);
    if (far <= OUTLIER) belief = atFix(belief, fix);
    const share = far <= OUTLIER ? 1 : OUTLIER / far;
    return { off: [share * off[0], share * off[1]], size };
  });
}

/** Where the axle's middle was, if its heading is as believed. */
function axleOf(seen: Vec2, tag: Vec2, { pose }: Belief): Vec2 {
  const off = rotate(tag, pose.heading);
  return { x: seen.x - off.x, y: seen.y - off.y };
}

/** By Cholesky's factors of S = P + σ². */
function whitened(belief: Belief, fix: Vec2 & { at: Seconds; deviation: Meters }): Surprise {
  const { x, y } = innovationOf(belief, fix);
  const [a, b, d] = placeVariance(belief, fix.deviation);
  const first = x / Math.sqrt(a);
  const rest = d - (b * b) / a;
  return {
    off: [first, (y - (b / Math.sqrt(a)) * first) / Math.sqrt(rest)],
    size: Math.log(a) + Math.log(rest),
  };
}

type Ways = (at: Seconds) => { readonly left: Meters; readonly right: Meters };

/** How far each wheel had gone; between two steps evenly. Asked in the order of time, but for the last step. */
function waysOf(steps: readonly RolledStep[], l: number, r: number): Ways {
  let [i, left, right] = [0, 0, 0];
  return (at) => {
    for (let step = steps[i]; step && step.at <= at; step = steps[++i]) {
      left += l * step.left;
      right += r * step.right;
    }
    const step = steps[i];
    if (!step || at <= step.from) return { left, right };
    const share = (at - step.from) / (step.at - step.from);
    return { left: left + share * l * step.left, right: right + share * r * step.right };
  };
}

function movedTo(belief: Belief, at: Seconds, ways: Ways, wheels: RollingWheels): Belief {
  if (at <= belief.at) return belief;
  const [before, after] = [ways(belief.at), ways(at)];
  const rolled = { left: after.left - before.left, right: after.right - before.right };
  return movedAlong(belief, at, rolled, turnOfWheels(rolled, wheels));
}

/**
 * Where the drive began: the rigid motion that lays the path by the file over the fixes of its first part (Procrustes).
 *
 * θ = atan2(Σ p×z, Σ p·z), both about their means.
 */
function alignedStart({ steps, fixes, track }: SeenDrive): Pose {
  const first = steps[0]?.from ?? 0;
  const part = fixes.filter(({ at }) => at < first + ALIGNED);
  const path = part.map(({ at }) => placeAt(steps, track, at));
  const middle = (points: readonly Vec2[]): Vec2 => ({
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  });
  const [p0, z0] = [middle(path), middle(part.map(({ pose }) => pose))];
  let [cross, dot] = [0, 0];
  for (const [i, { x, y }] of path.entries()) {
    const { pose } = part[i] as SeenFix;
    const [px, py, zx, zy] = [x - p0.x, y - p0.y, pose.x - z0.x, pose.y - z0.y];
    cross += px * zy - py * zx;
    dot += px * zx + py * zy;
  }
  const heading = Math.atan2(cross, dot);
  const turned = rotate(p0, heading);
  return { x: z0.x - turned.x, y: z0.y - turned.y, heading };
}

/** Its first way is straight and long enough to tell where it looked. */
const ALIGNED: Seconds = 5;

function placeAt(steps: readonly RolledStep[], track: Meters, until: Seconds): Vec2 {
  let pose: Pose = { x: 0, y: 0, heading: 0 };
  for (const { at, left, right } of steps) {
    if (at > until) break;
    pose = moveAlongArc(pose, (left + right) / 2, (right - left) / track);
  }
  return pose;
}
