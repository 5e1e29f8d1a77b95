/**
 * Whether an operator may arm the robot: its sensors work, it stands, its battery is not empty, no limit is reached.
 */

import { MEASURED_REST_SPEED } from '../math/standstill.js';
import type { Seconds } from '../math/units.js';
import { limitMet } from '../safety/missionLimits.js';
import { blindness, unknownAt } from '../safety/rangeHealth.js';
import { batteryLeft, linkQuality } from '../safety/supplies.js';
import { timeOfSensor } from '../signals/readings.js';
import { MOST_SILENCE } from './notes.js';
import type { RobotModel } from './robotModel.js';
import { isUnplaced, type LoopState } from './state.js';

/** Longest age of a fresh encoder report. */
const MAX_ENCODER_AGE: Seconds = 0.5;

/**
 * Why the robot must not be armed now; undefined if it may.
 *
 * @example
 * ```ts
 * import { arrive, loadRobot } from 'steerbot';
 * import { notReady, prepareModel, startLoop } from 'steerbot/control';
 * const model = prepareModel(loadRobot('scout'), arrive({ target: [1, 0] }));
 * const start = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
 * console.log(notReady(model, start)); // its encoders send no readings
 * ```
 */
export function notReady(model: RobotModel, state: LoopState): string | undefined {
  const at = state.at ?? state.estimator.at;
  return bodyTrouble(state, at) ?? sensorTrouble(model, state, at) ?? missionTrouble(model, state);
}

function bodyTrouble({ estimator, guards: { supply } }: LoopState, at: Seconds): string | undefined {
  const { left, right } = estimator.wheels;
  if (Math.max(Math.abs(left), Math.abs(right)) >= MEASURED_REST_SPEED) return 'it still moves';
  if (batteryLeft(supply) === 'failing') return 'its battery is empty';
  return linkQuality(supply, at) === 'failing' ? 'its link damages too many frames' : undefined;
}

function sensorTrouble(model: RobotModel, state: LoopState, at: Seconds): string | undefined {
  const { motionMonitor: monitored, estimation: estimated, battery, rangers, mounts } = model;
  const { heardAt } = state.estimator;
  const ageOf = (heard: Seconds | undefined) => at - (heard ?? Number.NEGATIVE_INFINITY);
  const age = (id: string) => ageOf(timeOfSensor(heardAt, id));
  if (monitored.metersPerCount && ageOf(heardAt.encoders) > Math.max(MAX_ENCODER_AGE, 3 * model.period))
    return 'its encoders send no readings';
  if (estimated.gyro !== undefined && age(estimated.gyro) > MAX_ENCODER_AGE)
    return 'its gyroscope sends no readings';
  if (battery && state.guards.supply.volts === null) return 'its battery was not measured yet';
  const [unknown] = unknownAt(state.around.health, rangers, at);
  if (unknown) return blindness(unknown);
  const silent = Object.keys(rangers).find((id) => timeOfSensor(heardAt, id) === undefined);
  if (silent !== undefined) return `range sensor '${silent}' sends no readings`;
  const mute = model.leansOn.find((id) => age(id) > MOST_SILENCE);
  return mute && `${mounts[mute]?.senses} sensor '${mute}' sends no readings`;
}

function missionTrouble({ limits }: RobotModel, state: LoopState): string | undefined {
  const { guards, estimator } = state;
  const { trip } = guards;
  if (isUnplaced(state)) return 'nobody has said yet where it stands';
  return limitMet(limits, trip, () => ({ at: estimator.belief.pose, doubt: 0 }))?.what;
}
