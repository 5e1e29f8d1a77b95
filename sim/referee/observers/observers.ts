/** Which observer watches for which criterion. */
import type { CriterionSpec } from '../../scenario/scenario.js';
import { StoppedObserver } from '../stopped.js';
import { DistanceObserver } from './distance.js';
import { HiddenObserver } from './hidden.js';
import { InsideObserver } from './inside.js';
import type { Observer, Scene } from './observer.js';
import { PolarizationObserver } from './polarization.js';

/** The criteria that somebody must watch for, each with who does. */
export type Observers = ReadonlyMap<CriterionSpec, Observer>;

export const observersOf = (criteria: readonly CriterionSpec[], scene: Scene): Observers =>
  new Map(
    criteria.flatMap((criterion) => {
      const observer = observerOf(criterion, scene);
      return observer ? [[criterion, observer] as const] : [];
    }),
  );

function observerOf(criterion: CriterionSpec, scene: Scene): Observer | undefined {
  switch (criterion.criterion) {
    case 'polarization':
      return new PolarizationObserver(criterion.atLeast, criterion.after ?? 0, scene);
    case 'distance':
      return new DistanceObserver(criterion, scene);
    case 'hidden':
      return new HiddenObserver(criterion, scene);
    case 'inside':
      return new InsideObserver(criterion.corners, scene);
    case 'stopped':
      return new StoppedObserver(criterion, scene);
    default:
      return undefined;
  }
}
