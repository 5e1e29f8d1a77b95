/** How fast a path may be driven at each place, so that neither wheel exceeds its speed or its acceleration. */
import type {
  Meters,
  MetersPerSecond,
  MetersPerSecondSquared,
  RadiansPerSecond,
  Seconds,
} from '../../math/units.js';
import type { WheelPath } from './wheelPath.js';

export interface DriveLimits {
  readonly track: Meters;
  /** Of the axle's middle. */
  readonly speed: MetersPerSecond;
  /** The same, at one place of the path; infinite where it has no limit of its own. */
  readonly speedAt?: (place: number) => MetersPerSecond;
  readonly wheelSpeed: MetersPerSecond;
  /** Of a wheel's rim. */
  readonly acceleration: MetersPerSecondSquared;
  readonly turnRate: RadiansPerSecond;
  /** Towards the centre of a bend. */
  readonly lateral: MetersPerSecondSquared;
}

/** A place that can only be passed at rest is passed at this many steps a second, or time would stand still there. */
const SLOWEST = 5;
const BISECTIONS = 40;

/**
 * The time at each place of a path driven as fast as the limits allow [s].
 *
 * With the steps of the path as parameter i and x = (di/dt)², a wheel with the way L(i) has the speed L'√x and the
 * acceleration L''x + L'u, u = d²i/dt². In each step x grows by 2u. So for both wheels
 *
 *     |L'|√x ≤ V,   |L''x + L'u| ≤ A,   x₊ = x + 2u
 *
 * and the middle, the turn rate and the force towards the centre have their limits of x. Backwards from the end: the
 * largest x from which a u within the limits leads to an x that is allowed next. Forwards from the start: the largest
 * u. This is time-optimal (Bobrow, Dubowsky and Gibson 1985; Pham 2018, TOPP-RA). The ends are free: a body at rest is
 * limited by `chooseWheels` there, and brakes for the end by `brakingSpeed`.
 */
export function timesAlong(path: WheelPath, limits: DriveLimits): Float64Array {
  const wheels = [derivativesOf(path.left), derivativesOf(path.right)] as const;
  const most = fastest(wheels, limits);
  slowBefore(most, wheels, limits.acceleration);
  const x = speedUp(most, wheels, limits.acceleration);
  const times = new Float64Array(path.count);
  for (let i = 1; i < path.count; i++) {
    const rates = Math.sqrt(x[i - 1] as number) + Math.sqrt(x[i] as number);
    times[i] = (times[i - 1] as Seconds) + 2 / rates;
  }
  return times;
}

/** L' and L'' of a wheel's way, per step and per step². */
interface Derivatives {
  readonly first: Float64Array;
  readonly second: Float64Array;
}
type Wheels = readonly [Derivatives, Derivatives];

function derivativesOf(way: Float64Array): Derivatives {
  const last = way.length - 1;
  const at = (i: number) => way[Math.min(last, Math.max(0, i))] as Meters;
  const first = way.map((_, i) => (at(i + 1) - at(i - 1)) / (i === 0 || i === last ? 1 : 2));
  const second = way.map((_, i) => (i === 0 || i === last ? 0 : at(i + 1) - 2 * at(i) + at(i - 1)));
  return { first, second };
}

/** The largest x by the limits of speeds, of the turn rate, and of the force in bends. */
function fastest([left, right]: Wheels, limits: DriveLimits): Float64Array {
  return left.first.map((l, i) => {
    const r = right.first[i] as number;
    const forward = Math.abs(l + r) / 2;
    const turn = Math.abs(r - l) / limits.track;
    const rate = Math.min(
      limits.wheelSpeed / Math.max(Math.abs(l), Math.abs(r)),
      forward > 0
        ? Math.min(limits.speed, limits.speedAt?.(i) ?? Number.POSITIVE_INFINITY) / forward
        : Number.POSITIVE_INFINITY,
      turn > 0 ? limits.turnRate / turn : Number.POSITIVE_INFINITY,
    );
    return Math.min(
      rate * rate,
      forward * turn > 0 ? limits.lateral / (forward * turn) : Number.POSITIVE_INFINITY,
    );
  });
}

/** The least and the largest u that both wheels allow at x; `least` > `most` if none does. */
function changes(wheels: Wheels, i: number, x: number, acceleration: MetersPerSecondSquared) {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  for (const { first, second } of wheels) {
    const [rate, bend] = [first[i] as number, (second[i] as number) * x];
    if (Math.abs(rate) < 1e-12) {
      if (Math.abs(bend) > acceleration) return { least: 1, most: -1 };
      continue;
    }
    const [one, other] = [(-acceleration - bend) / rate, (acceleration - bend) / rate];
    least = Math.max(least, Math.min(one, other));
    most = Math.min(most, Math.max(one, other));
  }
  return { least, most };
}

/** Backwards: lowers each x until the next one can be reached from it. */
function slowBefore(most: Float64Array, wheels: Wheels, acceleration: MetersPerSecondSquared): void {
  for (let i = most.length - 2; i >= 0; i--) {
    const next = most[i + 1] as number;
    const isAllowed = (x: number): boolean => {
      const u = changes(wheels, i, x, acceleration);
      return u.least <= u.most && x + 2 * u.least <= next;
    };
    const cap = most[i] as number;
    most[i] = isAllowed(cap) ? cap : Math.max(SLOWEST * SLOWEST, largest(isAllowed, cap));
  }
}

function largest(isAllowed: (x: number) => boolean, cap: number): number {
  let low = 0;
  let high = cap;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (isAllowed(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Forwards: no faster than the largest u allows. */
function speedUp(most: Float64Array, wheels: Wheels, acceleration: MetersPerSecondSquared): Float64Array {
  const x = Float64Array.from(most);
  for (let i = 0; i < x.length - 1; i++) {
    const here = x[i] as number;
    const u = changes(wheels, i, here, acceleration);
    const gain = u.least <= u.most ? 2 * u.most : 0;
    x[i + 1] = Math.max(SLOWEST * SLOWEST, Math.min(x[i + 1] as number, here + gain));
  }
  return x;
}
