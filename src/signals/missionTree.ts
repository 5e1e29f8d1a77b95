/** A mission as plain data: a tree of behaviors by their names. */
import type { Seconds } from '../math/units.js';

export interface LeafSpec {
  readonly behavior: string;
  /** Checked and in SI. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Combinators ask their children in one tick, and join what they say. */
export const COMBINATORS = ['prioritize', 'blend', 'budget', 'dither'] as const;

/** Nodes with state ask one child after another, or one with watchers beside it; they remember where they are. */
export const NODES = [
  'sequence',
  'fallback',
  'repeat',
  'retry',
  'timeout',
  'parallel',
  'call',
  'guarded',
] as const;

/** Whether it is the name of a combinator, or of a node with state: they have others below. */
export const isJoining = (name: string): boolean =>
  COMBINATORS.some((one) => one === name) || NODES.some((one) => one === name);

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

export interface NodeSpec {
  readonly behavior: (typeof NODES)[number];
  /** Of the mover and the watchers, in this order, for `parallel`. */
  readonly children: readonly ChildSpec[];
  /** How often, until when and so on; checked and in SI. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type MissionSpec = LeafSpec | CombinatorSpec | NodeSpec;

/** Leaves that do not drive. */
export const STILL_LEAVES: readonly string[] = ['wait', 'check', 'set', 'fail'];

/** How a mission, or a node of it, has ended. A fault is no end: it stops the robot. */
export interface MissionEnd {
  readonly how: 'done' | 'failed';
  /** Why, if there is more to say: `8 s are over`. */
  readonly why: string | null;
  /** The node that decided it, by its path: `sequence[2].arrive`; null: the node itself. */
  readonly where: string | null;
}

/** `in sequence[2].arrive: 8 s are over` */
export const endWords = ({ where, why }: MissionEnd): string =>
  [where === null ? '' : `in ${where}`, why ?? 'it has failed'].filter((part) => part !== '').join(': ');

/** The value of a signal: what a program, the page or the mission itself tells to the mission. */
export type SignalValue = string | number | boolean;

/** The last values of signals, by name, each with the mission's time when it was told. */
export type Signals = Readonly<Record<string, { readonly value: SignalValue; readonly told: Seconds }>>;

/** All leaves of a mission, in their order: the behaviors that its combinators join. */
export const leavesOf = (mission: MissionSpec): readonly LeafSpec[] =>
  'children' in mission ? mission.children.flatMap((child) => leavesOf(child.mission)) : [mission];
