/** What moves a robot: each behavior's force, their sum, what the clamp left of it; the velocity wanted and had. */
import { length, type Vec2 } from '../../../../math/geometry.js';
import type { Tick } from '../../../../signals/signals.js';
import { ArrowBatch, type ArrowStyle } from '../drawing/arrowBatch.js';
import { type ArrowScale, drawnLength, isCut } from '../drawing/arrowScale.js';
import { BEHAVIOR_COLORS } from '../drawing/behaviorColors.js';
import type { Palette } from '../drawing/palette.js';
import { inPlane, type Pen } from '../drawing/pen.js';
import { isCrowd, type Picture } from '../drawing/picture.js';
import { type Outcome, repeatedOutcomes, sumOf } from '../outcomes.js';
import { type LocatedRobot, velocityOf } from '../view/bodies.js';
import type { LabelBoard } from './labelBoard.js';

export const outcomeStyle = ({ color }: Palette, which: Outcome): ArrowStyle =>
  ({
    sum: { color: color.sum, width: 6, head: 15, alpha: 0.5 },
    desired: { color: color.desired, width: 2, head: 9, dashes: [5, 3] },
    clamped: { color: color.clamped, width: 4, head: 13 },
    velocity: { color: color.velocity, width: 3.5, head: 11 },
  })[which];

export const contributionStyle = ({ behaviors }: Palette, slot: number): ArrowStyle => ({
  color: behaviors[slot % BEHAVIOR_COLORS] ?? '#888',
  width: 2,
  head: 9,
});

/** Shorter ones need no label [pixels]. */
const MIN_LABELLED_LENGTH = 10;
/** A label stands off the body, but not farther from its arrow than this [pixels]. */
const MAX_LABEL_GAP = 48;

export class ForceLayer {
  readonly #contributions = Array.from({ length: BEHAVIOR_COLORS }, () => new ArrowBatch());
  readonly #outcomes = {
    sum: new ArrowBatch(),
    desired: new ArrowBatch(),
    clamped: new ArrowBatch(),
    velocity: new ArrowBatch(),
  };

  draw(pen: Pen, picture: Picture, labels: LabelBoard): void {
    for (const batch of [...this.#contributions, ...Object.values(this.#outcomes)]) batch.clear();
    const crowd = isCrowd(picture);
    for (const body of picture.bodies) {
      if (body.view.ghost || !body.tick) continue;
      const isTold = !crowd || body.view.id === picture.focus;
      this.#gather(pen, picture, body, body.tick, isTold ? labels : undefined);
    }
    inPlane(pen);
    const { palette } = pen;
    this.#outcomes.sum.draw(pen, outcomeStyle(palette, 'sum'));
    this.#outcomes.desired.draw(pen, outcomeStyle(palette, 'desired'));
    // Under the contributions: one that is all there is lies on it, and is seen.
    this.#outcomes.clamped.draw(pen, outcomeStyle(palette, 'clamped'));
    for (const [slot, batch] of this.#contributions.entries())
      batch.draw(pen, contributionStyle(palette, slot));
    this.#outcomes.velocity.draw(pen, outcomeStyle(palette, 'velocity'));
  }

  #gather(
    pen: Pen,
    { scales, colors }: Picture,
    body: LocatedRobot,
    tick: Tick,
    labels: LabelBoard | undefined,
  ): void {
    const { palette } = pen;
    const repeated: ReadonlySet<string> = repeatedOutcomes(tick, velocityOf(body.pose, tick), scales);
    const add = (
      batch: ArrowBatch | undefined,
      along: Vec2,
      scale: ArrowScale,
      name: string,
      color: string,
    ) => {
      const tip = batch && addArrow(batch, body, along, scale, pen.px);
      if (tip && !repeated.has(name))
        labels?.add(`${body.view.id} ${name}`, name, color, tip.at, tip.towards, tip.gap);
    };
    const outcome = (which: Outcome, along: Vec2, scale: ArrowScale) =>
      add(this.#outcomes[which], along, scale, which, outcomeStyle(palette, which).color);
    outcome('velocity', velocityOf(body.pose, tick), scales.velocity);
    for (const { behavior, force } of tick.contributions) {
      const slot = colors.slot(behavior) % BEHAVIOR_COLORS;
      add(this.#contributions[slot], force, scales.force, behavior, contributionStyle(palette, slot).color);
    }
    outcome('clamped', tick.steered.force, scales.force);
    if (!repeated.has('sum')) outcome('sum', sumOf(tick), scales.force);
    outcome('desired', tick.steered.desiredVelocity, scales.velocity);
  }
}

/** Where the tip is, and which way from it is free: on the screen; undefined where it needs no label. */
function addArrow(
  batch: ArrowBatch,
  { pose, view }: LocatedRobot,
  along: Vec2,
  scale: ArrowScale,
  px: number,
): { readonly at: Vec2; readonly towards: number; readonly gap: number } | undefined {
  const value = length(along);
  if (!(value > 0 && Number.isFinite(value))) return undefined;
  const pixels = drawnLength(value, scale);
  const k = (pixels * px) / value;
  batch.add(pose.x, pose.y, along.x * k, along.y * k, isCut(value, scale));
  if (pixels < MIN_LABELLED_LENGTH) return undefined;
  const at = { x: pose.x + along.x * k, y: pose.y + along.y * k };
  const gap = Math.max(3, Math.min(MAX_LABEL_GAP, view.radius / px - pixels + 4));
  return { at, towards: Math.atan2(-along.y, along.x), gap };
}
