/** A body that drives a figure eight for a minute, with what its sensors say of it. */

import { type Belief, believe, covarianceBetween, joined } from '../../../src/estimation/belief.js';
import { type History, movedOn, startHistory, withFix } from '../../../src/estimation/history.js';
import { GYRO_BIAS, LASTING, type Motion, type MovingBody, moved } from '../../../src/estimation/motion.js';
import { wheelDoubts } from '../../../src/estimation/wheelDoubt.js';
import { moveAlongArc, type Pose, wrapAngle } from '../../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../../src/math/random.js';
import type { Fix } from '../../../src/signals/readings.js';

export const BODY: MovingBody = { track: 0.15, doubts: wheelDoubts(0.15, 0.005) };
/** Of the gyroscope, as the filter takes it [rad²/s]; its bias walks by 0.002 °/s in a second. */
const GYRO_NOISE = 1e-6;
const BIAS_WALK = (0.002 * Math.PI) ** 2 / 180 ** 2;
const DOUBT = { place: 0.01, heading: 0.02, bias: 5e-4, scale: 0.02 };
export type Doubt = typeof DOUBT;

export interface Known {
  readonly belief: Belief;
  readonly history: History;
}

/** What is believed before the first fix. */
export function begun(at: number, pose: Pose, { place, heading, bias, scale }: Doubt): Known {
  let belief = believe(at, pose, { place, heading });
  for (const [error, deviation] of [
    [LASTING.counts.left, scale],
    [LASTING.counts.right, scale],
    [GYRO_BIAS, bias],
  ] as const)
    belief = joined(belief, error, { variance: deviation ** 2 });
  return { belief, history: startHistory(belief, true) };
}

export const rolledOn = ({ belief, history }: Known, motion: Motion): Known => ({
  belief: moved(belief, motion, BODY, true),
  history: movedOn(history, motion, BODY),
});

export interface Drive {
  readonly seed: number;
  readonly seconds?: number;
  readonly gyro?: boolean;
  /** σ of each wheel's slip [√m]. */
  readonly slip?: number;
  /** Errors that the body has for good. */
  readonly scales?: readonly [number, number];
  readonly gyroScale?: number;
  readonly gyroBias?: number;
  /** Of the fixes: σ [m], how often [s], how late [s], and the share that is 0.5 m wrong. */
  readonly deviation?: number;
  readonly every?: number;
  readonly late?: number;
  readonly wrong?: number;
  /** What is believed at the start, beside the truth. */
  readonly start?: Partial<Pose>;
  readonly doubt?: Partial<Doubt>;
}

export interface Instant {
  readonly at: number;
  readonly error: number;
  /** Errors in standard deviations, and the normalised square of all three. */
  readonly sigmas: readonly number[];
  readonly nees: number;
  readonly known: Known;
}

const DT = 0.02;

export function* driven(
  drive: Drive,
): Generator<Instant, { readonly refused: number; readonly falselyUsed: number }> {
  const { seconds = 60, gyro = true, slip = 0.005, scales = [0, 0], gyroScale = 0, gyroBias = 0 } = drive;
  const { deviation = 0.1, every = 0.1, late = 0.25, wrong = 0 } = drive;
  const random = resumeRandom(seedRandom(drive.seed));
  const gauss = () =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  let truth: Pose = { x: 0, y: 0, heading: Math.PI / 4 };
  let bias = gyroBias;
  let known = begun(0, { ...truth, ...drive.start }, { ...DOUBT, ...drive.doubt });
  const coming: (Fix & { readonly wrong: boolean })[] = [];
  let [refused, falselyUsed] = [0, 0];
  for (let tick = 1; tick <= seconds / DT; tick++) {
    const at = tick * DT;
    // A figure eight of 1 m by its turn rate.
    const way = 0.4 * DT;
    const turn = 1.6 * Math.sin((2 * Math.PI * at) / 8) * DT;
    const rolled = { left: way - (turn * BODY.track) / 2, right: way + (turn * BODY.track) / 2 };
    const went = [rolled.left, rolled.right].map(
      (each, i) => each * (1 + (scales[i] ?? 0)) + slip * Math.sqrt(Math.abs(each)) * gauss(),
    ) as [number, number];
    const turned = (went[1] - went[0]) / BODY.track;
    truth = moveAlongArc(truth, (went[0] + went[1]) / 2, turned);
    bias += Math.sqrt(BIAS_WALK * DT) * gauss();
    const told = turned * (1 + gyroScale) + bias * DT + Math.sqrt(GYRO_NOISE * DT) * gauss();
    known = rolledOn(known, { from: at - DT, at, ...rolled, told: gyro ? told : null, by: 'counts' });
    if (deviation > 0 && Math.round(at / DT) % Math.round(every / DT) === 0) {
      const isWrong = random.uniform() < wrong;
      const off = 2 * Math.PI * random.uniform();
      const [ox, oy] = isWrong
        ? [0.5 * Math.cos(off), 0.5 * Math.sin(off)]
        : [deviation * gauss(), deviation * gauss()];
      coming.push({ at, x: truth.x + ox, y: truth.y + oy, deviation, wrong: isWrong });
    }
    for (let fix = coming[0]; fix && fix.at <= at - late + 1e-9; fix = coming[0]) {
      coming.shift();
      known = withFix(known.belief, known.history, fix, BODY);
      if (known.history.refused > 0) refused += 1;
      else if (fix.wrong) falselyUsed += 1;
    }
    yield { at, known, ...judged(known.belief, truth) };
  }
  return { refused, falselyUsed };
}

function judged(belief: Belief, truth: Pose) {
  const { pose } = belief;
  const e = [truth.x - pose.x, truth.y - pose.y, wrapAngle(truth.heading - pose.heading)];
  const p = [0, 1, 2].map((i) => [0, 1, 2].map((j) => covarianceBetween(belief, i, j)));
  const sigmas = e.map((value, i) => Math.abs(value) / Math.sqrt(p[i]?.[i] ?? 1));
  return { error: Math.hypot(e[0] ?? 0, e[1] ?? 0), sigmas, nees: weighted(p, e) };
}

/** eᵀ P⁻¹ e of three, by elimination. */
function weighted(p: readonly (readonly number[])[], e: readonly number[]): number {
  const m = p.map((row, i) => [...row, e[i] ?? 0]);
  for (let i = 0; i < 3; i++)
    for (let k = i + 1; k < 3; k++) {
      const share = (m[k]?.[i] ?? 0) / (m[i]?.[i] ?? 1);
      for (let j = i; j < 4; j++) (m[k] as number[])[j] = (m[k]?.[j] ?? 0) - share * (m[i]?.[j] ?? 0);
    }
  const x = [0, 0, 0];
  for (let i = 2; i >= 0; i--) {
    const rest = [0, 1, 2].filter((j) => j > i).reduce((sum, j) => sum + (m[i]?.[j] ?? 0) * (x[j] ?? 0), 0);
    x[i] = ((m[i]?.[3] ?? 0) - rest) / (m[i]?.[i] ?? 1);
  }
  return x.reduce((sum, value, i) => sum + value * (e[i] ?? 0), 0);
}

export interface Figures {
  readonly mean: number;
  readonly worst: number;
  readonly most: number;
  /** Shares of ticks within 2 σ: x, y, heading. */
  readonly within: readonly number[];
  /** Mean, by degree of freedom. */
  readonly nees: number;
}

/** Figures of many drives, from a time on. */
export function figuresOf(drives: readonly Drive[], from = 1): Figures {
  const means: number[] = [];
  let [most, nees, ticks] = [0, 0, 0];
  const within = [0, 0, 0];
  for (const drive of drives) {
    let [sum, count] = [0, 0];
    for (const { at, error, sigmas, nees: one } of driven(drive)) {
      if (at < from) continue;
      sum += error;
      count += 1;
      most = Math.max(most, error);
      nees += one / 3;
      for (const [i, sigma] of sigmas.entries()) if (sigma < 2) within[i] = (within[i] ?? 0) + 1;
    }
    ticks += count;
    means.push(sum / count);
  }
  return {
    mean: means.reduce((a, b) => a + b, 0) / means.length,
    worst: Math.max(...means),
    most,
    within: within.map((n) => n / ticks),
    nees: nees / ticks,
  };
}
