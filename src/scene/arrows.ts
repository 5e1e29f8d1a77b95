/** A robot's arrows: each behavior's force, their sum, the limited force; the desired and the actual velocity. */
import { length, scale, type Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { Tick } from '../signals/signals.js';
import {
  type ArrowKind,
  type ArrowScale,
  type ArrowScales,
  drawnLength,
  isCut,
  repeatedOutcomes,
  sumOf,
} from './arrowScale.js';
import { isRepeatedColor } from './behaviorColors.js';
import type { Ink } from './inks.js';
import { velocityOf } from './located.js';
import type { Piece, Shape } from './shapes.js';

/** How arrows of one kind look. */
export interface ArrowLook {
  readonly stroke: Ink;
  /** The shaft's width; all lengths in pixels. */
  readonly width: number;
  readonly head: number;
  readonly dashes?: readonly number[];
  readonly alpha?: number;
}

export const OUTCOMES: Readonly<Record<ArrowKind, ArrowLook & { readonly words: string }>> = {
  sum: { stroke: 'sum', width: 6, head: 15, alpha: 0.5, words: 'sum' },
  desired: { stroke: 'desired', width: 2, head: 9, dashes: [5, 3], words: 'desired velocity' },
  clamped: { stroke: 'clamped', width: 4, head: 13, words: 'limited force' },
  velocity: { stroke: 'velocity', width: 3.5, head: 11, words: 'velocity' },
};

/** Of a behavior's force, in the color of its slot; dashed where another behavior has that color. */
export const contributionLook = (slot: number): ArrowLook => ({
  stroke: slot,
  width: 2,
  head: 9,
  ...(isRepeatedColor(slot) && { dashes: [4, 2.5] }),
});

/** An arrow, and what it is. */
export interface NamedArrow {
  /** A behavior's name, or `sum`, `desired`, `clamped`, `velocity`. */
  readonly name: string;
  readonly words: string;
  readonly look: ArrowLook;
  readonly piece: Extract<Piece, { kind: 'arrow' }>;
  /** Another arrow shows the same: it needs no label. */
  readonly repeated: boolean;
}

/** Shorter arrows are not drawn [pixels]. */
const MIN_ARROW_LENGTH = 2;

/** A vector at a point, in a scale; undefined where it is too short to see. */
export function arrowAt(
  from: Vec2,
  along: Vec2,
  by: ArrowScale,
  px: Meters,
): NamedArrow['piece'] | undefined {
  const value = length(along);
  const pixels = drawnLength(value, by);
  if (!(pixels >= MIN_ARROW_LENGTH && Number.isFinite(value))) return undefined;
  return { kind: 'arrow', from, along: scale(along, (pixels * px) / value), cut: isCut(value, by) };
}

/**
 * A tick's arrows at a pose, in the order in which they are worth a label.
 *
 * @param slot the number of a behavior's color
 */
export function arrowsOf(
  pose: Parameters<typeof velocityOf>[0],
  tick: Tick,
  { force, velocity }: ArrowScales,
  slot: (behavior: string) => number,
  px: Meters,
): readonly NamedArrow[] {
  const moving = velocityOf(pose, tick);
  const repeated = repeatedOutcomes(tick, moving, { force, velocity });
  const named = (
    name: string,
    words: string,
    look: ArrowLook,
    along: Vec2,
    by: ArrowScale,
    again = false,
  ) => {
    const piece = arrowAt(pose, along, by, px);
    return piece ? [{ name, words, look, piece, repeated: again }] : [];
  };
  const outcome = (kind: ArrowKind, along: Vec2, by: ArrowScale) =>
    named(kind, OUTCOMES[kind].words, OUTCOMES[kind], along, by, repeated.has(kind));
  const { contributions, steered } = tick;
  return [
    ...contributions.flatMap(({ behavior, force: along }) =>
      named(behavior, behavior, contributionLook(slot(behavior)), along, force),
    ),
    ...outcome('clamped', steered.force, force),
    ...outcome('velocity', moving, velocity),
    ...(repeated.has('sum') ? [] : outcome('sum', sumOf(tick), force)),
    ...outcome('desired', steered.desiredVelocity, velocity),
  ];
}

const inMeters = ({ stroke, width, head, dashes, alpha }: ArrowLook, px: Meters): Omit<Shape, 'pieces'> => ({
  stroke,
  width: width * px,
  head: head * px,
  ...(dashes && { dashes: dashes.map((dash) => dash * px) }),
  ...(alpha !== undefined && { alpha }),
});

/** One arrow by itself, which can have words of its own. */
export const arrowShape = ({ look, piece }: Pick<NamedArrow, 'look' | 'piece'>, px: Meters): Shape => ({
  pieces: [piece],
  ...inMeters(look, px),
});

/** From bottom to top. Behaviors' forces are 3: a single one lies on the limited force, and stays visible. */
const LAYERS: ReadonlyMap<Ink, number> = new Map([
  ['sum', 0],
  ['desired', 1],
  ['clamped', 2],
  ['velocity', 4],
]);
const layerOf = (arrow: NamedArrow | undefined): number => LAYERS.get(arrow?.look.stroke ?? 0) ?? 3;

/** Of many robots: kind above kind, so that no velocity is hidden by another robot's force. */
export function arrowShapes(arrows: readonly NamedArrow[], px: Meters): readonly Shape[] {
  const byLook = new Map<Ink, NamedArrow[]>();
  for (const arrow of arrows) {
    const same = byLook.get(arrow.look.stroke);
    if (same) same.push(arrow);
    else byLook.set(arrow.look.stroke, [arrow]);
  }
  return [...byLook.values()]
    .toSorted(([a], [b]) => layerOf(a) - layerOf(b))
    .flatMap((same) =>
      same[0] ? [{ pieces: same.map(({ piece }) => piece), ...inMeters(same[0].look, px) }] : [],
    );
}
