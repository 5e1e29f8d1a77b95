/** What a behavior says of itself beside its code: files, their checks, the page and the referee take it from there. */
import type { z } from 'zod';
import type { Vec2 } from '../math/geometry.js';
import type { Meters, Radians } from '../math/units.js';
import type { Mount } from '../robot/mount.js';
import type { TargetSpec } from './target.js';

/** The heading in which a robot is to stand on its goal; any, unless given. */
interface Facing {
  readonly heading?: Radians | undefined;
}

/** What a leaf is to achieve; the referee judges it by the true body. */
export type Goal =
  | { readonly kind: 'seek'; readonly target: TargetSpec; readonly within: Meters }
  | ({ readonly kind: 'arrive'; readonly target: TargetSpec; readonly within: Meters } & Facing)
  | ({ readonly kind: 'followPath'; readonly points: readonly Vec2[]; readonly within: Meters } & Facing)
  | ({ readonly kind: 'home'; readonly within: Meters } & Facing)
  | SensedGoal;

/** A place that a robot finds by its sensors; only the world knows where it is. */
export interface SensedGoal {
  /** The end of the line; the nearest lamp; the nearest beacon. */
  readonly kind: 'followLine' | 'seekLight' | 'seekBeacon';
  /** From the place to the robot's middle, standing. */
  readonly within: Meters;
}

/** What marks mean, by their labels. */
export type MarkWords = Readonly<Record<string, string>>;

/** Labels of several behaviors: a mission may have them all, so each means the same in all. */
const SHARED = {
  'field of view': 'Neighbors outside this angle are not seen.',
  'free way': 'The way that the robot has chosen between the obstacles.',
  'kept out of': 'The obstacle, enlarged by the robot’s size and a margin: its center stays outside.',
  offset: 'The place beside the target that the robot wants.',
  'panic distance': 'The robot flees only from threats inside this circle.',
  predicted: 'Where the behavior expects the robot or its target to be soon.',
  prediction: 'From the present to the expected place.',
  target: 'Where the robot wants to go.',
} as const;

/** What some of these labels mean. */
export const shared = (...labels: readonly (keyof typeof SHARED)[]): MarkWords =>
  Object.fromEntries(labels.map((label) => [label, SHARED[label]]));

export interface BehaviorEntry<Parameters extends z.ZodType = z.ZodType<Record<string, unknown>>> {
  /** What it does, in a sentence. */
  readonly about: string;
  readonly parameters: Parameters;
  /** Behaviors that contribute in its place, by their own names. */
  readonly parts?: readonly string[];
  /** A sentence for each label of its marks. */
  readonly marks: MarkWords;
  /** Its goal, if it has an end that a robot reaches. */
  readonly goal?: (parameters: z.output<Parameters>) => Goal | undefined;
  /** It keeps the robot from hitting something: a mission with another goal keeps it. */
  readonly avoids?: true;
  /** Without a map or sensors that see obstacles, it is silent. */
  readonly needsSight?: true;
  /** It goes by so many sensors of a kind. */
  readonly needs?: { readonly senses: Mount['senses']; readonly least: number };
  /** What a value in place of the parameters' map stands for: `wait: 2 s`. */
  readonly short?: (written: unknown) => unknown;
  /** It has an end, though not at a goal of its own that a referee could judge. */
  readonly ends?: true | ((parameters: z.output<Parameters>) => boolean);
  /** It may fail. */
  readonly mayFail?: true | ((parameters: z.output<Parameters>) => boolean);
}

/** An entry whose goal is checked against its own parameters. */
export const entryOf = <Parameters extends z.ZodType>(entry: BehaviorEntry<Parameters>): BehaviorEntry =>
  entry as unknown as BehaviorEntry;
