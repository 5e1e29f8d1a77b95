/** What behaviors contribute: their forces and the outcome as arrows, and the marks of their construction; each labelled. */
import { add, length } from '../../../../math/geometry.js';
import { arrowShape, arrowShapes, arrowsOf, type NamedArrow, OUTCOMES } from '../../../../scene/arrows.js';
import type { LocatedRobot } from '../../../../scene/located.js';
import { markShapes, marksOf, type NamedMark, placeOfMark } from '../../../../scene/marks.js';
import { rememberedShape } from '../../../../scene/rays.js';
import { drawShapes } from '../drawing/canvas.js';
import type { LabelBox } from '../drawing/labels.js';
import { onScreen, type Pen, writeCentered } from '../drawing/pen.js';
import { isCrowd, isSwarm, type Picture } from '../drawing/picture.js';
import { shows, toPlane } from '../view/camera.js';
import { scaleBarBox } from './ground.js';
import type { LabelBoard } from './labelBoard.js';

/** In a crowd only the arrows and marks of the robot in focus are labelled. */
const isLabelled = (picture: Picture, { view }: LocatedRobot): boolean =>
  !isCrowd(picture) || view.id === picture.focus;

/**
 * A robot's arrows: each behavior's force, their sum, the limited force; the desired and the actual velocity. In a crowd only
 * that in focus has them all; the others have their velocity.
 */
export function drawForces(pen: Pen, picture: Picture, labels: LabelBoard): void {
  const { scales, colors } = picture;
  const all = picture.robots.flatMap((robot) => {
    const { pose, tick, view } = robot;
    if (view.ghost || !tick) return [];
    const arrows = arrowsOf(pose, tick, scales, (behavior) => colors.slot(behavior), pen.px);
    if (!isLabelled(picture, robot)) return arrows.filter(({ name }) => name === 'velocity');
    for (const arrow of arrows) labelArrow(pen, robot, arrow, labels);
    return arrows;
  });
  drawShapes(pen, arrowShapes(all, pen.px));
}

/** Shorter arrows need no label [pixels]. */
const MIN_LABELLED_LENGTH = 10;
/** A label stays clear of the body, but no farther from its arrow than this [pixels]. */
const MAX_LABEL_GAP = 48;

/** At its tip. */
function labelArrow(
  { palette, px }: Pen,
  { view }: LocatedRobot,
  arrow: NamedArrow,
  labels: LabelBoard,
): void {
  const { name, words, look, piece, repeated } = arrow;
  const { from, along } = piece;
  const pixels = length(along) / px;
  if (repeated || pixels < MIN_LABELLED_LENGTH) return;
  const gap = Math.max(3, Math.min(MAX_LABEL_GAP, view.radius / px - pixels + 4));
  const towards = Math.atan2(-along.y, along.x);
  labels.add(
    `${view.id} ${name}`,
    words,
    palette.color(look.stroke),
    add(from, along),
    towards,
    gap,
    'arrow',
  );
}

// Arrow scale bars: the arrows of the largest force and of the highest speed, beside the scale bar.

const BAR_GAP = 16;

const formatValue = (value: number): string => String(Number(value.toPrecision(2)));

/** @returns the bars' boxes, which labels avoid */
export function drawArrowBars(pen: Pen, { scales: { force, velocity } }: Picture): LabelBox[] {
  const { context, palette, px } = pen;
  const { left, top, height } = scaleBarBox(pen);
  onScreen(pen);
  context.font = `12px ${palette.font}`;
  const bars = [
    { words: `${formatValue(velocity.value)} m/s`, pixels: velocity.pixels, look: OUTCOMES.velocity },
    { words: `${formatValue(force.value)} N`, pixels: force.pixels, look: OUTCOMES.clamped },
  ].map((bar) => ({ ...bar, width: Math.max(bar.pixels, context.measureText(bar.words).width) }));
  let right = left;
  return bars.map(({ words, pixels, width, look }) => {
    const box = { left: right - width, top, width, height };
    right = box.left - BAR_GAP;
    const from = toPlane(pen.camera, { x: box.left + (width - pixels) / 2, y: top + height - 14 });
    const piece = { kind: 'arrow', from, along: { x: pixels * px, y: 0 } } as const;
    drawShapes(pen, [arrowShape({ look, piece }, px)]);
    onScreen(pen);
    writeCentered(pen, words, box.left + width / 2, top + height - 22);
    return box;
  });
}

/** The distance of a label from a target's cross [pixels]. */
const LABEL_CLEARANCE = 14;
/** For a crowd's robots that are not in focus. */
const OTHERS_ALPHA = 0.25;

/** The marks of all robots, and what they remember of echoes; faint those of a crowd, none of a swarm, but of the robot in focus. */
export function drawMarks(pen: Pen, picture: Picture, labels: LabelBoard): void {
  const robots = picture.robots.filter(({ view }) => !view.ghost);
  const marks = (chosen: readonly LocatedRobot[]): readonly NamedMark[] =>
    chosen.flatMap(({ tick }) => marksOf(tick?.contributions ?? []));
  const slot = (behavior: string) => picture.colors.slot(behavior);
  const labelled = robots.filter((robot) => isLabelled(picture, robot));
  const others = isSwarm(picture) ? [] : robots.filter((robot) => !isLabelled(picture, robot));
  drawShapes(pen, [
    rememberedShape(labelled, pen.px),
    ...markShapes(marks(others), slot, pen.px, OTHERS_ALPHA),
    ...markShapes(marks(labelled), slot, pen.px),
  ]);
  for (const robot of labelled) labelMarks(pen, robot, slot, labels);
}

/** Of marks with the same label only the first visible one is labelled. */
function labelMarks(
  { camera, palette, px }: Pen,
  { view, tick }: LocatedRobot,
  slot: (behavior: string) => number,
  labels: LabelBoard,
): void {
  const labelled = new Set<string>();
  for (const { behavior, mark } of marksOf(tick?.contributions ?? [])) {
    const key = `${view.id} ${behavior} ${mark.label}`;
    const at = placeOfMark(mark);
    if (labelled.has(key) || !shows(camera, at)) continue;
    labelled.add(key);
    const gap = mark.kind === 'circle' ? Math.max(LABEL_CLEARANCE, mark.radius / px + 3) : 6;
    labels.add(key, mark.label, palette.color(slot(behavior)), at, Math.PI / 4, gap, 'mark');
  }
}
