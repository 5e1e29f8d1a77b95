/** What a robot makes of a reading: its estimate, what its sensors said last, and what they saw. */
import { receiveEncoders, receivePose, receiveTurnRate } from '../estimation/estimate.js';
import { type EstimatorState, noteHeard } from '../estimation/estimatorState.js';
import { receiveHeading } from '../estimation/heading.js';
import { toTwist } from '../locomotion/differentialDrive.js';
import { countWheels, recordTurnRate } from '../safety/motionMonitor.js';
import type { Ways } from '../safety/motionWindow.js';
import { type RangeHealths, updateRangeHealth } from '../safety/rangeHealth.js';
import { readingTrouble } from '../safety/readingChecks.js';
import { faulted, noted } from '../safety/supervisor.js';
import { countBadFrames, measureBattery } from '../safety/supplies.js';
import { countsBetween } from '../sensors/boardInputs.js';
import type { EncoderReading, HeadingReading, RangeReading, Reading } from '../signals/signals.js';
import { poseAt, type Sights, see } from './obstacleMemory.js';
import type { RobotModel } from './robotModel.js';
import { type Around, type Guards, type LoopState, supervised, updated } from './state.js';

/** What a reading changes. Guards people: a robot that goes by numbers that cannot be must stop. */
export function sense(model: RobotModel, state: LoopState, reading: Reading): LoopState {
  const last = state.estimator.heardAt[sourceOf(reading)];
  const trouble = readingTrouble(reading, last, state.at, model.period);
  if (trouble) {
    const at = Number.isFinite(reading.at) ? reading.at : (state.at ?? 0);
    const note = trouble.stops ? faulted : noted;
    return supervised(state, note, at, { kind: 'reading', what: trouble.what });
  }
  return believe(model, state, reading);
}

/** By which name its age is known. */
const sourceOf = (reading: Reading): string => ('sensor' in reading ? reading.sensor : reading.kind);

/** What the motion monitor makes of it: a count that jumps is a fault. */
function watch(
  { motionMonitor: monitored }: RobotModel,
  { guards, estimator }: LoopState,
  reading: Reading,
): Guards {
  if (reading.kind === 'turnRate')
    return { ...guards, motion: recordTurnRate(guards.motion, reading.at, reading.turnRate) };
  if (reading.kind !== 'encoders' || !monitored.metersPerCount) return guards;
  const way = wayCounted(monitored.metersPerCount, estimator, reading);
  const { state: motion, finding } = countWheels(guards.motion, reading.at, way, monitored);
  const { supervisor, supply, trip, powered } = guards;
  const judged = finding ? faulted(supervisor, reading.at, finding) : supervisor;
  return { supervisor: judged, motion, supply, trip, powered };
}

function believe(model: RobotModel, state: LoopState, reading: Reading): LoopState {
  const estimator = estimate(model, state, reading);
  const { around, guards } = state;
  switch (reading.kind) {
    case 'level': {
      const levels = { ...around.levels, [reading.sensor]: reading };
      return updated(state, { estimator, around: { ...around, levels } });
    }
    case 'battery': {
      const { battery } = model;
      const supply = battery ? measureBattery(guards.supply, reading, battery) : guards.supply;
      return updated(state, { estimator, guards: { ...guards, supply } });
    }
    case 'link':
      return updated(state, {
        estimator,
        guards: { ...guards, supply: countBadFrames(guards.supply, reading) },
      });
    case 'range':
      return updated(state, { estimator, around: looked(model, state, reading) });
    default:
      return updated(state, { estimator, guards: watch(model, state, reading) });
  }
}

/** What a range sensor changes. */
function looked(model: RobotModel, state: LoopState, reading: RangeReading): Around {
  const { targets, suspects, surroundings, ranges, levels } = state.around;
  return {
    targets,
    suspects,
    surroundings,
    ranges: { ...ranges, [reading.sensor]: reading },
    sights: sight(model, state, reading),
    health: health(model, state, reading),
    levels,
  };
}

/** A sensor that the robot's file does not name is not judged. */
function health(
  { rangers, body }: RobotModel,
  { around: { health: before }, granted }: LoopState,
  reading: RangeReading,
): RangeHealths {
  const { sensor } = reading;
  const ranger = Object.hasOwn(rangers, sensor) ? rangers[sensor] : undefined;
  if (!ranger) return before;
  const { linear } = toTwist(granted, body.track);
  return { ...before, [sensor]: updateRangeHealth(before[sensor], ranger, reading, linear) };
}

function estimate(model: RobotModel, state: LoopState, reading: Reading): EstimatorState {
  const { estimator } = state;
  const { estimation: estimated } = model;
  switch (reading.kind) {
    case 'encoders':
      // A robot file without encoders has no scale for counts.
      return estimated.metersPerCount ? odometry(model, state, reading) : estimator;
    case 'pose':
      return receivePose(estimator, reading, estimated);
    case 'heading':
      return compass(model, state, reading);
    case 'turnRate':
      return receiveTurnRate(estimator, reading, estimated);
    case 'battery':
    case 'link':
      return noteHeard(estimator, reading.kind, reading.at);
    case 'level':
    case 'range':
      return noteHeard(estimator, reading.sensor, reading.at);
  }
}

/** A sensor that the robot's file does not name cannot be placed on the body. */
function sight({ rangers, body }: RobotModel, state: LoopState, reading: RangeReading): Sights {
  const { sights, surroundings } = state.around;
  const ranger = Object.hasOwn(rangers, reading.sensor) ? rangers[reading.sensor] : undefined;
  if (!ranger) return sights;
  const pose = poseAt(state.estimator, reading.at, body.track);
  return see(sights, ranger, reading, pose, surroundings.neighbors);
}

/** A heading of a sensor that the robot's file does not name is only heard. */
function compass({ estimation: estimated }: RobotModel, { estimator }: LoopState, reading: HeadingReading) {
  const { headingNoise = {} } = estimated;
  const noise = Object.hasOwn(headingNoise, reading.sensor) ? headingNoise[reading.sensor] : undefined;
  const state = noteHeard(estimator, reading.sensor, reading.at);
  return noise === undefined ? state : receiveHeading(state, reading, noise, estimated);
}

function odometry({ estimation: estimated }: RobotModel, { estimator }: LoopState, reading: EncoderReading) {
  const ways = wayCounted(estimated.metersPerCount ?? { left: 0, right: 0 }, estimator, reading);
  return receiveEncoders(estimator, reading, estimated, ways);
}

/** How far each wheel rolled since the counters were read last [m]; the first reading is no motion. */
function wayCounted(scale: Ways, { counts }: EstimatorState, reading: EncoderReading): Ways {
  const before = counts ?? reading;
  return {
    left: countsBetween(before.left, reading.left) * scale.left,
    right: countsBetween(before.right, reading.right) * scale.right,
  };
}
