/** Duties, wheel speeds and accelerations stay within the limits of the body, whatever is asked for. */
import { MOST_ADDED, MOST_MORE } from '../../../src/locomotion/motor.js';
import { REST_SPEED } from '../../../src/math/standstill.js';
import type { Duty, MetersPerSecond, Seconds } from '../../../src/math/units.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { WheelSpeeds } from '../../../src/signals/signals.js';
import { type Check, linearOf, type Moment, SIDES } from '../moment.js';

const TOLERANCE = 1e-6;
/** Fastest rim while an operator drives by hand. */
const BY_HAND: MetersPerSecond = 0.3;
/** A wheel at rest starts with this much more than its breakaway. */
const START_FACTOR = 1.1;
const AT_REST: WheelSpeeds = { left: 0, right: 0 };
/** A long tick counts as this many periods. */
const MOST_PERIODS = 3;

export function withinLimits(): Check {
  let before: Moment | undefined;
  return {
    rule: 'limits',
    tick(now) {
      const last = now.placed ? undefined : before;
      before = now;
      return dutyTrouble(now) ?? speedTrouble(now, last) ?? (last && accelerationTrouble(now, last));
    },
  };
}

function dutyTrouble({ tick: { duties, granted }, robot: { motors } }: Moment): string | undefined {
  for (const side of SIDES) {
    const [duty, speed] = [duties[side], granted[side]];
    if (!(Math.abs(duty) <= 1)) return `the ${side} duty is ${duty}`;
    if (Math.abs(speed) > motors.noLoadSpeed + TOLERANCE) return `the ${side} wheel is granted ${speed} m/s`;
    const driven = speedOf(duty, motors);
    if (!isHeld(driven, speed, motors) && duty !== 0)
      return `the ${side} duty ${duty} drives ${driven} m/s, and ${speed} m/s is granted`;
    if (duty === 0 && Math.abs(speed) > Math.max(REST_SPEED, START_FACTOR * motors.breakaway) + TOLERANCE)
      return `the ${side} wheel has no power, and ${speed} m/s is granted`;
  }
  return undefined;
}

/**
 * Whether a duty drives a wheel as fast as it is granted, or as it takes to start it, with what the loop may add to
 * hold that.
 */
function isHeld(
  driven: MetersPerSecond,
  granted: MetersPerSecond,
  { noLoadSpeed, breakaway }: RobotDefinition['motors'],
): boolean {
  if (granted === 0 || driven * granted < 0) return Math.abs(driven) <= TOLERANCE && granted === 0;
  const least = Math.min(Math.abs(granted) / (1 + MOST_MORE), noLoadSpeed);
  const asked = Math.max(Math.abs(granted), START_FACTOR * breakaway);
  const most = asked * (1 + MOST_MORE) + MOST_ADDED;
  return Math.abs(driven) >= least - TOLERANCE && Math.abs(driven) <= most + TOLERANCE;
}

/** The rim speed that a duty gives by the robot's file. */
function speedOf(duty: Duty, { deadband, noLoadSpeed }: RobotDefinition['motors']): MetersPerSecond {
  const power = Math.abs(duty) - deadband;
  return power > 0 ? (Math.sign(duty) * power * noLoadSpeed) / (1 - deadband) : 0;
}

/** Beyond a limit the faster wheel may only get slower. A limit that an operator lowers counts from the next tick on. */
function speedTrouble({ tick, robot }: Moment, last: Moment | undefined): string | undefined {
  const before = last?.tick.granted;
  const limit = Math.max(robot.limits.speed, last?.robot.limits.speed ?? 0);
  const most = Math.min(limit, robot.motors.noLoadSpeed);
  const speed = Math.abs(linearOf(tick.granted));
  if (before && speed > most + TOLERANCE && speed > Math.abs(linearOf(before)) + TOLERANCE)
    return `${speed} m/s forward, the limit is ${most} m/s`;
  if (tick.mode !== 'manual' || !before) return undefined;
  const fastest = Math.max(BY_HAND, Math.abs(before.left), Math.abs(before.right));
  const fast = SIDES.find((side) => Math.abs(tick.granted[side]) > fastest + TOLERANCE);
  return fast && `the ${fast} wheel is driven by hand at ${tick.granted[fast]} m/s`;
}

/**
 * A fast wheel is cut at once to what the weaker motor of the two is now known to give with this battery: by this share
 * at most. Its own duty may be below one.
 */
const MOST_CUT = 0.1;

/** A STOP cuts the speed at once; a robot that is armed in the same tick starts from rest. */
function accelerationTrouble(now: Moment, last: Moment): string | undefined {
  const { granted } = now.tick;
  const before = now.said.some(({ kind }) => kind === 'stop') ? AT_REST : last.tick.granted;
  if (granted.left === 0 && granted.right === 0) return undefined;
  const dt = tickLength(now, last);
  const most = Math.max(now.robot.limits.acceleration, last.robot.limits.acceleration) * dt;
  const side = SIDES.find((one) => {
    const cut = Math.abs(granted[one]) < Math.abs(before[one]) ? MOST_CUT * Math.abs(before[one]) : 0;
    return Math.abs(granted[one] - before[one]) > most + cut + TOLERANCE;
  });
  if (side === undefined) return undefined;
  return `the ${side} wheel goes from ${before[side]} to ${granted[side]} m/s in ${dt.toFixed(4)} s`;
}

function tickLength(now: Moment, last: Moment): Seconds {
  const period = 1 / now.robot.control.rate;
  const passed = now.tick.at - last.tick.at;
  return passed > 0 ? Math.min(passed, MOST_PERIODS * period) : period;
}
