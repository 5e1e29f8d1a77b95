/** A mission as plain data: a tree of behaviors by their names. */
export interface LeafSpec {
  readonly behavior: string;
  /** Checked and in SI. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export const COMBINATORS = ['prioritize', 'blend', 'budget', 'dither'] as const;

export interface ChildSpec {
  readonly mission: MissionSpec;
  /** For an entry of a blend. */
  readonly weight?: number;
  /** For an entry of a dither. */
  readonly chance?: number;
}

export interface CombinatorSpec {
  readonly behavior: (typeof COMBINATORS)[number];
  readonly children: readonly ChildSpec[];
}

export type MissionSpec = LeafSpec | CombinatorSpec;

/** All leaves of a mission, in their order: the behaviors that its combinators join. */
export const leavesOf = (mission: MissionSpec): readonly LeafSpec[] =>
  'children' in mission ? mission.children.flatMap((child) => leavesOf(child.mission)) : [mission];
