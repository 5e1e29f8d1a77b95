/** The reference of a path follower: where both wheels are at each time, if the path is driven at the body's limits. */
import { clamp, type Pose, wrapAngle } from '../../math/geometry.js';
import type { SpeedLimit } from '../../math/stopping.js';
import type { Meters, MetersPerSecond, Radians, Seconds } from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import { curveAlong } from './curve.js';
import type { Path } from './path.js';
import type { SpeedAlong } from './speedAlong.js';
import { timesAlong } from './timeScaling.js';
import { type WheelPath, wheelPathOf } from './wheelPath.js';

/** Share of the acceleration that the reference uses; the rest is for correcting. Speeds are used in full. */
const ACCELERATION_SHARE = 0.97;

/** A part of a path, ready to be driven. Places on it are fractional indices. */
export class Reference {
  /** The last place. */
  readonly end: number;
  readonly #path: WheelPath;
  readonly #times: Float64Array;
  readonly #rim: Float64Array;
  readonly #track: Meters;
  /** A little more, for rounding. */
  readonly #longestStep: Meters;

  constructor(path: WheelPath, times: Float64Array, track: Meters) {
    this.end = path.count - 1;
    this.#path = path;
    this.#times = times;
    this.#track = track;
    this.#rim = fastestWheelsWay(path);
    this.#longestStep = longestStep(path, track / 2);
  }

  /** The first place that stands for an arc length of the path. */
  placeAt(arcLength: Meters): number {
    const { along } = this.#path;
    let low = 0;
    let high = this.end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((along[middle] as Meters) < arcLength) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  alongAt(place: number): Meters {
    return this.#between(this.#path.along, place);
  }

  poseAt(place: number): Pose {
    const { x, y, heading } = this.#path;
    return { x: this.#between(x, place), y: this.#between(y, place), heading: this.#between(heading, place) };
  }

  /** How far the faster wheel still has to roll. */
  left(place: number): Meters {
    return this.#at(this.#rim, this.end) - this.#between(this.#rim, place);
  }

  /**
   * The middle's speed at a place, and how steeply it falls along the way there (falling is positive, as for braking).
   */
  speedAt(place: number): SpeedLimit {
    const i = clamp(Math.floor(place), 0, this.end - 2);
    const [here, next] = [this.#speedOf(i), this.#speedOf(i + 1)];
    const slope = next.way > 0 ? (here.speed - next.speed) / next.way : 0;
    return { speed: here.speed + (next.speed - here.speed) * (place - i), slope };
  }

  /** Way of the middle for each metre of the faster wheel: less than 1 in bends, 0 on the spot. */
  wayShare(place: number): number {
    const i = clamp(Math.floor(place), 0, this.end - 1);
    const rim = this.#at(this.#rim, i + 1) - this.#at(this.#rim, i);
    return rim > 0 ? this.#wayOf(i) / rim : 1;
  }

  /** In the step after place i. */
  #speedOf(i: number) {
    const way = this.#wayOf(i);
    return { way, speed: way / (this.#at(this.#times, i + 1) - this.#at(this.#times, i)) };
  }

  #wayOf(i: number): Meters {
    const { left, right } = this.#path;
    return (this.#at(left, i + 1) - this.#at(left, i) + this.#at(right, i + 1) - this.#at(right, i)) / 2;
  }

  /** Mean speeds of both wheels in the time that follows a place. */
  wheelsFrom(
    place: number,
    dt: Seconds,
  ): { readonly left: MetersPerSecond; readonly right: MetersPerSecond } {
    const next = this.placeAfter(place, dt);
    const { left, right } = this.#path;
    return {
      left: (this.#between(left, next) - this.#between(left, place)) / dt,
      right: (this.#between(right, next) - this.#between(right, place)) / dt,
    };
  }

  /**
   * The place nearest to a pose, between two arc lengths: by position and heading together, where a turn counts as the
   * way of its wheels, (b/2)θ. So it tells apart the branches of a crossing, and the stages of a turn on the spot.
   *
   * From a place at distance d no nearer one than at distance d₀ comes within (d − d₀)/s places, where s is the longest
   * step: these are passed over.
   */
  locate(pose: Pose, from: Meters, to: Meters): number {
    const first = this.placeAt(from);
    const { along } = this.#path;
    let nearest = first;
    let least = Number.POSITIVE_INFINITY;
    for (let i = first; i <= this.end && (along[i] as Meters) <= to; ) {
      const off = this.#squaredOff(pose, i);
      if (off < least) {
        least = off;
        nearest = i;
      }
      i += Math.max(1, Math.floor((Math.sqrt(off) - Math.sqrt(least)) / this.#longestStep));
    }
    const before = nearest > first ? this.#foot(pose, nearest - 1) : nearest;
    const behind = nearest < this.end ? this.#foot(pose, nearest) : nearest;
    return this.#squaredOff(pose, before) < this.#squaredOff(pose, behind) ? before : behind;
  }

  /** The squared distance of a pose from a whole or fractional place. */
  #squaredOff({ x, y, heading }: Pose, place: number): number {
    const path = this.#path;
    const i = Math.min(Math.floor(place), this.end - 1);
    const share = place - i;
    const at = (values: Float64Array) => {
      const here = values[i] as number;
      return here + ((values[i + 1] as number) - here) * share;
    };
    const dx = x - at(path.x);
    const dy = y - at(path.y);
    const turn = (this.#track / 2) * wrapAngle(heading - at(path.heading));
    return dx * dx + dy * dy + turn * turn;
  }

  /** The foot of the perpendicular from a pose to the step after a place. */
  #foot({ x, y, heading }: Pose, i: number): number {
    const path = this.#path;
    const half = this.#track / 2;
    const step = (values: Float64Array) => this.#at(values, i + 1) - this.#at(values, i);
    const [ux, uy, uh] = [step(path.x), step(path.y), half * step(path.heading)];
    const [px, py] = [x - this.#at(path.x, i), y - this.#at(path.y, i)];
    const ph = half * wrapAngle(heading - this.#at(path.heading, i));
    const long = ux * ux + uy * uy + uh * uh;
    return i + (long > 0 ? clamp((px * ux + py * uy + ph * uh) / long, 0, 1) : 0);
  }

  /** The place that the reference reaches after a time; beyond its end it goes on as in its last step. */
  placeAfter(place: number, dt: Seconds): number {
    const until = this.#between(this.#times, place) + dt;
    let i = Math.floor(place);
    while (i < this.end - 1 && this.#at(this.#times, i + 1) < until) i++;
    const lasts = this.#at(this.#times, i + 1) - this.#at(this.#times, i);
    return i + (until - this.#at(this.#times, i)) / lasts;
  }

  #at(values: Float64Array, i: number): number {
    return values[i] as number;
  }

  #between(values: Float64Array, place: number): number {
    const i = clamp(Math.floor(place), 0, this.end - 1);
    const here = values[i] as number;
    return here + ((values[i + 1] as number) - here) * (place - i);
  }
}

/** ∫max(|dL|, |dR|). */
function fastestWheelsWay({ count, left, right }: WheelPath): Float64Array {
  const way = new Float64Array(count);
  for (let i = 1; i < count; i++) {
    const l = Math.abs((left[i] as Meters) - (left[i - 1] as Meters));
    const r = Math.abs((right[i] as Meters) - (right[i - 1] as Meters));
    way[i] = (way[i - 1] as Meters) + Math.max(l, r);
  }
  return way;
}

/** Of place and turn together, as `locate` measures them. */
function longestStep({ count, x, y, heading }: WheelPath, half: Meters): Meters {
  let longest = 1e-6;
  for (let i = 1; i < count; i++) {
    const step = (values: Float64Array) => (values[i] as number) - (values[i - 1] as number);
    longest = Math.max(longest, Math.hypot(step(x), step(y), half * step(heading)));
  }
  return 1.001 * longest;
}

export interface ReferenceOptions {
  /** By how much corners may be cut. */
  readonly tolerance: Meters;
  /** At most this fast at an arc length. */
  readonly speed: SpeedAlong | undefined;
  /** Heading at the end. */
  readonly face: Radians | undefined;
}

/** Long paths are prepared in parts of about this length, when the body comes to them. */
const PART: Meters = 10;
/** A part begins so far before its first place, so that the body has the right speed there. */
const RUN_UP: Meters = 1;
const PARTS_KEPT = 2;

/** The references of a path for one body. */
export class References {
  readonly #path: Path;
  readonly #body: BodyLimits;
  readonly #options: ReferenceOptions;
  readonly #part: Meters;
  readonly #known = new Map<number, Reference>();

  constructor(path: Path, body: BodyLimits, options: ReferenceOptions) {
    this.#path = path;
    this.#body = body;
    this.#options = options;
    this.#part = path.length / Math.max(1, Math.round(path.length / PART));
  }

  /** The part that an arc length lies in. */
  at(progress: Meters): Reference {
    const parts = Math.round(this.#path.length / this.#part);
    const number = clamp(Math.floor(progress / this.#part), 0, parts - 1);
    let reference = this.#known.get(number);
    if (!reference) {
      reference = this.#prepare(number);
      const [oldest] = this.#known.keys();
      if (this.#known.size >= PARTS_KEPT && oldest !== undefined) this.#known.delete(oldest);
      this.#known.set(number, reference);
    }
    return reference;
  }

  #prepare(number: number): Reference {
    const [path, body, { tolerance, speed, face }] = [this.#path, this.#body, this.#options];
    const runOut = RUN_UP + body.maxSpeed ** 2 / body.maxAcceleration;
    const begins = number * this.#part - RUN_UP;
    const ends = (number + 1) * this.#part + runOut;
    const from = path.loops ? begins : Math.max(0, begins);
    const to = path.loops ? ends : Math.min(path.length, ends);
    const curve = curveAlong(path, from, to, tolerance);
    const wheels = wheelPathOf(curve, body.track, to === path.length ? face : undefined);
    const force = body.maxForce / body.mass;
    const times = timesAlong(wheels, {
      track: body.track,
      speed: body.maxSpeed,
      ...(speed && { speedAt: (place) => speed(wheels.along[place] as Meters) }),
      wheelSpeed: body.maxWheelSpeed,
      acceleration: ACCELERATION_SHARE * Math.min(body.maxAcceleration, force),
      turnRate: body.maxTurnRate,
      lateral: force,
    });
    return new Reference(wheels, times, body.track);
  }
}

/** Of a body all that a reference depends on; not how late it answers, which a measured latency changes in each tick. */
const DRIVEN_BY = [
  'track',
  'mass',
  'maxSpeed',
  'maxWheelSpeed',
  'maxAcceleration',
  'maxTurnRate',
  'maxForce',
] as const;

/** The references of a path for each body, since neither changes. */
export function referencesOf(path: Path, options: ReferenceOptions): (body: BodyLimits) => References {
  const known = new WeakMap<BodyLimits, References>();
  let last: { readonly body: BodyLimits; readonly references: References } | undefined;
  return (body) => {
    const before = last;
    if (before && DRIVEN_BY.every((limit) => body[limit] === before.body[limit])) return before.references;
    const references = known.get(body) ?? new References(path, body, options);
    known.set(body, references);
    last = { body, references };
    return references;
  };
}
