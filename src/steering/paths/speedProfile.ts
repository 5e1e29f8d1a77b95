/** The speed limit at each place of a path: low in bends, and falling before them. */

import { clamp, cross, dot, sub } from '../../math/geometry.js';
import type { Meters, MetersPerSecond, MetersPerSecondSquared } from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import { plannedDeceleration, type SpeedLimit } from '../braking.js';
import type { Path } from './path.js';

const MIN_SPACING: Meters = 0.01;
/** A rotated or shifted path keeps its number of samples, despite rounding. */
const COUNT_TOLERANCE = 1e-6;
const MAX_SAMPLES = 50_000;
/** Bends are measured with chords of this share of the track: about as gradually as a body turns a sharp corner. */
const SPAN_PER_TRACK = 0.6;
/**
 * The limit of a bend begins this share of the track early: the body turns in as soon as the point it seeks is round
 * the bend.
 */
const LEAD_PER_TRACK = 0.3;

/**
 * The speed limit along a path from its curvature κ, sampled every 10 mm (wider on long paths).
 *
 * In a bend v ≤ V/(1 + |κ|b/2) (the outer wheel), v ≤ √(a/|κ|) (the force towards the centre) and
 * v ≤ ω_max/|κ|. Before it v² ≤ v_bend² + 2 a d, computed backwards from the end. κ is the angle between
 * two chords of about half a track, so a corner without a radius has a finite curvature and samples do not alias.
 */
export class SpeedProfile {
  readonly #spacing: Meters;
  readonly #squares: Float64Array;
  readonly #decelerations: Float64Array;

  constructor(path: Path, body: BodyLimits, loop: boolean) {
    const samples = clamp(Math.ceil(path.length / MIN_SPACING - COUNT_TOLERANCE), 2, MAX_SAMPLES);
    this.#spacing = path.length / samples;
    this.#squares = new Float64Array(samples + 1);
    this.#decelerations = new Float64Array(samples + 1);
    const span = SPAN_PER_TRACK * body.track;
    for (let i = 0; i <= samples; i++) {
      const bend = curvature(path, i * this.#spacing, span);
      this.#squares[i] = bendSpeed(bend, body) ** 2;
      this.#decelerations[i] = plannedDeceleration(body) / (1 + (bend * body.track) / 2);
    }
    this.#beginEarlier(Math.ceil((LEAD_PER_TRACK * body.track) / this.#spacing - COUNT_TOLERANCE));
    this.#slowBefore();
    if (loop) {
      this.#squares[samples] = Math.min(this.#square(samples), this.#square(0));
      this.#slowBefore();
    }
  }

  /** How hard a body can brake there: in a bend the outer wheel decelerates 1 + |κ|b/2 times as much as the body. */
  decelerationAt(progress: Meters): MetersPerSecondSquared {
    const i = clamp(Math.round(progress / this.#spacing), 0, this.#decelerations.length - 1);
    return this.#decelerations[i] as number;
  }

  /** The limit at an arc length, and how steeply it falls there (falling is positive, as for braking). */
  at(progress: Meters): SpeedLimit {
    const last = this.#squares.length - 1;
    const x = clamp(progress / this.#spacing, 0, last);
    const i = Math.min(Math.floor(x), last - 1);
    const here = this.#square(i) + (this.#square(i + 1) - this.#square(i)) * (x - i);
    const speed = Math.sqrt(here);
    return { speed, slope: (this.#square(i) - this.#square(i + 1)) / (2 * speed * this.#spacing) };
  }

  #square(i: number): number {
    return this.#squares[i] as number;
  }

  /** Each place takes the lowest limit of the samples just ahead of it. */
  #beginEarlier(samples: number): void {
    for (let i = 0; i < this.#squares.length; i++) {
      const ahead = this.#squares.subarray(i, i + samples + 1);
      this.#squares[i] = ahead.reduce((least, square) => Math.min(least, square));
    }
  }

  /** v² ≤ v² of the next place + 2 a ds, from the end on. */
  #slowBefore(): void {
    for (let i = this.#squares.length - 2; i >= 0; i--) {
      const gain = 2 * (this.#decelerations[i] as number) * this.#spacing;
      this.#squares[i] = Math.min(this.#square(i), this.#square(i + 1) + gain);
    }
  }
}

/** The profile of a path for a body, computed once per body, since path and body do not change. */
export function speedProfiles(path: Path, loop: boolean): (body: BodyLimits) => SpeedProfile {
  const known = new WeakMap<BodyLimits, SpeedProfile>();
  return (body) => {
    const profile = known.get(body) ?? new SpeedProfile(path, body, loop);
    known.set(body, profile);
    return profile;
  };
}

/** The angle between the chords to a place and from it, each `span` long, per span [1/m]. */
function curvature(path: Path, s: Meters, span: Meters): number {
  const middle = path.at(s);
  const before = sub(middle, path.at(s - span));
  const after = sub(path.at(s + span), middle);
  return Math.abs(Math.atan2(cross(before, after), dot(before, after))) / span;
}

function bendSpeed(curvature: number, body: BodyLimits): MetersPerSecond {
  if (curvature === 0) return body.maxSpeed;
  return Math.min(
    body.maxSpeed,
    body.maxWheelSpeed / (1 + (curvature * body.track) / 2),
    Math.sqrt(plannedDeceleration(body) / curvature),
    body.maxTurnRate / curvature,
  );
}
