/** A model whose behavior throws for a while, as a mission with an error in its code would. */
import type { RobotModel } from '../../src/control/robotModel.js';
import type { TimeSpan } from '../../src/recording/inputs.js';
import type { Behavior } from '../../src/steering/behavior.js';
import { TIME_EPSILON } from '../engine/instants.js';
import type { Strikes } from './strikes.js';

/** When the behavior throws, by the robot's clock; undefined if it never does. */
export function throwingSpans(strikes: Strikes | undefined): readonly TimeSpan[] | undefined {
  const spans = strikes?.of('behaviorThrows') ?? [];
  if (!strikes || spans.length === 0) return undefined;
  return spans.map(({ from, to }): TimeSpan => [strikes.robotTime(from), strikes.robotTime(to)]);
}

/** The same model with a throwing behavior, also after a change of its setup. */
export function throwing(model: RobotModel, spans: readonly TimeSpan[] | undefined): RobotModel {
  if (spans === undefined) return model;
  return {
    ...model,
    behavior: throwingBehavior(model.behavior, spans),
    changed: (setup) => throwing(model.changed(setup), spans),
  };
}

const throwingBehavior = (behavior: Behavior, spans: readonly TimeSpan[]): Behavior => ({
  ...behavior,
  start: () => behavior.start(),
  steer(percept, memory, soFar) {
    if (spans.some(([from, to]) => from <= percept.at + TIME_EPSILON && percept.at + TIME_EPSILON < to)) {
      throw new Error('a behavior was made to fail by the scenario');
    }
    return behavior.steer(percept, memory, soFar);
  },
});
