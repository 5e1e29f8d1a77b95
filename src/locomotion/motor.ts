/** Converts allowed wheel speeds to duties: break-away, lead, then each motor's own figures. */
import { clamp } from '../math/geometry.js';
import { REST_SPEED } from '../math/standstill.js';
import type { Duty, MetersPerSecond, Seconds } from '../math/units.js';
import {
  type ByDirection,
  type ByWheel,
  type MotorFigures,
  motorFigures,
  type WrittenFigures,
} from '../robot/byWheel.js';
import type { BodyLimits } from '../robot/limits.js';
import type { WheelDuties, WheelSpeeds } from '../signals/signals.js';

export interface MotorModel extends ReadFigures {
  readonly breakaway: MetersPerSecond;
  readonly lead?: Seconds;
}

/** With each motor's figures in each direction, where they were read already: every tick asks for them. */
interface ReadFigures extends WrittenFigures {
  readonly figures?: ByWheel<MotorFigures>;
}

/** What the loop has found out about its motors, beside the figures of the file. */
export interface MotorNews {
  /** g, the true speed of each wheel by its commanded one. */
  readonly gains: WheelSpeeds;
  /** c, what the wheel-speed loop adds [m/s]. */
  readonly added: WheelSpeeds;
  /** V₀/V, the battery's voltage for which the figures hold by the measured one. */
  readonly boost: number;
}

/** A little more than the speed that starts a wheel, since motors differ by some per cent. */
const BREAKAWAY_SNAP = 1.1;
/**
 * Raises the command of a wheel at rest to the speed at which it starts. A moving wheel keeps its command; a command
 * below the resting speed becomes zero.
 *
 * @param moving the wheels' speeds after all sent commands have taken effect; zero while encoders do not count
 * @param holding the robot is inside the goal's hold band: no command is raised, or the robot would hunt
 */
export function breakAway(
  granted: WheelSpeeds,
  moving: WheelSpeeds,
  motor: MotorModel,
  holding: boolean,
): WheelSpeeds {
  const start = BREAKAWAY_SNAP * motor.breakaway;
  const snap = (asked: MetersPerSecond, now: MetersPerSecond) => {
    // Steering slows by a share each tick, never to zero; the deadband would still add power.
    if (Math.abs(asked) < REST_SPEED) return 0;
    if (now !== 0 || Math.abs(asked) >= start) return asked;
    return holding ? 0 : Math.sign(asked) * start;
  };
  return { left: snap(granted.left, moving.left), right: snap(granted.right, moving.right) };
}

/**
 * Feeds a wheel's acceleration forward, so that a motor with lag follows sooner: v + T·v̇ with T = kA/kV and
 * v̇ = (v − v_before)/dt. It never turns a command round, and zero stays zero.
 */
export function withLead(
  speeds: WheelSpeeds,
  before: WheelSpeeds,
  dt: Seconds,
  { lead = 0, noLoadSpeed }: MotorModel,
): WheelSpeeds {
  if (lead === 0) return speeds;
  const ahead = (now: MetersPerSecond, was: MetersPerSecond) => {
    const pace = Math.abs(now) + (lead * Math.sign(now) * (now - was)) / dt;
    return Math.sign(now) * clamp(pace, 0, Math.max(Math.abs(now), noLoadSpeed));
  };
  return { left: ahead(speeds.left, before.left), right: ahead(speeds.right, before.right) };
}

const NO_NEWS: MotorNews = { gains: { left: 1, right: 1 }, added: { left: 0, right: 0 }, boost: 1 };

/**
 * Guards people: whatever was learned and measured, a wheel is driven at most this share and this much faster than
 * told.
 */
export const MOST_MORE = 0.25;
export const MOST_ADDED: MetersPerSecond = 0.02;

/**
 * u = sgn(v)·(V₀/V)·(kS + kV·w), with kS = d₀ the deadband, kV = (1 − d₀)/v₀ for the no-load speed v₀, each by wheel
 * and direction, and w = (|v| + c·sgn v)/g within |v|/1.25 … 1.25|v| + 20 mm/s; 0 stays 0, |u| ≤ 1. The share of
 * acceleration, kA·v̇, is in v already; see `withLead`.
 */
export function toDuties(
  speeds: WheelSpeeds,
  motor: ReadFigures,
  { gains, added, boost }: MotorNews = NO_NEWS,
): WheelDuties {
  const { left, right } = motor.figures ?? motorFigures(motor);
  const duty = (
    speed: MetersPerSecond,
    { noLoadSpeed, deadband }: MotorFigures,
    gain: number,
    more: MetersPerSecond,
  ): Duty => {
    if (speed === 0) return 0;
    const told = Math.abs(speed);
    const least = told / (1 + MOST_MORE);
    const most = told * (1 + MOST_MORE) + MOST_ADDED;
    const needed = clamp((told + more * Math.sign(speed)) / gain, least, most);
    return Math.sign(speed) * clamp(boost * (deadband + ((1 - deadband) * needed) / noLoadSpeed), 0, 1);
  };
  return {
    left: duty(speeds.left, speeds.left < 0 ? left.back : left.forward, gains.left, added.left),
    right: duty(speeds.right, speeds.right < 0 ? right.back : right.forward, gains.right, added.right),
  };
}

/** The rim speeds that motors as in the file would reach with these duties: v = sgn(u)·(|u|/boost − d₀)/(1 − d₀)·v₀. */
export function speedsOfDuties({ left, right }: WheelDuties, motor: ReadFigures, boost: number): WheelSpeeds {
  const figures = motor.figures ?? motorFigures(motor);
  const of = (duty: Duty, { forward, back }: ByDirection<MotorFigures>): MetersPerSecond => {
    const { deadband, noLoadSpeed } = duty < 0 ? back : forward;
    const power = Math.max(0, Math.abs(duty) / boost - deadband);
    return (Math.sign(duty) * power * noLoadSpeed) / (1 - deadband);
  };
  return { left: of(left, figures.left), right: of(right, figures.right) };
}

/** The body with the speed that its weaker wheel has left: a wheel at full duty cannot be given more. */
export function withGains(body: BodyLimits, gains: WheelSpeeds, boost: number): BodyLimits {
  const share = Math.min(gains.left, gains.right, 1) / Math.max(boost, 1);
  return share < 1 ? { ...body, maxWheelSpeed: share * body.maxWheelSpeed } : body;
}
