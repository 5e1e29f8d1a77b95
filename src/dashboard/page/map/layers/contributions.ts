/** What behaviors contribute: their forces and the outcome as arrows, and the marks of their construction. */
import { length, type Vec2 } from '../../../../math/geometry.js';
import type { Mark, Tick } from '../../../../signals/signals.js';
import { isRepeatedColor } from '../../../../svg/behaviorColors.js';
import {
  type ArrowKind,
  type ArrowScale,
  drawnLength,
  isCut,
  repeatedOutcomes,
  sumOf,
} from '../drawing/arrowScale.js';
import type { LabelBox } from '../drawing/labels.js';
import type { Palette } from '../drawing/palette.js';
import { ArrowBatch, type ArrowStyle, inPlane, onScreen, type Pen, traceCircle } from '../drawing/pen.js';
import { isCrowd, isSwarm, type Picture } from '../drawing/picture.js';
import { shows } from '../view/camera.js';
import { type LocatedRobot, velocityOf } from '../view/locations.js';
import { scaleBarBox } from './ground.js';
import type { LabelBoard } from './labelBoard.js';

const outcomeStyle = ({ color }: Palette, which: ArrowKind): ArrowStyle =>
  ({
    sum: { color: color.sum, width: 6, head: 15, alpha: 0.5 },
    desired: { color: color.desired, width: 2, head: 9, dashes: [5, 3] },
    clamped: { color: color.clamped, width: 4, head: 13 },
    velocity: { color: color.velocity, width: 3.5, head: 11 },
  })[which];

/** As the legend calls it. */
const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  clamped: 'limited force',
  desired: 'desired velocity',
};
const wordOf = (name: string): string => OUTCOME_WORDS[name] ?? name;

const contributionStyle = ({ behavior }: Palette, slot: number): ArrowStyle => ({
  color: behavior(slot),
  width: 2,
  head: 9,
  ...(isRepeatedColor(slot) && { dashes: [4, 2.5] }),
});

/** Shorter arrows need no label [pixels]. */
const MIN_LABELLED_LENGTH = 10;
/** A label stays clear of the body, but no farther from its arrow than this [pixels]. */
const MAX_LABEL_GAP = 48;

/** A robot's arrows: each behavior's force, their sum, the clamped force; the desired and the actual velocity. */
export class ForceLayer {
  /** By the slot of a behavior's color. */
  readonly #contributions = new Map<number, ArrowBatch>();
  readonly #outcomes = {
    sum: new ArrowBatch(),
    desired: new ArrowBatch(),
    clamped: new ArrowBatch(),
    velocity: new ArrowBatch(),
  };

  draw(pen: Pen, picture: Picture, labels: LabelBoard): void {
    for (const batch of [...this.#contributions.values(), ...Object.values(this.#outcomes)]) batch.clear();
    const crowd = isCrowd(picture);
    for (const robot of picture.robots) {
      if (robot.view.ghost || !robot.tick) continue;
      const isLabelled = !crowd || robot.view.id === picture.focus;
      this.#gather(pen, picture, robot, robot.tick, isLabelled ? labels : undefined);
    }
    inPlane(pen);
    const { palette } = pen;
    this.#outcomes.sum.draw(pen, outcomeStyle(palette, 'sum'));
    this.#outcomes.desired.draw(pen, outcomeStyle(palette, 'desired'));
    // Under the contributions: a single contribution lies on it, and stays visible.
    this.#outcomes.clamped.draw(pen, outcomeStyle(palette, 'clamped'));
    for (const [slot, batch] of this.#contributions) batch.draw(pen, contributionStyle(palette, slot));
    this.#outcomes.velocity.draw(pen, outcomeStyle(palette, 'velocity'));
  }

  #batchOf(slot: number): ArrowBatch {
    const known = this.#contributions.get(slot) ?? new ArrowBatch();
    this.#contributions.set(slot, known);
    return known;
  }

  #gather(
    pen: Pen,
    { scales, colors }: Picture,
    robot: LocatedRobot,
    tick: Tick,
    labels: LabelBoard | undefined,
  ): void {
    const { palette } = pen;
    const repeated: ReadonlySet<string> = repeatedOutcomes(tick, velocityOf(robot.pose, tick), scales);
    const add = (
      batch: ArrowBatch | undefined,
      along: Vec2,
      scale: ArrowScale,
      name: string,
      color: string,
    ) => {
      const tip = batch && addArrow(batch, robot, along, scale, pen.px);
      if (tip && !repeated.has(name))
        labels?.add(`${robot.view.id} ${name}`, wordOf(name), color, tip.at, tip.towards, tip.gap, 'arrow');
    };
    const outcome = (which: ArrowKind, along: Vec2, scale: ArrowScale) =>
      add(this.#outcomes[which], along, scale, which, outcomeStyle(palette, which).color);
    for (const { behavior, force } of tick.contributions) {
      const slot = colors.slot(behavior);
      add(this.#batchOf(slot), force, scales.force, behavior, contributionStyle(palette, slot).color);
    }
    outcome('clamped', tick.steered.force, scales.force);
    outcome('velocity', velocityOf(robot.pose, tick), scales.velocity);
    if (!repeated.has('sum')) outcome('sum', sumOf(tick), scales.force);
    outcome('desired', tick.steered.desiredVelocity, scales.velocity);
  }
}

/** The tip on the screen, and the free direction from it; undefined where it needs no label. */
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

// Arrow scale bars: the arrows of the largest force and of the highest speed, beside the scale bar.

const BAR_GAP = 16;

const formatValue = (value: number): string => String(Number(value.toPrecision(2)));

/** @returns the bars' boxes, which labels avoid */
export function drawArrowBars(pen: Pen, { scales: { force, velocity } }: Picture): LabelBox[] {
  onScreen(pen);
  const { context, palette } = pen;
  const { left, top, height } = scaleBarBox(pen);
  context.font = `12px ${palette.font}`;
  const bars = [
    { words: `${formatValue(velocity.value)} m/s`, pixels: velocity.pixels, which: 'velocity' },
    { words: `${formatValue(force.value)} N`, pixels: force.pixels, which: 'clamped' },
  ] as const;
  let right = left;
  return bars.map(({ words, pixels, which }) => {
    const width = Math.max(pixels, context.measureText(words).width);
    const box = { left: right - width, top, width, height };
    right = box.left - BAR_GAP;
    const arrow = new ArrowBatch();
    arrow.add(box.left + (width - pixels) / 2, top + height - 14, pixels, 0);
    arrow.draw({ ...pen, px: 1 }, outcomeStyle(palette, which));
    writeBarText(pen, words, box.left + width / 2, top + height - 22);
    return box;
  });
}

function writeBarText({ context, palette }: Pen, words: string, x: number, y: number): void {
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.lineWidth = 3;
  context.strokeStyle = palette.color.background;
  context.strokeText(words, x, y);
  context.fillStyle = palette.color.ink;
  context.fillText(words, x, y);
}

const POINT_RADIUS = 3;
/** The distance of a label from a target's cross [pixels]. */
const LABEL_CLEARANCE = 14;
/** For a crowd's robots that are not in focus. */
const OTHERS_ALPHA = 0.25;

/** The marks by which behaviors show their construction: points, circles and segments in the behavior's colour. */
export function drawMarks(pen: Pen, picture: Picture, labels: LabelBoard): void {
  const { context, px } = pen;
  inPlane(pen);
  const crowd = isCrowd(picture);
  context.lineWidth = px;
  for (const slot of slotsWithMarks(picture)) {
    const color = pen.palette.behavior(slot);
    context.strokeStyle = color;
    context.fillStyle = color;
    if (crowd && !isSwarm(picture)) {
      context.globalAlpha = OTHERS_ALPHA;
      drawSlot(pen, picture, slot, false);
    }
    context.globalAlpha = 1;
    drawSlot(pen, picture, slot, true);
  }
  addLabels(pen, picture, labels, crowd);
}

/** Every mark of one colour: of the labelled robots, or of the others. */
function drawSlot({ context, px }: Pen, picture: Picture, slot: number, labelled: boolean): void {
  const crowd = isCrowd(picture);
  context.beginPath();
  eachMark(picture, (mark, behavior, id) => {
    if (picture.colors.slot(behavior) !== slot) return;
    if (labelled === (!crowd || id === picture.focus)) traceMark(context, mark, px);
  });
  context.stroke();
}

function traceMark(context: CanvasRenderingContext2D, mark: Mark, px: number): void {
  if (mark.kind === 'circle') traceCircle(context, mark.at.x, mark.at.y, mark.radius);
  else if (mark.kind === 'point') {
    traceCircle(context, mark.at.x, mark.at.y, POINT_RADIUS * px);
    traceCircle(context, mark.at.x, mark.at.y, px / 2);
  } else {
    context.moveTo(mark.from.x, mark.from.y);
    context.lineTo(mark.to.x, mark.to.y);
  }
}

function slotsWithMarks(picture: Picture): ReadonlySet<number> {
  const slots = new Set<number>();
  eachMark(picture, (_, behavior) => slots.add(picture.colors.slot(behavior)));
  return slots;
}

function eachMark({ robots }: Picture, visit: (mark: Mark, behavior: string, id: string) => void): void {
  for (const { tick, view } of robots) {
    if (view.ghost) continue;
    for (const { marks, behavior } of tick?.contributions ?? []) {
      for (const mark of marks) visit(mark, behavior, view.id);
    }
  }
}

/** Of marks with the same label only the first visible one is labelled. */
function addLabels({ camera, palette, px }: Pen, picture: Picture, labels: LabelBoard, crowd: boolean): void {
  const labelled = new Set<string>();
  eachMark(picture, (mark, behavior, id) => {
    if (crowd && id !== picture.focus) return;
    const key = `${id} ${behavior} ${mark.label}`;
    const at = mark.kind === 'segment' ? midpoint(mark) : mark.at;
    if (labelled.has(key) || !shows(camera, at)) return;
    labelled.add(key);
    const color = palette.behavior(picture.colors.slot(behavior));
    const gap = mark.kind === 'circle' ? Math.max(LABEL_CLEARANCE, mark.radius / px + 3) : 6;
    labels.add(key, mark.label, color, at, Math.PI / 4, gap, 'mark');
  });
}

const midpoint = ({ from, to }: Extract<Mark, { kind: 'segment' }>) => ({
  x: (from.x + to.x) / 2,
  y: (from.y + to.y) / 2,
});
