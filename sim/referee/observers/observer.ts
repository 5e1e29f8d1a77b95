/** Watches a run for one criterion that the robots' own results do not tell; a run without such has none. */
import type { Pose, Vec2 } from '../../../src/math/geometry.js';
import type { Seconds } from '../../../src/math/units.js';
import type { Fault, Obstacle, WheelSpeeds } from '../../../src/signals/signals.js';
import type { TargetSpec } from '../../../src/steering/mission.js';
import type { CriterionResult } from '../criterionResult.js';

/** What is to be known of a robot at an instant. */
export interface StopSight {
  /** Neither a duty nor power for a motor that is stuck on. */
  readonly motorsOff: boolean;
  readonly wheelSpeeds: WheelSpeeds;
  /** The onset of the first fault that it is struck with; null where none is injected. */
  readonly firstStrike: Seconds | null;
  readonly faults: readonly Fault[];
}

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
