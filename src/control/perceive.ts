/** estimate and perceive: the robot's pose in a tick, and the percept of its behaviors. */
import { estimateNow } from '../estimation/estimate.js';
import { toTwist } from '../locomotion/differentialDrive.js';
import { resumeRandom } from '../math/random.js';
import type { Seconds } from '../math/units.js';
import type { Estimate, WheelSpeeds } from '../signals/signals.js';
import type { MissionPercept, Percept } from '../steering/behavior.js';
import { LazyPercept } from '../steering/lazyPercept.js';
import type { RobotModel } from './robotModel.js';
import type { LoopState } from './state.js';
import { knownThings, mapAt, sightAge } from './surroundings.js';

export interface Now {
  readonly at: Seconds;
  /** Length of the tick. */
  readonly dt: Seconds;
  readonly estimate: Estimate;
  /** The wheels' speeds after all sent commands have taken effect. */
  readonly moving: WheelSpeeds;
}

/** estimate: the robot's pose at a tick, and the pose to which the sent commands will bring it. */
export function estimate(model: RobotModel, state: LoopState, at: Seconds): Now {
  const { estimate, moving } = estimateNow(state.estimator, at, model.estimation);
  return { at, dt: tickLength(model, state, at), estimate, moving };
}

/**
 * Measured, not nominal. If the clock stood still or went back, it counts as one period; a long gap counts as three.
 */
function tickLength({ period }: RobotModel, { at }: LoopState, now: Seconds): Seconds {
  const elapsed = at === null ? period : now - at;
  return elapsed > 0 ? Math.min(elapsed, 3 * period) : period;
}

/**
 * perceive: all that a behavior may know of the robot and its surroundings.
 *
 * It has the predicted pose and the reference velocity: behaviors steer the body as it will be after the delay.
 */
export function perceive(
  { id, body, rangers, mounts, battery }: RobotModel,
  state: LoopState,
  { at, dt, estimate }: Now,
): Percept {
  const { targets, surroundings, seen, health, ranges, levels, bearings } = state.around;
  const { linear, angular } = toTwist(state.granted, body.track);
  const mapped = mapAt(at, surroundings);
  const known = {
    id,
    at,
    dt,
    // Guards people: guards look from there, too.
    pose: Object.freeze(estimate.predicted),
    velocity: state.mission.reference,
    forwardSpeed: linear,
    turnRate: angular,
    body,
    targets,
    neighbors: surroundings.neighbors,
    mapped,
    hits: seen.hits,
    sightAge: sightAge(at, surroundings, health),
    ranges,
    rangers,
    levels,
    bearings,
    mounts,
    random: resumeRandom(state.mission.random),
    mission: courseOf(state, battery),
  };
  return new LazyPercept(known, undefined, () => knownThings(mapped, seen.hits));
}

/** What a mission knows of its own course. */
const courseOf = ({ mission, guards }: LoopState, battery: RobotModel['battery']): MissionPercept => ({
  time: mission.time ?? 0,
  way: guards.trip.way,
  home: guards.trip.start,
  signals: mission.signals ?? NO_SIGNALS,
  volts: guards.supply.volts,
  low: battery?.low ?? null,
  trail: mission.trail ?? null,
  placed: mission.placed ?? null,
});

const NO_SIGNALS = {};
