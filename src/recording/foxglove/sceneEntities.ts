/** 3D entities for Foxglove: what stands and moves, and robots with their arrows and marks. */
import type { SceneEntity, TextPrimitive, Time } from '@foxglove/schemas';
import { add, fromPolar, length, type Pose } from '../../math/geometry.js';
import { arrowShapes, arrowsOf, type NamedArrow } from '../../scene/arrows.js';
import { BehaviorSlots } from '../../scene/behaviorColors.js';
import { outlinePiece } from '../../scene/bodies.js';
import { thingShapes } from '../../scene/ground.js';
import { poseOfThing } from '../../scene/located.js';
import { markShapes, marksOf, type NamedMark, placeOfMark } from '../../scene/marks.js';
import type { Shape } from '../../scene/shapes.js';
import type { Tick } from '../../signals/signals.js';
import type { FrameView, RobotFrame, RobotView, SceneView } from '../../signals/view.js';
import { entity, inkColor, shapePrimitives, textLabel } from './primitives.js';

/** Metres a pixel, for what has no size in the world: a 3D view has no zoom that a recording knows. */
const PX = 0.002;
const BODY_HEIGHT = 0.06;
/** Arrows lie above the body, marks on the ground: some are metres wide. */
const ARROW_HEIGHT = 0.08;
/** Length of the arrow of greatest force or speed, in radii of the robot. */
const ARROW_LENGTH_RADII = 5;
const MARK_HEIGHT = 0.012;
/** Shorter ones, by that of the greatest, would pile up on the body. */
const LEAST_ARROW = 0.05;
const GHOST_ALPHA = 0.25;
const BODY_ALPHA = 0.8;
const MARK_ALPHA = 0.4;
/** At most this many marks are drawn: a lidar can give hundreds of echoes, ten times a second. */
const MAX_MARKS = 24;

/** The true pose if known, else the estimated one. */
export const poseOf = ({ truth, tick }: RobotFrame): Pose | undefined => truth ?? tick?.estimate.pose;

/** Undefined before its first pose is known. */
export function robotEntity(view: RobotView, frame: RobotFrame, time: Time): SceneEntity | undefined {
  const pose = poseOf(frame);
  if (!pose) return undefined;
  const body: Shape = {
    pieces: [outlinePiece({ view, pose }, PX)],
    fill: view.ghost ? 'ghost' : 'robot-edge',
    alpha: view.ghost ? GHOST_ALPHA : BODY_ALPHA,
  };
  const along = fromPolar(view.radius, pose.heading);
  const nose: Shape = { pieces: [{ kind: 'arrow', from: pose, along }], stroke: 'ink' };
  const { arrows, marks, labels } = annotationsOf(view, frame.tick, pose);
  return entity(`robot ${view.id}`, time, {
    ...shapePrimitives([
      { shapes: [body], z: 0, height: BODY_HEIGHT },
      { shapes: marks, z: 0, height: MARK_HEIGHT },
      { shapes: [nose, ...arrows], z: ARROW_HEIGHT, height: 0 },
    ]),
    texts: [textLabel(pose, 3 * ARROW_HEIGHT, view.id, inkColor('ink')), ...labels],
  });
}

interface Annotations {
  readonly arrows: readonly Shape[];
  readonly marks: readonly Shape[];
  readonly labels: readonly TextPrimitive[];
}

function annotationsOf({ limits, radius }: RobotView, tick: Tick | undefined, place: Pose): Annotations {
  if (!tick) return { arrows: [], marks: [], labels: [] };
  const { contributions } = tick;
  const slots = new BehaviorSlots().add(contributions.map(({ behavior }) => behavior));
  const slot = (behavior: string) => slots.slot(behavior);
  const long = ARROW_LENGTH_RADII * radius;
  const pixels = long / PX;
  const scales = {
    force: { value: limits.force, pixels },
    velocity: { value: limits.speed, pixels },
  };
  const all = arrowsOf(place, tick, scales, slot, PX);
  const arrows = all.filter(({ piece }) => length(piece.along) > LEAST_ARROW * long);
  const marks = marksOf(contributions).slice(0, MAX_MARKS);
  return {
    arrows: arrowShapes(arrows, PX),
    marks: markShapes(marks, slot, PX, MARK_ALPHA),
    labels: [...arrows.filter(({ repeated }) => !repeated).map(arrowLabel), ...markLabels(marks, slot)],
  };
}

const arrowLabel = ({ words, look, piece }: NamedArrow): TextPrimitive =>
  textLabel(add(piece.from, piece.along), ARROW_HEIGHT, words, inkColor(look.stroke));

/** Labels one mark of each label. */
function markLabels(
  marks: readonly NamedMark[],
  slot: (behavior: string) => number,
): readonly TextPrimitive[] {
  const labelled = new Map(marks.map((each) => [each.mark.label, each]));
  return [...labelled].flatMap(([label, { mark, behavior }]) =>
    label === '' ? [] : [textLabel(placeOfMark(mark), ARROW_HEIGHT, label, inkColor(slot(behavior)))],
  );
}

const THING_HEIGHT = 0.15;

type Moved = FrameView['moved'];

/** All things that are where the scene has them. */
export const standingThings = (scene: SceneView, moved: Moved, time: Time): SceneEntity => {
  const gone = new Set(moved.map(({ id }) => id));
  const standing = scene.things.filter(({ id }) => !gone.has(id));
  return thingsEntity(
    'standing',
    time,
    thingShapes(standing, (thing) => poseOfThing(thing, null), PX),
  );
};

/** All things that were moved; a wall has no position that could be. */
export const movedThings = (scene: SceneView, moved: Moved, time: Time): SceneEntity => {
  const gone = new Set(moved.map(({ id }) => id));
  const things = scene.things.filter(({ id, kind }) => gone.has(id) && kind !== 'wall');
  return thingsEntity(
    'moved',
    time,
    thingShapes(things, (thing) => poseOfThing(thing, { moved }), PX),
  );
};

const thingsEntity = (id: string, time: Time, shapes: readonly Shape[]): SceneEntity =>
  entity(id, time, shapePrimitives([{ shapes, z: 0, height: THING_HEIGHT }]));
