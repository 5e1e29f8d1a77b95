/** Motors: a run with the wheels off the floor, and what it says of each value in the robot's file. */

import type { YamlPath } from '../../config/yaml/yamlLocate.js';
import type { MeasuredValue } from '../../identify/measured.js';
import { fitMotors, type MotorFit, type RollingDirection } from '../../identify/motorFit.js';
import { perCountOf } from '../../identify/rolled.js';
import type { RunLog } from '../../identify/runLog.js';
import type { Meters, Seconds } from '../../math/units.js';
import { motorFigures } from '../../robot/byWheel.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { countsBetween } from '../../sensors/boardInputs.js';
import type { Side } from '../../signals/signals.js';
import { type BodyFinding, type Candidate, judged, untold } from './findings.js';
import { motorProgram } from './motorProgram.js';
import { type Rig, runManeuver } from './rig.js';

export type MotorResult =
  | { readonly fit: MotorFit }
  | { readonly verdict: 'not enough movement' | 'unsure'; readonly why: string };

/** A wheel must turn as far as this, and as many counts. */
const LEAST_WAY: Meters = 0.5;
const LEAST_COUNTS = 20;
/** The model explains counts this well, or it is not believed. */
export const MOST_RMS: Meters = 0.003;
const MOST_RMS_COUNTS = 0.6;

/** @throws what ends the maneuver */
export async function measureMotors(rig: Rig): Promise<MotorResult> {
  const { body, robot } = rig;
  const most = mostDuty(robot, body.speedLimit);
  const log = await runManeuver(rig, (since) => {
    const duty = motorProgram(since, most);
    return duty === null ? null : { left: duty, right: duty };
  });
  return fittedMotors(log, robot);
}

/** @param log of the motors' program, with both wheels alike or against each other */
export function fittedMotors(log: RunLog, robot: RobotDefinition): MotorResult {
  const perCount = perCountOf(robot);
  const way = leastWay(log, perCount);
  const counts = way / Math.max(perCount.left, perCount.right);
  if (way < LEAST_WAY || counts < LEAST_COUNTS) {
    const why = `a wheel turned by ${(1000 * way).toFixed(0)} mm in all, ${counts.toFixed(0)} counts`;
    return { verdict: 'not enough movement', why };
  }
  const fit = fitMotors(log, perCount, robot.motors.noLoadSpeed);
  const allowed = Math.max(MOST_RMS, MOST_RMS_COUNTS * Math.max(perCount.left, perCount.right));
  return fit.rms > allowed ? { verdict: 'unsure', why: poorFit(fit) } : { fit };
}

export const poorFit = ({ rms }: MotorFit): string =>
  `the wheels do not answer as motors with dead band, delay and lag do: ${(1000 * rms).toFixed(1)} mm off`;

/** A driver without a dead-man turns no wheel faster than its limit: a duty beyond that would not be given. */
export function mostDuty({ motors }: RobotDefinition, limit: number | null): number {
  if (limit === null) return 1;
  const { noLoadSpeed, deadband } = motors;
  return Math.min(1, deadband + ((1 - deadband) * limit) / noLoadSpeed);
}

function leastWay({ counts }: RunLog, perCount: Readonly<Record<Side, Meters>>): Meters {
  const way = (side: Side) =>
    counts.reduce((sum, reading, i) => {
      const before = counts[i - 1];
      return before ? sum + Math.abs(countsBetween(before[side], reading[side])) : sum;
    }, 0) * perCount[side];
  return Math.min(way('left'), way('right'));
}

/** The largest standard deviations of values that may be written. */
const SURE = { speed: 0.012, deadband: 0.01, response: 0.008 };
/** Delay and lag are written where their sum is sure, however well they are told apart. */
const ANY: Seconds = 1;
const TOLD_APART: Seconds = 0.02;

const MOTORS: readonly { readonly side: Side; readonly direction: RollingDirection }[] = [
  { side: 'left', direction: 'forward' },
  { side: 'left', direction: 'back' },
  { side: 'right', direction: 'forward' },
  { side: 'right', direction: 'back' },
];

/** Motors that differ by less are taken for equal. */
const ALIKE = { speed: 0.005, deadband: 0.004 };

export interface MotorScope {
  readonly robot: RobotDefinition;
  /** True way of each wheel by that of the file; 1 unless it was measured on the floor. */
  readonly scale: Readonly<Record<Side, MeasuredValue>>;
  readonly parts: { readonly motors: boolean; readonly latency: boolean };
}

const EXACT: MeasuredValue = { value: 1, deviation: 0 };
/** The wheels were not measured on the floor. */
export const UNSCALED = { left: EXACT, right: EXACT };

/** What the fit says, in the order of the file. */
export function motorFindings(result: MotorResult, scope: MotorScope): BodyFinding[] {
  const { robot, parts } = scope;
  if ('why' in result) {
    const what = parts.motors ? 'motors, delay and lag' : 'delay and lag';
    return [untold(what, result.verdict, result.why)];
  }
  const { fit } = result;
  const candidates = [...(parts.motors ? motorCandidates(fit, scope) : []), ...responseCandidates(fit)];
  return candidates.map((candidate) => judged(candidate, robot));
}

export function motorCandidates(
  fit: Pick<MotorFit, 'noLoadSpeed' | 'deadband'>,
  { robot, scale }: Pick<MotorScope, 'robot' | 'scale'>,
): Candidate[] {
  const speeds = MOTORS.map(({ side, direction }) => {
    const { value, deviation } = fit.noLoadSpeed[side][direction];
    const { value: times, deviation: doubt } = scale[side];
    return { value: times * value, deviation: Math.hypot(times * deviation, value * doubt) };
  });
  const deadbands = MOTORS.map(({ side, direction }) => fit.deadband[side][direction]);
  const speed = mean(speeds);
  return [
    ...figures(robot, { key: 'noLoadSpeed', what: 'no-load speed', unit: 'm/s' }, speeds, {
      most: SURE.speed * speed.value,
      alike: ALIKE.speed * speed.value,
    }),
    ...figures(robot, { key: 'deadband', what: 'dead band', unit: '' }, deadbands, {
      most: SURE.deadband,
      alike: ALIKE.deadband,
    }),
  ];
}

function mean(values: readonly MeasuredValue[]): MeasuredValue {
  const count = values.length;
  return {
    value: values.reduce((sum, { value }) => sum + value, 0) / count,
    deviation: Math.sqrt(values.reduce((sum, { deviation }) => sum + deviation ** 2, 0)) / count,
  };
}

interface Figure {
  readonly key: 'noLoadSpeed' | 'deadband';
  readonly what: string;
  readonly unit: 'm/s' | '';
}

/** One value for all motors where they are alike; else also one for each, or for each direction. */
function figures(
  robot: RobotDefinition,
  { key, what, unit }: Figure,
  values: readonly MeasuredValue[],
  { most, alike }: { readonly most: number; readonly alike: number },
): Candidate[] {
  const all = mean(values);
  const worst = Math.max(...values.map(({ deviation }) => deviation));
  const shared: Candidate = {
    what,
    path: ['motors', key],
    unit,
    measured: { value: all.value, deviation: worst },
    most,
  };
  const differ = (some: readonly MeasuredValue[], from: MeasuredValue) =>
    some.some(({ value, deviation }) => Math.abs(value - from.value) > Math.max(alike, 2 * deviation));
  const written = robot.motors.each !== undefined;
  if (!written && !differ(values, all)) return [shared];
  const sides = (['left', 'right'] as const).map((side, i) => {
    const own = values.slice(2 * i, 2 * i + 2);
    return { side, own, middle: mean(own) };
  });
  // One form for both sides: a file that says it by direction keeps that.
  const byDirection = sides.some(
    ({ side, own, middle }) => typeof robot.motors.each?.[side]?.[key] === 'object' || differ(own, middle),
  );
  return [
    shared,
    ...sides.flatMap(({ side, own, middle }): Candidate[] => {
      const path: YamlPath = ['motors', 'each', side, key];
      if (!byDirection || typeof robot.motors.each?.[side]?.[key] === 'number')
        return [{ what: `  ${side}`, path, unit, measured: middle, most }];
      return own.map((measured, i) => {
        const direction = i === 0 ? 'forward' : 'back';
        return { what: `  ${side}, ${direction}`, path: [...path, direction], unit, measured, most };
      });
    }),
  ];
}

const SPLIT = 'delay and lag are hard to tell apart: their sum is what counts';

/** @param sure the largest standard deviation of delay and lag together that may be written */
export function responseCandidates(
  { delay, lag, response }: Pick<MotorFit, 'delay' | 'lag' | 'response'>,
  sure = SURE.response,
): Candidate[] {
  const most = response.deviation <= sure ? ANY : 0;
  const why = lag.deviation > TOLD_APART && most > 0 ? { why: SPLIT } : {};
  return [
    { what: 'delay', path: ['control', 'latency'], unit: 's', measured: delay, most, ...why },
    { what: 'lag', path: ['motors', 'lag'], unit: 's', measured: lag, most, ...why },
    { what: 'delay and lag', path: null, unit: 's', measured: response, most: sure },
  ];
}

/** The robot with the motors that were found, so that the maneuvers after it are driven with them. */
export function withMotors(robot: RobotDefinition, result: MotorResult): RobotDefinition {
  if ('why' in result) return robot;
  const { fit } = result;
  const of = (side: Side) => ({
    noLoadSpeed: { forward: fit.noLoadSpeed[side].forward.value, back: fit.noLoadSpeed[side].back.value },
    deadband: { forward: fit.deadband[side].forward.value, back: fit.deadband[side].back.value },
  });
  const each = { left: of('left'), right: of('right') };
  const { left, right } = motorFigures({ ...robot.motors, each });
  const noLoadSpeed = Math.min(left.forward.noLoadSpeed, right.forward.noLoadSpeed);
  return {
    ...robot,
    motors: { ...robot.motors, each, noLoadSpeed, lag: fit.lag.value },
    control: { ...robot.control, latency: fit.delay.value },
  };
}
