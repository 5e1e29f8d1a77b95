/** Faults of range sensors, the gyroscope, the battery and targets are noticed within the figures that SAFETY.md promises. */

import type { SensorDefinition } from '../../../src/kit/sensors/index.js';
import { sensorTypeOf } from '../../../src/kit/sensors/index.js';
import { deg, type MetersPerSecond, type Radians, type Seconds } from '../../../src/math/units.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { beamOf } from '../../../src/sensors/beam.js';
import type { MissionSpec } from '../../../src/steering/mission.js';
import {
  type Check,
  Lasting,
  linearOf,
  type Moment,
  mayDrive,
  responseOf,
  type Span,
  type Subject,
} from '../moment.js';

/** The robot slows down within this time. */
const HELD_WITHIN: Seconds = 0.3;
/** After half the speed for a moment it brakes. */
const HALF_SPEED_TIME: Seconds = 0.2;
const SLOW: MetersPerSecond = 0.05;
/** A sensor this far from the way ahead looks where the robot drives. */
const AHEAD: Radians = deg(60);
const STUCK_READINGS = 20;
const STUCK_SPEED: MetersPerSecond = 0.1;
/** These sensors have raw values, which vary as long as they are healthy. */
const hasRaw = (type: string): boolean => sensorTypeOf(type)?.curve !== undefined;

/** With a blind or silent sensor ahead the robot is held, then stands; with a stuck one after twenty readings. */
export function holdsWhenBlind(subject: Subject): Check {
  const { robot, struck } = subject;
  const forward = new Lasting();
  const stuckForward = new Lasting();
  const braking = robot.limits.speed / (0.8 * robot.limits.acceleration);
  const limit = HELD_WITHIN + HALF_SPEED_TIME + braking + 2 / robot.control.rate;
  const isAhead = (span: Span) => robot.sensors.some((sensor) => looksAhead(sensor, span));
  return {
    rule: 'blind sensor holds',
    tick({ at, tick, placed }) {
      const speed = mayDrive(tick) && !placed ? linearOf(tick.granted) : 0;
      const [blind] = struck.on(['rangeBlind', 'rangeSilent'], at).filter(isAhead);
      const silence = blind?.kind === 'rangeSilent' ? silenceOf(robot, blind) : 0;
      const lasted = forward.for(blind !== undefined && speed > SLOW, at);
      if (blind && lasted > limit + silence) return late(blind, lasted);
      const [stuck] = struck.on(['rangeStuck'], at).filter(isAhead);
      const raw = stuck && robot.sensors.find((one) => looksAhead(one, stuck) && hasRaw(one.type));
      const stuckFor = stuckForward.for(raw !== undefined && speed > STUCK_SPEED, at);
      const readings = STUCK_READINGS * Math.max(1 / 20, 1 / robot.control.rate);
      return stuck && stuckFor > limit + readings ? late(stuck, stuckFor) : undefined;
    },
  };
}

const looksAhead = ({ id, type, facing }: SensorDefinition, { sensor = id }: Span): boolean =>
  sensor === id &&
  Math.abs(facing) <= AHEAD &&
  ['gp2y0a21', 'gp2y0a41', 'maxsonar', 'sonar', 'lidar'].includes(type);

/** A sensor is silent after three missing readings. */
const silenceOf = ({ sensors }: RobotDefinition, span: Span): Seconds =>
  Math.max(0, ...sensors.filter((one) => looksAhead(one, span)).map((one) => 3 / (beamOf(one)?.rate ?? 10)));

const late = ({ kind }: Span, lasted: Seconds): string =>
  `${kind} for ${lasted.toFixed(2)} s, and the robot drives on`;

const BATTERY_WITHIN: Seconds = 1;
const DEAD_SHARE = 0.9;

/** Below `dead` a latched fault, below `low` half the speed. */
export function obeysBattery(subject: Subject): Check {
  const { robot, struck } = subject;
  const { battery } = robot;
  const [empty, low] = [new Lasting(), new Lasting()];
  const braking = robot.limits.speed / (0.8 * robot.limits.acceleration);
  return {
    rule: 'battery',
    tick({ at, tick, robot: used }) {
      const [fault] = battery ? struck.on(['batteryLow'], at) : [];
      const level = fault ? (fault.level ?? (battery?.low ?? 0) / 2) : Number.POSITIVE_INFINITY;
      const isEmpty = level < (battery?.dead ?? DEAD_SHARE * (battery?.low ?? 0));
      const period = 2 / robot.control.rate;
      if (empty.for(isEmpty && mayDrive(tick), at) > BATTERY_WITHIN + period)
        return 'the battery is empty for 1 s, and the robot drives on';
      const half = Math.min(used.limits.speed, used.motors.noLoadSpeed) / 2;
      const isFast = mayDrive(tick) && Math.abs(linearOf(tick.granted)) > half * 1.01;
      const isLow = low.for(level < (battery?.low ?? 0) && !isEmpty && isFast, at);
      return isLow > BATTERY_WITHIN + period + braking
        ? 'the battery is low, and the robot drives fast'
        : undefined;
    },
  };
}

/** Faster turns than this differ from what a faulty gyroscope or a slipping wheel shows. */
const TURN_ERROR = 1;
const TURN_SHARE = 0.6;
const NOTICED_WITHIN: Seconds = 0.5;
/** The monitor compares the turns in windows of this length. */
const WINDOW: Seconds = 0.25;
const WHEEL_FAULTS = /^(encoder|motor|wheelsBlocked|gyro)/;

/** With encoders and a gyroscope, a wheel that slips alone is noticed. */
export function noticesSlip(subject: Subject): Check {
  const { robot, plant, struck, sensing } = subject;
  const slips = new Lasting();
  let hasDriven = 0;
  const applies =
    robot.encoders && robot.sensors.some(({ type }) => type === 'mpu6050') && sensing === 'odometry';
  const limit = NOTICED_WITHIN + WINDOW + responseOf(subject) + 2 / robot.control.rate;
  return {
    rule: 'slip noticed',
    tick({ at, tick, wheels, placed, regular }: Moment) {
      if (placed) hasDriven = 0;
      if (mayDrive(tick) && tick.granted.left !== 0) hasDriven++;
      const [slip, ...others] = struck.on(['wheelSlip'], at);
      const alone =
        others.length === 0 &&
        !struck.spans.some((one) => WHEEL_FAULTS.test(one.kind) && one.from <= at && at < one.to + 1);
      const error = slip?.side ? (Math.abs(wheels[slip.side]) * (slip.share ?? 0)) / robot.chassis.track : 0;
      const rolled = Math.abs(wheels.right - wheels.left) / (robot.chassis.track * (1 + plant.trackError));
      const shows = error > Math.max(TURN_ERROR, TURN_SHARE * (rolled + error));
      const holds =
        applies === true && alone && shows && mayDrive(tick) && regular && hasDriven > robot.control.rate;
      return slips.for(holds, at) > limit ? 'a wheel slips, and the robot drives on' : undefined;
    },
  };
}

const FOLLOWED: Seconds = 0.45;
const PURSUITS = ['pursue', 'seek', 'arrive', 'offsetPursue'];

/** A robot that only pursues a moving target stands soon after the last news of it. */
export function stopsForLostTarget(subject: Subject, pursued: () => string | undefined): Check {
  const { robot, struck } = subject;
  const lost = new Lasting();
  const braking = robot.limits.speed / (0.7 * robot.limits.acceleration);
  const limit = FOLLOWED + braking + responseOf(subject) + 2 / robot.control.rate + 0.2;
  return {
    rule: 'lost target',
    tick({ at, tick }) {
      const target = pursued();
      const [fault] = target === undefined ? [] : struck.on(['targetLost'], at);
      const isLost = fault !== undefined && (fault.target ?? target) === target && tick.mode === 'auto';
      const lasted = lost.for(isLost && mayDrive(tick), at);
      const moves = Math.max(Math.abs(tick.granted.left), Math.abs(tick.granted.right)) > 1e-3;
      return lasted > limit && moves
        ? `${lasted.toFixed(2)} s after the last news of ${target} it moves`
        : undefined;
    },
  };
}

/** The moving target of a mission that does nothing but pursue it. */
export function pursuedBy(mission: MissionSpec | undefined): string | undefined {
  if (!mission || !('parameters' in mission) || !PURSUITS.includes(mission.behavior)) return undefined;
  const { target } = mission.parameters;
  return typeof target === 'object' && target !== null && 'mover' in target
    ? String(target.mover)
    : undefined;
}
