/** The behavior tree as data, and how it becomes a behavior. */
import type { Vec2 } from './geometry.js';
import type { Meters } from './units.js';

/** A point, or something that moves, by id. */
export type TargetSpec =
  | readonly [Meters, Meters]
  | { readonly mover: string }
  | { readonly robot: string }
  | { readonly pointer: readonly [Meters, Meters] };

export interface LeafSpec {
  readonly behavior: string;
  /** Checked and in SI. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface CombinatorSpec {
  readonly behavior: 'prioritize' | 'blend';
  readonly children: readonly { readonly mission: MissionSpec; readonly weight: number }[];
}

export type MissionSpec = LeafSpec | CombinatorSpec;

/** What a leaf wants to come true; the referee decides by the true body. */
export type Goal =
  | { readonly kind: 'seek' | 'arrive'; readonly target: TargetSpec; readonly within: Meters }
  | { readonly kind: 'followPath'; readonly points: readonly Vec2[]; readonly within: Meters };
