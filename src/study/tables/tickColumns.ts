/** The columns of a recording's table: their names end with the unit, as those of a path's CSV file do. */
import type { Seconds } from '../../math/units.js';
import type { StoredRobot } from '../../recording/format/stored.js';
import type { EncoderReading, Tick } from '../../signals/signals.js';
import { fieldOf, listOf, valueAt } from '../../validation/values.js';
import type { Column } from './table.js';

/** What one row is made of. The file says it, and it may say anything. */
export interface TickMoment {
  /** Since the beginning of the recording. */
  readonly time: Seconds;
  readonly robot: StoredRobot;
  readonly tick: Tick;
  /** Distance between the wheels. */
  readonly track: unknown;
  /** The counters as the loop last read them. */
  readonly counts: EncoderReading | undefined;
  readonly link: unknown;
}

type Read = (moment: TickMoment) => unknown;

export interface TickColumn extends Column {
  readonly of: Read;
}

const number = (name: string, unit: string, description: string, of: Read): TickColumn => ({
  name,
  unit,
  type: 'double',
  description,
  of,
});

const other = (name: string, type: Column['type'], description: string, of: Read): TickColumn => ({
  name,
  unit: '',
  type,
  description,
  of,
});

const inTick =
  (...path: string[]): Read =>
  ({ tick }) =>
    valueAt(tick, path);

const inRobot =
  (...path: string[]): Read =>
  ({ robot }) =>
    valueAt(robot, path);

const NONE = Number.NaN;
const numeric = (value: unknown): number => (typeof value === 'number' ? value : NONE);
const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** The mean of the wheels' speeds, and their difference over the track. */
const forward: Read = ({ tick }) => {
  const wheels = valueAt(tick, ['estimate', 'wheels']);
  return orNull((numeric(fieldOf(wheels, 'left')) + numeric(fieldOf(wheels, 'right'))) / 2);
};
const turning: Read = ({ tick, track }) => {
  const wheels = valueAt(tick, ['estimate', 'wheels']);
  return orNull((numeric(fieldOf(wheels, 'right')) - numeric(fieldOf(wheels, 'left'))) / numeric(track));
};

/** A wheel's speed in the wanted motion. @param side left −1, right 1 */
const wantedWheel =
  (side: -1 | 1): Read =>
  ({ tick, track }) => {
    const [linear, angular] = ['linear', 'angular'].map((key) => numeric(valueAt(tick, ['wanted', key])));
    return orNull((linear ?? NONE) + (side * (angular ?? NONE) * numeric(track)) / 2);
  };

/** The words of a list's entries, with semicolons between them; null for an empty list. */
const joined =
  (list: string, word: string): Read =>
  ({ tick }) => {
    const words = listOf(fieldOf(tick, list)).map((entry) => fieldOf(entry, word));
    return words.length === 0 ? null : words.filter((each) => typeof each === 'string').join('; ');
  };

export const TICK_COLUMNS: readonly TickColumn[] = [
  number('time_s', 's', 'Time since the beginning of the recording', ({ time }) => time),
  number(
    'clock_s',
    's',
    "Time on the robot's own clock; it goes back where a run starts again",
    inTick('at'),
  ),
  other('robot', 'string', 'Name of the robot', inRobot('id')),
  other('lost_periods', 'int', 'Control periods missed since the tick before', inTick('lostPeriods')),

  number('x_m', 'm', 'Estimated position', inTick('estimate', 'pose', 'x')),
  number('y_m', 'm', 'Estimated position', inTick('estimate', 'pose', 'y')),
  number(
    'heading_rad',
    'rad',
    'Estimated heading, counter-clockwise from +x',
    inTick('estimate', 'pose', 'heading'),
  ),
  other(
    'pose_source',
    'string',
    'What the pose is estimated from: encoders, granted, pose',
    inTick('estimate', 'source'),
  ),
  number('variance_x_m2', 'm²', 'Variance of the estimated x', inTick('estimate', 'covariance', 'xx')),
  number('variance_y_m2', 'm²', 'Variance of the estimated y', inTick('estimate', 'covariance', 'yy')),
  number(
    'variance_heading_rad2',
    'rad²',
    'Variance of the estimated heading',
    inTick('estimate', 'covariance', 'hh'),
  ),
  number('covariance_x_y_m2', 'm²', 'Covariance of x and y', inTick('estimate', 'covariance', 'xy')),
  number(
    'covariance_x_heading_m_rad',
    'm rad',
    'Covariance of x and heading',
    inTick('estimate', 'covariance', 'xh'),
  ),
  number(
    'covariance_y_heading_m_rad',
    'm rad',
    'Covariance of y and heading',
    inTick('estimate', 'covariance', 'yh'),
  ),
  number(
    'predicted_x_m',
    'm',
    'Position after the commands already given; steering starts from here',
    inTick('estimate', 'predicted', 'x'),
  ),
  number(
    'predicted_y_m',
    'm',
    'Position after the commands already given',
    inTick('estimate', 'predicted', 'y'),
  ),
  number(
    'predicted_heading_rad',
    'rad',
    'Heading after the commands already given',
    inTick('estimate', 'predicted', 'heading'),
  ),
  number('true_x_m', 'm', 'True position; of a simulation only', inRobot('truth', 'x')),
  number('true_y_m', 'm', 'True position; of a simulation only', inRobot('truth', 'y')),
  number('true_heading_rad', 'rad', 'True heading; of a simulation only', inRobot('truth', 'heading')),
  number('cross_track_m', 'm', 'Distance from the path, left of it positive', inRobot('crossTrack')),

  number('speed_m_per_s', 'm/s', 'Estimated speed along the body', forward),
  number('turn_rate_rad_per_s', 'rad/s', 'Estimated turn rate, left positive', turning),
  number(
    'wheel_left_m_per_s',
    'm/s',
    'Estimated speed of the left wheel: measured where there are encoders, else granted',
    inTick('estimate', 'wheels', 'left'),
  ),
  number(
    'wheel_right_m_per_s',
    'm/s',
    'Estimated speed of the right wheel',
    inTick('estimate', 'wheels', 'right'),
  ),
  other(
    'encoder_left_counts',
    'int',
    "The left encoder's counter as last read; it wraps at 32 bits",
    ({ counts }) => fieldOf(counts, 'left'),
  ),
  other('encoder_right_counts', 'int', "The right encoder's counter as last read", ({ counts }) =>
    fieldOf(counts, 'right'),
  ),
  number('encoder_clock_s', 's', "When the counters were read, on the robot's own clock", ({ counts }) =>
    fieldOf(counts, 'at'),
  ),

  number(
    'desired_x_m_per_s',
    'm/s',
    'Desired velocity, which the behaviors ask for',
    inTick('steered', 'desiredVelocity', 'x'),
  ),
  number('desired_y_m_per_s', 'm/s', 'Desired velocity', inTick('steered', 'desiredVelocity', 'y')),
  number('force_x_n', 'N', 'Steering force after the clamp', inTick('steered', 'force', 'x')),
  number('force_y_n', 'N', 'Steering force after the clamp', inTick('steered', 'force', 'y')),
  number(
    'reference_x_m_per_s',
    'm/s',
    'Reference velocity, which steering integrates',
    inTick('steered', 'reference', 'x'),
  ),
  number('reference_y_m_per_s', 'm/s', 'Reference velocity', inTick('steered', 'reference', 'y')),
  number('wanted_speed_m_per_s', 'm/s', 'Wanted speed along the body', inTick('wanted', 'linear')),
  number(
    'wanted_turn_rate_rad_per_s',
    'rad/s',
    'Wanted turn rate, left positive',
    inTick('wanted', 'angular'),
  ),
  number('wanted_left_m_per_s', 'm/s', 'Wanted speed of the left wheel', wantedWheel(-1)),
  number('wanted_right_m_per_s', 'm/s', 'Wanted speed of the right wheel', wantedWheel(1)),
  number(
    'granted_left_m_per_s',
    'm/s',
    'Speed of the left wheel that the supervisor granted',
    inTick('granted', 'left'),
  ),
  number(
    'granted_right_m_per_s',
    'm/s',
    'Speed of the right wheel that the supervisor granted',
    inTick('granted', 'right'),
  ),
  number('duty_left', '', 'Duty of the left motor, −1 to 1', inTick('duties', 'left')),
  number('duty_right', '', 'Duty of the right motor, −1 to 1', inTick('duties', 'right')),

  other('behaviors', 'string', 'Behaviors that gave a force', joined('contributions', 'behavior')),
  other('arrived', 'boolean', 'The mission has arrived', inTick('arrived')),
  other('mode', 'string', 'Who drives: auto, the mission, or manual, an operator', inTick('mode')),
  other('safety', 'string', "The supervisor's state: driving, braking, stopped, faulted", inTick('safety')),
  other('cause', 'string', 'Why the robot does not drive', inTick('cause', 'what')),
  other('hold', 'string', 'Why the robot is held or slowed now; it goes on by itself', inTick('hold')),
  other(
    'standing',
    'string',
    'What keeps the robot where it is, after 5 s without progress',
    inTick('standing', 'why'),
  ),
  other('faults', 'string', 'Kinds of the faults that the robot noticed', joined('faults', 'kind')),
  number(
    'latency_s',
    's',
    'Measured time from a command to the first force of the motors',
    inTick('estimate', 'latency', 'value'),
  ),
  number('battery_v', 'V', 'Voltage of the battery', ({ link }) => fieldOf(link, 'volts')),
];
