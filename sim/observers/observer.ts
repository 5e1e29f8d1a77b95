/** Watches a run for one criterion that the robots' own results do not tell; a run without such has none. */
import type { Pose, Vec2 } from '../../src/geometry.js';
import type { TargetSpec } from '../../src/mission.js';
import type { Obstacle } from '../../src/signals.js';
import type { Seconds } from '../../src/units.js';
import { StoppedObserver, type StopSight } from '../referee/stopped.js';
import type { CriterionResult } from '../result.js';
import type { CriterionSpec } from '../scenario.js';
import { DistanceObserver } from './distance.js';
import { HiddenObserver } from './hidden.js';
import { InsideObserver } from './inside.js';
import { PolarizationObserver } from './polarization.js';

/** What there is to see. */
export interface Scene {
  readonly robots: readonly string[];
  poseOf(robot: string): Pose;
  positionOf(target: TargetSpec, at: Seconds): Vec2 | undefined;
  /** Everything solid but robots, as it is now. */
  obstacles(): readonly Obstacle[];
  /** What a stop is judged by. */
  stopOf(robot: string): StopSight;
}

export interface Observer {
  /** The start, and then the end of each physics step. */
  observe(at: Seconds): void;
  /** One for each limit. */
  rows(): CriterionResult[];
}

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
