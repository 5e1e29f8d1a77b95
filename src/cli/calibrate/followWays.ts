/** Drives both wheels along given ways: the counts hold them there, whatever the motors' figures are worth. */
import { toDuties } from '../../locomotion/motor.js';
import { clamp } from '../../math/geometry.js';
import type { Meters, MetersPerSecond, MetersPerSecondSquared, Radians, Seconds } from '../../math/units.js';
import { sharedSpeed } from '../../robot/byWheel.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { wheelsThatCountUp } from '../../sensors/boardInputs.js';
import type { Side } from '../../signals/signals.js';
import type { WheelProgram } from './rig.js';

/** How far each rim goes in one stretch. */
export interface Leg {
  readonly left: Meters;
  readonly right: Meters;
}

export const straight = (way: Meters): Leg => ({ left: way, right: way });
/** On the spot, left positive. */
export const turn = (angle: Radians, track: Meters): Leg => ({
  left: (-angle * track) / 2,
  right: (angle * track) / 2,
});

/** A square, with a turn after each side, so that the robot looks as it did at the start. */
export const square = (side: Meters, direction: 1 | -1, track: Meters): readonly Leg[] =>
  Array.from({ length: 4 }, () => [straight(side), turn((direction * Math.PI) / 2, track)]).flat();

/** Shares of what the robot can do: the rest is for holding the wheels to their ways. */
const SPEED_SHARE = 0.85;
const ACCELERATION_SHARE = 0.7;

/** A leg's time: accelerate, go, brake. */
interface Profile extends Leg {
  readonly longest: Meters;
  readonly speed: MetersPerSecond;
  readonly acceleration: MetersPerSecondSquared;
  readonly lasting: Seconds;
  /** Then it has no power. */
  readonly rest: Seconds;
}

function profileOf(
  leg: Leg,
  speed: MetersPerSecond,
  acceleration: MetersPerSecondSquared,
  rest: Seconds,
): Profile {
  const longest = Math.max(Math.abs(leg.left), Math.abs(leg.right));
  const top = Math.min(speed, Math.sqrt(longest * acceleration));
  return {
    ...leg,
    longest,
    speed: top,
    acceleration,
    rest,
    lasting: top > 0 ? longest / top + top / acceleration : 0,
  };
}

/** Way and speed of the faster wheel at a time within a leg. */
function along(
  { longest, speed, acceleration, lasting }: Profile,
  t: Seconds,
): readonly [Meters, MetersPerSecond] {
  const ramp = speed / acceleration;
  if (t < ramp) return [(acceleration * t * t) / 2, acceleration * t];
  if (t <= lasting - ramp) return [speed * (t - ramp / 2), speed];
  const left = Math.max(0, lasting - t);
  return [longest - (acceleration * left * left) / 2, acceleration * left];
}

/** Feedback [1/s]: small beside the delay, so that the wheels do not swing. */
const MOST_FEEDBACK = 3;
const FEEDBACK_SHARE = 0.3;
const SETTLING: Seconds = 0.3;
/**
 * After each stretch, without power, where wheels count up both ways: a wheel that stands before it turns round leaves no
 * doubt which way its last counts were, however late its motor is.
 */
const REST: Seconds = 0.4;

/**
 * Trapezoids of speed along each leg, with feedback on the counts: v = v_ref(t) + k·(s_ref(t − T) − s), where T is how
 * late the wheels are, and k = min(3, 0.3/T). Wheels that count up both ways rest after each leg.
 */
export function followWays(robot: RobotDefinition, legs: readonly Leg[]): WheelProgram {
  const { limits, motors, control, encoders } = robot;
  const late = control.latency + motors.lag;
  const countsUp = wheelsThatCountUp(encoders);
  const rest = countsUp.left || countsUp.right ? REST : 0;
  const speed = SPEED_SHARE * Math.min(limits.speed, sharedSpeed(motors));
  const profiles = legs.map((leg) => profileOf(leg, speed, ACCELERATION_SHARE * limits.acceleration, rest));
  const total = profiles.reduce((sum, { lasting, rest }) => sum + lasting + rest, 0);
  const gain = Math.min(MOST_FEEDBACK, FEEDBACK_SHARE / Math.max(late, 1e-3));
  return (since, seen) => {
    if (since > total + late + SETTLING) return null;
    const now = referenceAt(profiles, since);
    const before = referenceAt(profiles, Math.max(0, since - late));
    const speedOf = (side: Side): MetersPerSecond => {
      if (rest > 0 && now[side].speed === 0) return 0;
      const off = seen ? before[side].way - seen[side] : 0;
      return clamp(now[side].speed + gain * off, -1.2 * speed, 1.2 * speed);
    };
    return toDuties({ left: speedOf('left'), right: speedOf('right') }, motors);
  };
}

interface Reference {
  readonly way: Meters;
  readonly speed: MetersPerSecond;
}

function referenceAt(
  profiles: readonly Profile[],
  since: Seconds,
): Readonly<Record<'left' | 'right', Reference>> {
  let [left, right, t] = [0, 0, since];
  for (const profile of profiles) {
    if (t < profile.lasting + profile.rest) {
      const [way, speed] = along(profile, t);
      const of = (start: Meters, whole: Meters): Reference => {
        const share = whole / profile.longest;
        return { way: start + share * way, speed: share * speed };
      };
      return { left: of(left, profile.left), right: of(right, profile.right) };
    }
    left += profile.left;
    right += profile.right;
    t -= profile.lasting + profile.rest;
  }
  return { left: { way: left, speed: 0 }, right: { way: right, speed: 0 } };
}
