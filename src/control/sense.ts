/** What a robot makes of a reading: its estimate, what its sensors said last, and what they saw. */
import { type EstimatorState, heard, receiveEncoders, receivePose } from '../estimation/estimate.js';
import { receiveHeading } from '../estimation/heading.js';
import { receiveTurnRate } from '../estimation/turnRate.js';
import { isFiniteVec } from '../geometry.js';
import { faulted } from '../safety/supervisor.js';
import { countsBetween } from '../sensors/encoder.js';
import type { EncoderReading, HeadingReading, PoseReading, RangeReading, Reading } from '../signals.js';
import type { Controller } from './controller.js';
import { poseAt, type Sights, see } from './sight.js';
import type { LoopState } from './state.js';

/** What a reading changes. Guards people: one that holds what is no number stops the robot. */
export function sense(controller: Controller, state: LoopState, reading: Reading): LoopState {
  const fault = faultOf(reading);
  if (fault !== undefined) {
    const at = Number.isFinite(reading.at) ? reading.at : (state.at ?? 0);
    return { ...state, supervisor: faulted(state.supervisor, at, 'reading', fault) };
  }
  const estimator = estimate(controller, state, reading);
  switch (reading.kind) {
    case 'level':
      return { ...state, estimator, levels: { ...state.levels, [reading.sensor]: reading } };
    case 'battery':
      return { ...state, estimator, battery: reading };
    case 'range': {
      const sights = sight(controller, state, reading);
      const ranges = { ...state.ranges, [reading.sensor]: reading };
      return { ...state, estimator, ranges, sights };
    }
    default:
      return { ...state, estimator };
  }
}

/** Which of its numbers is none, if any. */
function faultOf(reading: Reading): string | undefined {
  if (!Number.isFinite(reading.at)) return `${reading.kind} with a time that is not a number`;
  switch (reading.kind) {
    case 'pose':
      return isFinitePose(reading) ? undefined : 'a pose that is not a number';
    case 'heading':
      return Number.isFinite(reading.heading) ? undefined : 'a heading that is not a number';
    case 'turnRate':
      return Number.isFinite(reading.turnRate) ? undefined : 'a turn rate that is not a number';
    default:
      return undefined;
  }
}

function estimate(controller: Controller, state: LoopState, reading: Reading): EstimatorState {
  const { estimator } = state;
  const { estimated } = controller;
  switch (reading.kind) {
    case 'encoders':
      // A robot file without encoders has no scale for counts.
      return estimated.metersPerCount ? odometry(controller, state, reading) : estimator;
    case 'pose':
      return receivePose(estimator, reading, estimated);
    case 'heading':
      return compass(controller, state, reading);
    case 'turnRate':
      return receiveTurnRate(estimator, reading, estimated);
    case 'battery':
      return heard(estimator, 'battery', reading.at);
    case 'level':
    case 'range':
      return heard(estimator, reading.sensor, reading.at);
  }
}

/** A sensor that the robot's file does not name cannot be placed on the body. */
function sight({ rangers, body }: Controller, state: LoopState, reading: RangeReading): Sights {
  const ranger = Object.hasOwn(rangers, reading.sensor) ? rangers[reading.sensor] : undefined;
  if (!ranger) return state.sights;
  const pose = poseAt(state.estimator, reading.at, body.track);
  return see(state.sights, ranger, reading, pose, state.surroundings.neighbors);
}

/** A heading of a sensor that the robot's file does not name is only heard. */
function compass({ estimated }: Controller, { estimator }: LoopState, reading: HeadingReading) {
  const { headingNoise = {} } = estimated;
  const noise = Object.hasOwn(headingNoise, reading.sensor) ? headingNoise[reading.sensor] : undefined;
  const state = heard(estimator, reading.sensor, reading.at);
  return noise === undefined ? state : receiveHeading(state, reading, noise, estimated);
}

function odometry({ estimated }: Controller, { estimator }: LoopState, reading: EncoderReading) {
  const before = estimator.counts ?? reading;
  const scale = estimated.metersPerCount ?? { left: 0, right: 0 };
  const ways = {
    left: countsBetween(before.left, reading.left) * scale.left,
    right: countsBetween(before.right, reading.right) * scale.right,
  };
  return receiveEncoders(estimator, reading, estimated, ways);
}

const isFinitePose = ({ pose }: PoseReading): boolean => isFiniteVec(pose) && Number.isFinite(pose.heading);
