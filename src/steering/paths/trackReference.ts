/** The law that keeps a body on its reference. */
import { clamp, type Pose, wrapAngle } from '../../math/geometry.js';
import { brakingSpeed } from '../../math/stopping.js';
import { type Meters, mm, type Radians, type RadiansPerSecond } from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import type { Twist, WheelSpeeds } from '../../signals/signals.js';
import type { Percept } from '../behavior.js';
import { plannedDeceleration, settlingTime } from '../braking.js';
import type { Reference } from './reference.js';

/** ℓ: the body comes back to its path over about this way. */
const RETURN_WAY: Meters = 0.08;
/** k₀ [1/s]: how fast a heading is corrected at rest. */
const TURN_GAIN = 2;
/** A body farther off comes back at no larger an angle. */
const LARGEST_APPROACH: Radians = 1.2;
/** What it is farther aside than this is not corrected while the reference turns on the spot, where turning corrects nothing. */
const TURNED_ASIDE: Meters = mm(15);
/** Beyond this heading error turning comes first. */
const TURN_FIRST: Radians = 0.5;
/** Share of the wheels' acceleration that a turn is planned with. */
const TURN_SHARE = 0.9;

/** Nearer than this to its end the reference counts as driven [m of the faster wheel]. */
const STOP_WAY: Meters = mm(1.5);

/** A place on a reference, and the half width of the band in which the body need not correct. */
interface Tracked {
  readonly reference: Reference;
  readonly place: number;
  readonly band: Meters;
}

/** Whether all of the reference is driven; the body may still be off its end. */
export const isDriven = ({ reference, place }: Pick<Tracked, 'reference' | 'place'>): boolean =>
  reference.left(place) < STOP_WAY;

/** The body's mean twist over the coming tick, which keeps it on its reference and stops it at the end. */
export function twistAlong(percept: Percept, tracked: Tracked): Twist {
  const { reference, place, band } = tracked;
  if (isDriven(tracked)) return { linear: 0, angular: 0 };
  const left = reference.left(place);
  const off = offReference(reference, place, percept.pose);
  const aside = Math.sign(off.aside) * Math.max(0, Math.abs(off.aside) - band);
  return trackReference(tracked, { ...off, aside }, possibleShare(tracked, left, percept), percept);
}

/**
 * The share of the reference's speed that the body can have: its faster wheel has to be able to stop at the end, from
 * the mean of the tick on, and from its present speed it cannot gain more than a·dt.
 */
function possibleShare({ reference, place }: Tracked, left: Meters, percept: Percept): number {
  const { body, dt } = percept;
  const wheels = reference.wheelsFrom(place, dt);
  const wanted = Math.max(Math.abs(wheels.left), Math.abs(wheels.right));
  if (wanted === 0) return 1;
  const deceleration = plannedDeceleration(body);
  const { speed } = brakingSpeed(left, deceleration, settlingTime(dt));
  const mean = brakingSpeed(Math.max(0, left - (speed * dt) / 2), deceleration, settlingTime(dt));
  const now = Math.abs(percept.forwardSpeed) + (Math.abs(percept.turnRate) * body.track) / 2;
  const reachable = now + body.maxAcceleration * dt;
  return Math.min(1, mean.speed / wanted, reachable / wanted);
}

/** How the body lies to its reference. */
interface OffReference {
  /** To the left [m]. */
  readonly aside: Meters;
  /** Its heading less that of the reference. */
  readonly turned: Radians;
}

function offReference(reference: Reference, place: number, { x, y, heading }: Pose): OffReference {
  const at = reference.poseAt(place);
  const [dx, dy] = [x - at.x, y - at.y];
  const aside = Math.cos(at.heading) * dy - Math.sin(at.heading) * dx;
  return { aside, turned: wrapAngle(heading - at.heading) };
}

/**
 * The mean twist of the coming tick.
 *
 * Feed-forward: each wheel's way on the reference in that tick, over dt. It is exact at any rate, since no speed or
 * curvature is assumed to be constant in it. Feedback, with e the distance aside and e_θ the error of the heading:
 *
 *     q = e_θ + clamp(atan(e/2ℓ), ±1.2)       the error of the heading with which it comes back; see `correctable`
 *     ω = ω_ff − sign q · min((2|v|/ℓ + k₀)·|q|, √(2·0.9·(2a/b)·|q|))
 *
 * Near the path this is ω_ff − (2v/ℓ + k₀)e_θ − v·e/ℓ²: critically damped over the way, with the length ℓ at every
 * speed. Far off it turns as fast as it can still stop turning. Where |q| > 0.5 it turns first: v = min(v_ff cos² q, V
 * − |ω|b/2).
 *
 * @param off with the part of the distance aside that is to be corrected
 * @param share of the reference's speed
 */
export function trackReference(
  { reference, place }: Pick<Tracked, 'reference' | 'place'>,
  off: OffReference,
  share: number,
  { dt, body }: Pick<Percept, 'dt' | 'body'>,
): Twist {
  const wheels = reference.wheelsFrom(place, dt * share);
  const linear = ((wheels.left + wheels.right) / 2) * share;
  const aside = correctable(off.aside, wheels);
  const q = wrapAngle(
    off.turned + clamp(Math.atan(aside / (2 * RETURN_WAY)), -LARGEST_APPROACH, LARGEST_APPROACH),
  );
  const angular = ((wheels.right - wheels.left) / body.track) * share - correction(q, linear, body);
  if (Math.abs(q) <= TURN_FIRST) return { linear, angular };
  const turn = clamp(angular, -body.maxTurnRate, body.maxTurnRate);
  const room = Math.max(0, body.maxWheelSpeed - (Math.abs(turn) * body.track) / 2);
  return { linear: Math.min(linear * Math.max(0, Math.cos(q)) ** 2, room), angular: turn };
}

/** Else a body that has passed a fold of its path would turn no farther there: its feedback holds up the reference's turn. */
function correctable(aside: Meters, { left, right }: WheelSpeeds): Meters {
  const beyond = Math.abs(aside) - TURNED_ASIDE;
  const rolling = Math.abs(left) + Math.abs(right);
  if (beyond <= 0 || rolling === 0) return aside;
  return Math.sign(aside) * (TURNED_ASIDE + (beyond * Math.abs(left + right)) / rolling);
}

function correction(q: Radians, speed: number, body: BodyLimits): RadiansPerSecond {
  const straight = ((2 * Math.abs(speed)) / RETURN_WAY + TURN_GAIN) * Math.abs(q);
  const braking = Math.sqrt(2 * TURN_SHARE * ((2 * body.maxAcceleration) / body.track) * Math.abs(q));
  return Math.sign(q) * Math.min(straight, braking);
}
