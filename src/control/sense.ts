/**
 * sense: applies a reading to the robot's knowledge: its pose, its surroundings, and whether its body follows commands.
 */
import { receiveHeading } from '../estimation/compass.js';
import { advanceEstimate, poseNear, receiveEncoders, receiveTurnRate } from '../estimation/estimate.js';
import {
  type EstimatorParameters,
  type EstimatorState,
  noteReading,
  noteSensor,
  type RollingWay,
} from '../estimation/estimatorState.js';
import { receivePose } from '../estimation/outside.js';
import { rollingWay } from '../estimation/rollingWay.js';
import { toTwist } from '../locomotion/differentialDrive.js';
import type { Seconds } from '../math/units.js';
import { rollWheels } from '../math/wheel.js';
import { carried, remember } from '../perception/remember.js';
import { type Glance, nothingSeen } from '../perception/seen.js';
import { countWheels, recordTurnRate } from '../safety/motionMonitor.js';
import { updateRangeHealth } from '../safety/rangeHealth.js';
import { describedKind, isFarAhead, readingTrouble, shapeTrouble } from '../safety/readingChecks.js';
import { faulted, noted } from '../safety/supervisor.js';
import { countFrames, measureBattery } from '../safety/supplies.js';
import { countsBetween } from '../sensors/boardInputs.js';
import { isFix, lastHeardOf, type SensorReading } from '../signals/readings.js';
import type {
  EncoderReading,
  HeadingReading,
  Placed,
  PoseReading,
  RangeReading,
  Reading,
} from '../signals/signals.js';
import { tripped } from './halt.js';
import { putDown, saysWhere, toldWhere } from './placing.js';
import type { RobotModel } from './robotModel.js';
import { type Around, type LoopState, lastTickAt, supervised, updated } from './state.js';

/** Guards people: a reading with impossible numbers stops the robot. */
export function sense(model: RobotModel, state: LoopState, reading: Reading): LoopState {
  const misshapen = shapeTrouble(reading);
  if (misshapen) return supervised(state, faulted, lastTickAt(state), { kind: 'reading', what: misshapen });
  if ('sensor' in reading && isForeign(model, reading)) {
    const what = `sensor '${reading.sensor}' sends ${describedKind(reading)}, as no sensor of its type does: it does not count`;
    return supervised(state, noted, lastTickAt(state), { kind: 'reading', what });
  }
  // Fixes may overtake one another.
  const last = isFix(reading) ? undefined : lastHeardOf(state.estimator.heardAt, reading);
  const trouble = readingTrouble(reading, last);
  if (!trouble && isFarAhead(reading.at, state.at, model.period)) return hear(state, reading);
  if (!trouble) return believe(model, state, reading);
  const at = Number.isFinite(reading.at) ? reading.at : lastTickAt(state);
  return supervised(state, trouble.stops ? faulted : noted, at, { kind: 'reading', what: trouble.what });
}

/** Only its time counts until the next tick. What the board has done is believed at once. */
function hear(state: LoopState, reading: Reading): LoopState {
  if (reading.kind === 'tripped') return tripped(state, { ...reading, at: lastTickAt(state) });
  return updated(state, { estimator: noteReading(state.estimator, reading) });
}

/**
 * Guards people: a range sensor that is silent must not pass for one that works because something else is told in its name.
 * A sensor that the robot file does not name may tell anything.
 */
const isForeign = ({ readingKinds }: RobotModel, { kind, sensor }: SensorReading) =>
  Object.hasOwn(readingKinds, sensor) && readingKinds[sensor] !== kind;

function believe(model: RobotModel, state: LoopState, reading: Reading): LoopState {
  const { estimator, guards } = state;
  switch (reading.kind) {
    case 'encoders':
      return countEncoders(model, state, reading);
    case 'tripped':
      return tripped(state, reading);
    case 'pose':
      return pose(model, state, reading);
    case 'heading':
      return reposed(model, state, reading, compass(model, estimator, reading));
    case 'turnRate': {
      const motion = recordTurnRate(guards.motion, reading.at, reading.turnRate);
      const turned = receiveTurnRate(estimator, reading, model.estimation);
      return updated(state, { estimator: turned, guards: { ...guards, motion } });
    }
    default:
      return note(model, state, reading);
  }
}

/** An exact pose, or a fix that tells the heading as well, says where a robot stands that waits to be told. */
function pose(model: RobotModel, state: LoopState, reading: PoseReading): LoopState {
  const { estimator, mission } = state;
  const isWaiting = mission.unplaced !== undefined;
  const { deviation: place = 0 } = reading;
  if (isWaiting && saysWhere(state, reading)) return putDown(model, state, { pose: reading.pose }, { place });
  const next = receivePose(estimator, reading, model.estimation);
  const known = reposed(model, state, reading, next);
  return isWaiting && next.heardAt.pose === reading.at ? toldWhere(known) : known;
}

type Noted = Exclude<Reading, { readonly kind: 'encoders' | 'pose' | 'heading' | 'turnRate' | 'tripped' }>;

/** Readings that do not change the pose. */
function note(model: RobotModel, state: LoopState, reading: Noted): LoopState {
  const { around, guards } = state;
  const estimator = noteReading(state.estimator, reading);
  switch (reading.kind) {
    case 'battery': {
      const { battery } = model;
      const supply = battery ? measureBattery(guards.supply, reading, battery) : guards.supply;
      return updated(state, { estimator, guards: { ...guards, supply } });
    }
    case 'link': {
      const supply = countFrames(guards.supply, reading);
      return updated(state, { estimator, guards: { ...guards, supply } });
    }
    case 'level': {
      const levels = { ...around.levels, [reading.sensor]: placed(model, estimator, reading) };
      return updated(state, { estimator, around: { ...around, levels } });
    }
    case 'bearing': {
      const bearings = { ...around.bearings, [reading.sensor]: placed(model, estimator, reading) };
      return updated(state, { estimator, around: { ...around, bearings } });
    }
    case 'range':
      return updated(state, { estimator, around: look(model, state, reading) });
  }
}

const placed = <R extends Reading>(
  { body }: RobotModel,
  estimator: EstimatorState,
  reading: R,
): Placed<R> => ({
  ...reading,
  from: poseNear(estimator, reading.at, body.track),
});

/**
 * The distance that each wheel rolled: the estimate follows it, and the motion monitor compares it with the commands.
 */
function countEncoders(
  { estimation, motionMonitor }: RobotModel,
  state: LoopState,
  reading: EncoderReading,
): LoopState {
  const { metersPerCount } = estimation;
  // A robot file without encoders has no scale for counts.
  if (!metersPerCount) return state;
  // The first reading means no motion.
  const { counts: before } = state.estimator;
  const { left, right } = before ?? reading;
  const rolls = rollsAt(state.estimator, reading.at, estimation);
  const ways = {
    left: countsBetween(left, reading.left) * metersPerCount.left * (rolls?.left ?? 1),
    right: countsBetween(right, reading.right) * metersPerCount.right * (rolls?.right ?? 1),
    ...(rolls && { rolls }),
  };
  const estimator = receiveEncoders(state.estimator, reading, estimation, ways);
  const { supervisor, motion, supply, trip, lateTicks, progress, isWeak, powered } = state.guards;
  const watched = countWheels(motion, reading.at, ways, motionMonitor);
  const judged = watched.finding ? faulted(supervisor, reading.at, watched.finding) : supervisor;
  const guards = {
    supervisor: judged,
    motion: watched.state,
    supply,
    trip,
    lateTicks,
    progress,
    isWeak,
    powered,
  };
  return updated(state, { estimator, guards });
}

/** The signs of the counts, where an encoder counts up both ways. */
function rollsAt(
  { at: since, wheels, sent, counts }: EstimatorState,
  at: Seconds,
  body: EstimatorParameters,
): RollingWay | undefined {
  const { countsUp } = body;
  if (!countsUp) return undefined;
  const now = at > since ? rollWheels(body, { speeds: wheels, from: since, to: at }, sent) : wheels;
  return rollingWay(now, countsUp, counts?.rolls);
}

/** News of where the robot is moves what it remembers, too. */
function reposed(
  { estimation }: RobotModel,
  state: LoopState,
  reading: PoseReading | HeadingReading,
  told: EstimatorState,
): LoopState {
  const { estimator, around } = state;
  if (around.seen === nothingSeen) return updated(state, { estimator: told });
  const believed = advanceEstimate(estimator, reading.at, estimation);
  if (believed.at !== told.at) return updated(state, { estimator: told });
  const since = lastHeardOf(estimator.heardAt, reading) ?? Number.NEGATIVE_INFINITY;
  const seen = carried(around.seen, believed.belief.pose, told.belief.pose, { since, at: told.at });
  return updated(state, { estimator: told, around: { ...around, seen } });
}

/** A heading of a sensor that the robot file does not name only updates the sensor's age. */
function compass({ estimation }: RobotModel, before: EstimatorState, reading: HeadingReading) {
  const { headingNoise = {} } = estimation;
  const noise = Object.hasOwn(headingNoise, reading.sensor) ? headingNoise[reading.sensor] : undefined;
  const state = noteSensor(before, reading);
  return noise === undefined ? state : receiveHeading(state, reading, noise, estimation);
}

/** Readings that come without a tick between them are shown to the memory when there are so many. */
const MOST_UNSEEN = 64;

/** A range sensor that the robot file does not name has no place on the body: only its reading is kept. */
function look(model: RobotModel, state: LoopState, reading: RangeReading): Around {
  const { rangers, body } = model;
  const { sensor } = reading;
  const { targets, suspects, surroundings, ranges: before, seen, levels, bearings } = state.around;
  const ranges = { ...before, [sensor]: reading };
  let { health, unseen } = state.around;
  const ranger = Object.hasOwn(rangers, sensor) ? rangers[sensor] : undefined;
  if (ranger) {
    const { linear } = toTwist(state.granted, body.track);
    unseen = [...unseen, { reading, last: before[sensor] }];
    health = { ...health, [sensor]: updateRangeHealth(health[sensor], ranger, reading, linear) };
  }
  const around = { targets, suspects, surroundings, ranges, seen, unseen, health, levels, bearings };
  return unseen.length < MOST_UNSEEN ? around : shownToMemory(model, state.estimator, around);
}

/** Shows the readings since the last tick to the memory. */
export function shownToMemory(
  { rangers, body }: RobotModel,
  estimator: EstimatorState,
  around: Around,
): Around {
  const { unseen, surroundings } = around;
  if (unseen.length === 0) return around;
  const glances: Glance[] = [];
  for (const { reading, last } of unseen) {
    const ranger = rangers[reading.sensor];
    if (ranger) glances.push({ ranger, reading, last });
  }
  const poseAt = (at: Seconds) => poseNear(estimator, at, body.track);
  const seen = remember(around.seen, glances, {
    poseAt,
    neighbors: surroundings.neighbors,
    radius: body.radius,
    isMapped: surroundings.obstacles.length > 0,
  });
  return { ...around, seen, unseen: [] };
}
