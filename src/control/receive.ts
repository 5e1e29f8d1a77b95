/** How each event folds into the state, in the order they came; a tick of the clock runs `step`. */
import { heard, keepUp, receiveEncoders, receivePose } from '../estimation/estimate.js';
import { isFiniteVec } from '../geometry.js';
import { faulted, obey } from '../safety/supervisor.js';
import { countsBetween } from '../sensors/encoder.js';
import type { EncoderReading, LoopEvent, PoseReading, Reading } from '../signals.js';
import type { Controller } from './controller.js';
import type { LoopState } from './state.js';
import { step } from './step.js';

export function receive(controller: Controller, state: LoopState, event: LoopEvent): LoopState {
  switch (event.kind) {
    case 'clock': {
      const estimator = keepUp(state.estimator, event.at, controller.estimated);
      return step(controller, { ...state, estimator }, event);
    }
    case 'reading':
      return sense(controller, { ...state, tick: null }, event.reading);
    case 'target':
      // A place that is not a number is no news: the last one stays, and its age tells.
      return isFiniteVec(event.target.position) && isFiniteVec(event.target.velocity)
        ? { ...state, tick: null, targets: { ...state.targets, [event.target.id]: event.target } }
        : { ...state, tick: null };
    case 'command':
      return { ...state, tick: null, supervisor: obey(state.supervisor, event.command) };
    case 'lost':
      return {
        ...state,
        tick: null,
        supervisor: faulted(state.supervisor, state.at ?? 0, `the body was lost: ${event.why}`),
      };
  }
}

function sense(controller: Controller, state: LoopState, reading: Reading): LoopState {
  switch (reading.kind) {
    case 'encoders':
      return { ...state, estimator: odometry(controller, state, reading) };
    case 'pose':
      return isFinitePose(reading)
        ? { ...state, estimator: receivePose(state.estimator, reading, controller.estimated) }
        : { ...state, supervisor: faulted(state.supervisor, reading.at, 'a pose that is not a number') };
    case 'range':
      return {
        ...state,
        ranges: { ...state.ranges, [reading.sensor]: reading },
        estimator: heard(state.estimator, reading.sensor, reading.at),
      };
  }
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
