/** A mission as plain data: a tree of behaviors by their names. */
export interface LeafSpec {
  readonly behavior: string;
  /** Checked and in SI. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export const COMBINATORS = ['prioritize', 'blend', 'budget', 'dither'] as const;

export interface ChildSpec {
  readonly mission: MissionSpec;
  /** Of a blend's entry. */
  readonly weight?: number;
  /** Of a dither's entry. */
  readonly chance?: number;
}

export interface CombinatorSpec {
  readonly behavior: (typeof COMBINATORS)[number];
  readonly children: readonly ChildSpec[];
}

export type MissionSpec = LeafSpec | CombinatorSpec;
