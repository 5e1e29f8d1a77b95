/** The discrete linear-quadratic regulator of a unicycle's error, as WPILib's LTVUnicycleController has it. */
import type { MetersPerSecond, Seconds } from '../../../src/math/units.js';

/** Errors that are as bad as one another [m, m, rad], and commands [m/s, rad/s]. */
export interface Tolerances {
  readonly states: readonly [number, number, number];
  readonly inputs: readonly [number, number];
}
export const WPILIB_DEFAULTS: Tolerances = { states: [0.0625, 0.125, 2], inputs: [1, 2] };

type Matrix = readonly (readonly number[])[];
type Gain = readonly [readonly [number, number, number], readonly [number, number, number]];

const times = (a: Matrix, b: Matrix): number[][] =>
  a.map((row) => (b[0] ?? []).map((_, j) => row.reduce((sum, v, k) => sum + v * (b[k]?.[j] ?? 0), 0)));
const plus = (a: Matrix, b: Matrix, sign = 1): number[][] =>
  a.map((row, i) => row.map((v, j) => v + sign * (b[i]?.[j] ?? 0)));
const turned = (a: Matrix): number[][] => (a[0] ?? []).map((_, j) => a.map((row) => row[j] ?? 0));
const diagonal = (values: readonly number[]): number[][] =>
  values.map((v, i) => values.map((_, j) => (i === j ? v : 0)));

function inverse(m: Matrix): number[][] {
  const [[a = 1, b = 0] = [], [c = 0, d = 1] = []] = m;
  const det = a * d - b * c;
  return [
    [d / det, -b / det],
    [-c / det, a / det],
  ];
}

const ROUNDS = 400;
const known = new Map<string, Gain>();

/** K = (R + BᵀPB)⁻¹BᵀPA with the P that the Riccati recursion comes to; ẋ = v_x, ẏ = v θ, θ̇ = ω over one period. */
export function gainAt(speed: MetersPerSecond, dt: Seconds, { states, inputs }: Tolerances): Gain {
  // At rest the error to the side cannot be controlled.
  const v = Math.max(0.01, Math.round(Math.abs(speed) * 100) / 100) * (speed < 0 ? -1 : 1);
  const key = `${v} ${dt} ${states} ${inputs}`;
  const found = known.get(key);
  if (found) return found;
  const a = [
    [1, 0, 0],
    [0, 1, v * dt],
    [0, 0, 1],
  ];
  const b = [
    [dt, 0],
    [0, (v * dt * dt) / 2],
    [0, dt],
  ];
  const q = diagonal(states.map((s) => 1 / s ** 2));
  const r = diagonal(inputs.map((s) => 1 / s ** 2));
  let p: number[][] = q;
  let k: number[][] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const bp = times(turned(b), p);
    k = times(inverse(plus(r, times(bp, b))), times(bp, a));
    p = plus(q, times(times(turned(a), p), plus(a, times(b, k), -1)));
  }
  const gain = k as unknown as Gain;
  known.set(key, gain);
  return gain;
}
