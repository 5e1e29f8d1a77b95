/**
 * Where a robot stands that was away: a mission goes on in the frame of its places, so an operator says where the robot is in
 * it, or a fix does. Until then it is not armed.
 */
import { covarianceBetween, doubtful, type FirstDoubt, HEADING } from '../estimation/belief.js';
import { bodyAway, startEstimate } from '../estimation/estimate.js';
import type { EstimatorState } from '../estimation/estimatorState.js';
import { toTwist } from '../locomotion/differentialDrive.js';
import { type Pose, ZERO } from '../math/geometry.js';
import type { Radians, Seconds } from '../math/units.js';
import { nothingSeen } from '../perception/seen.js';
import { type Found, hasPower, noted } from '../safety/supervisor.js';
import { isFix } from '../signals/readings.js';
import type { Cause, PoseReading } from '../signals/signals.js';
import type { RobotModel } from './robotModel.js';
import { AWAY, type LoopState, lastTickAt, type Start, startLoop, supervised } from './state.js';

export const UNPLACED: Cause = { kind: 'unplaced', what: 'it waits to be told where it stands' };

/** How well an operator sees where a robot stands, and how it looks (4°). */
const SEEN: FirstDoubt = { place: 0.02, heading: 0.07 };
/** A recording may lack its last 0.8 s, and a body whose cable was pulled runs on until its dead-man stops it. */
const UNWATCHED: Seconds = 1;
/** What a body does besides that nobody watches. */
const NUDGED: FirstDoubt = { place: 0.05, heading: 0.07 };
/** A fix tells no heading: it says where the robot stands only if that is known so well (20°). */
const KNOWN_HEADING: Radians = 0.35;

const DRIVES: Found = {
  kind: 'notReady',
  what: 'it cannot be told where it stands while it may drive; stop it first',
};
const NO_PLACE: Found = { kind: 'notFinite', what: 'a place to stand that is not a number' };

/**
 * Goes on with the mission of an earlier run, of whose body nothing else is known: its memory, time, signals and trail, the
 * limits of its trip, and nothing that the robot saw. Without a pose it stays stopped where it was last, until `putDown` or a
 * fix has said where it stands: by then it has moved up to
 *
 *     |v|·1 s + 5 cm,     |ω|·1 s + 4°
 *
 * for the speeds v and ω that it had been granted.
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
  const { linear, angular } = toTwist(past.granted, model.body.track);
  const doubt = pose
    ? SEEN
    : {
        place: Math.abs(linear) * UNWATCHED + NUDGED.place,
        heading: Math.abs(angular) * UNWATCHED + NUDGED.heading,
      };
  const { locomotion: _, reference: __, unplaced: ___, ...kept } = past.mission;
  return {
    ...fresh,
    estimator: { ...estimator, belief: doubtful(estimator.belief, doubt) },
    mission: { ...mission, ...kept, ...(pose === undefined && { unplaced: true }) },
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
 */
export function putDown(model: RobotModel, state: LoopState, said?: Pose): LoopState {
  const { estimator, around, guards } = state;
  const at = lastTickAt(state);
  if (hasPower(guards.supervisor)) return supervised(state, noted, at, DRIVES);
  const pose = said ?? estimator.belief.pose;
  if (![pose.x, pose.y, pose.heading].every(Number.isFinite)) return supervised(state, noted, at, NO_PLACE);
  const { belief } = startEstimate(estimator.at, pose, 0, model.estimation);
  const away = bodyAway(estimator, estimator.at);
  return toldWhere({
    ...state,
    estimator: { ...away, belief: doubtful(belief, SEEN) },
    around: { ...around, seen: nothingSeen, unseen: [], levels: {}, bearings: {} },
    mission: { ...state.mission, reference: ZERO },
    guards: { ...guards, trip: { ...guards.trip, last: { x: pose.x, y: pose.y } }, progress: undefined },
  });
}

/** Whether a pose from outside has said where an unplaced robot stands: an exact one, or a fix that is believed. */
export function placedBy(reading: PoseReading, { belief, heardAt }: EstimatorState): boolean {
  if (!isFix(reading)) return heardAt.pose === reading.at;
  return (
    heardAt.fix === reading.at && covarianceBetween(belief, HEADING, HEADING) < KNOWN_HEADING * KNOWN_HEADING
  );
}

/** The state of a robot that has been told where it stands: an operator may arm it. */
export function toldWhere(state: LoopState): LoopState {
  const { unplaced, ...mission } = state.mission;
  if (!unplaced) return state;
  const { guards } = state;
  const { supervisor } = guards;
  const waited = supervisor.cause?.kind === UNPLACED.kind;
  return {
    ...state,
    mission,
    guards: { ...guards, supervisor: waited ? { ...supervisor, cause: AWAY } : supervisor },
  };
}
