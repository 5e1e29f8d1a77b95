/** A model whose behavior throws for a while: what a mission with a mistake in it does. */
import type { RobotModel } from '../../src/control/robotModel.js';
import type { Span } from '../../src/recording/inputs.js';
import type { Behavior } from '../../src/steering/behavior.js';
import { TIME_EPSILON } from '../engine/instants.js';
import type { Strikes } from './strikes.js';

/** When the behavior throws, by the robot's own clock; undefined where it never does. */
export function throwingSpans(strikes: Strikes | undefined): readonly Span[] | undefined {
  const spans = strikes?.of('behaviorThrows') ?? [];
  if (!strikes || spans.length === 0) return undefined;
  return spans.map(({ from, to }): Span => [strikes.robotTime(from), strikes.robotTime(to)]);
}

/** The same model, also after its setup was changed. */
export function throwing(model: RobotModel, spans: readonly Span[] | undefined): RobotModel {
  if (spans === undefined) return model;
  return {
    ...model,
    behavior: throwingBehavior(model.behavior, spans),
    changed: (setup) => throwing(model.changed(setup), spans),
  };
}

const throwingBehavior = (behavior: Behavior, spans: readonly Span[]): Behavior => ({
  ...behavior,
  start: () => behavior.start(),
  steer(percept, memory, soFar) {
    if (spans.some(([from, to]) => from <= percept.at + TIME_EPSILON && percept.at + TIME_EPSILON < to)) {
      throw new Error('a behavior was made to fail by the scenario');
    }
    return behavior.steer(percept, memory, soFar);
  },
});
