/**
 * Where a robot stands that was away: a mission goes on in the frame of its places, so an operator says where the robot is in
 * it, or a fix does. Until then it is not armed.
 */
import { type Belief, doubtful, type FirstDoubt, placed, without } from '../estimation/belief.js';
import { bodyAway, startEstimate } from '../estimation/estimate.js';
import { LASTING, TRACK } from '../estimation/motion.js';
import { toTwist } from '../locomotion/differentialDrive.js';
import { type Pose, ZERO } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import { nothingSeen } from '../perception/seen.js';
import { type Found, hasPower, noted } from '../safety/supervisor.js';
import type { Cause, PoseReading } from '../signals/signals.js';
import type { RobotModel } from './robotModel.js';
import {
  isUnplaced,
  type LoopState,
  lastTickAt,
  type Start,
  startLoop,
  supervised,
  UNPLACED,
} from './state.js';

const PLACED: Cause = { kind: 'away', what: 'it was away, and has been told where it stands' };

/** How well an operator sees where a robot stands, and how it looks (4°). */
const SEEN: FirstDoubt = { place: 0.02, heading: 0.07 };
/** A recording may lack its last 0.8 s, and a body whose cable was pulled runs on until its dead-man stops it. */
const UNWATCHED: Seconds = 1;
/** How far it may be pushed while nothing measures it. */
const NUDGED: Meters = 0.05;

const DRIVES: Found = {
  kind: 'notReady',
  what: 'it cannot be told where it stands while it may drive; stop it first',
};
const NO_PLACE: Found = { kind: 'notFinite', what: 'a place to stand that is no place' };
/** Of a coordinate, as of readings. */
const FARTHEST = 1e5;
/** A fix that is less exact does not say where a robot stands. */
const EXACT: Meters = 0.1;

/**
 * Goes on with the mission of an earlier run of the same body: its memory, time, signals and trail, the limits of its trip, what
 * the estimate had learned of track and wheels. What the robot saw is forgotten. Without a pose the robot stays stopped at its last
 * one, until `putDown` or a fix has told another. Meanwhile the standard deviation of its place is |v|·1 s + 5 cm, for the last
 * granted speed v. Within that second it can turn by half a circle, so a fix must tell the heading, too.
 *
 * @param model with the mission of that run
 * @param start `pose`: where it stands now, if that is known
 * @example
 * ```ts
 * import { arrive, loadRobot } from 'steerbot';
 * import { prepareModel, resumeMission, startLoop } from 'steerbot/control';
 * const model = prepareModel(loadRobot('scout'), arrive({ target: [1, 0] }));
 * const past = startLoop(model, { at: 7, pose: { x: 0.5, y: 0, heading: 0 }, speed: 0, seed: 1 });
 * const state = resumeMission(model, past, { at: 0 });
 * console.log(state.guards.supervisor.cause?.what); // it waits to be told where it stands
 * ```
 */
export function resumeMission(
  model: RobotModel,
  past: LoopState,
  { pose, ...start }: Pick<Start, 'at' | 'latency'> & { readonly pose?: Pose },
): LoopState {
  const stands = pose ?? past.estimator.belief.pose;
  const fresh = startLoop(model, { ...start, pose: stands, speed: 0, seed: 1 });
  const { guards, estimator, mission } = fresh;
  const { linear } = toTwist(past.granted, model.body.track);
  const doubt = pose ? SEEN : { ...SEEN, place: Math.abs(linear) * UNWATCHED + NUDGED };
  const { locomotion: _, reference: __, unplaced: ___, ...kept } = past.mission;
  return {
    ...fresh,
    estimator: { ...estimator, belief: beliefAt(past.estimator.belief, estimator.belief, doubt) },
    mission: { ...mission, ...kept, ...(pose ? { placed: kept.time ?? 0 } : { unplaced: start.at }) },
    guards: {
      ...guards,
      supervisor: pose ? guards.supervisor : { ...guards.supervisor, safety: 'stopped', cause: UNPLACED },
      trip: { ...past.guards.trip, last: stands },
      isWeak: past.guards.isWeak,
      powered: pose !== undefined,
    },
  };
}

/**
 * Puts a robot that may not drive where an operator says that it stands; unless given, where it is believed to stand. What it
 * saw from another place is forgotten.
 *
 * @param doubt of who says it; an operator's unless given
 */
export function putDown(
  model: RobotModel,
  state: LoopState,
  { pose: said, isDraft = false }: { readonly pose?: Pose; readonly isDraft?: boolean },
  { place }: Pick<FirstDoubt, 'place'> = SEEN,
): LoopState {
  const { estimator, around, guards } = state;
  const at = lastTickAt(state);
  if (hasPower(guards.supervisor)) return supervised(state, noted, at, DRIVES);
  const pose = said ?? estimator.belief.pose;
  if (![pose.x, pose.y, pose.heading].every((value) => Math.abs(value) <= FARTHEST))
    return supervised(state, noted, at, NO_PLACE);
  const { belief } = startEstimate(estimator.at, pose, 0, model.estimation);
  const away = bodyAway(estimator, estimator.at);
  const put: LoopState = {
    ...state,
    estimator: { ...away, belief: beliefAt(estimator.belief, belief, { ...SEEN, place }) },
    around: { ...around, seen: nothingSeen, unseen: [], levels: {}, bearings: {} },
    mission: { ...state.mission, reference: ZERO },
    guards: { ...guards, trip: { ...guards.trip, last: { x: pose.x, y: pose.y } }, progress: undefined },
  };
  return isDraft && isUnplaced(state) ? put : toldWhere(put);
}

/** A fix says where a robot stands that waits to be told: one that is of now, exact, and tells the heading as well. */
export const saysWhere = ({ mission }: LoopState, { at, tellsHeading, deviation }: PoseReading): boolean =>
  mission.unplaced !== undefined &&
  tellsHeading === true &&
  deviation !== undefined &&
  deviation <= EXACT &&
  at >= mission.unplaced;

/** What a robot has learned of its own body stays true wherever it stands. */
const LEARNED: readonly string[] = [TRACK, LASTING.counts.left, LASTING.counts.right];

/** The pose of a fresh belief, with what the one before has learned. */
function beliefAt(before: Belief, fresh: Belief, doubt: FirstDoubt): Belief {
  const learned = before.errors.filter((error) => !LEARNED.includes(error)).reduce(without, before);
  const known = learned.errors.includes(TRACK) ? placed(learned, fresh.at, fresh.pose) : fresh;
  return doubtful(known, doubt);
}

/** The state of a robot that has been told where it stands: an operator may arm it. */
export function toldWhere(state: LoopState): LoopState {
  const { unplaced: _, ...mission } = state.mission;
  const { guards } = state;
  const { supervisor } = guards;
  const waited = supervisor.cause?.kind === UNPLACED.kind;
  return {
    ...state,
    mission: { ...mission, placed: mission.time ?? 0 },
    guards: { ...guards, supervisor: waited ? { ...supervisor, cause: PLACED } : supervisor },
  };
}
