/**
 * 3D entities for Foxglove: walls, obstacles and movers, and robots with arrows for the force of each behavior, their
 * sum, the clamped force, and the velocity.
 */

import type { ArrowPrimitive, SceneEntity, TextPrimitive, Time } from '@foxglove/schemas';
import { add, fromPolar, length, type Pose, scale, type Vec2, ZERO } from '../../math/geometry.js';
import type { Mark, Tick } from '../../signals/signals.js';
import type { FrameView, RobotFrame, RobotView, SceneView, ThingView } from '../../signals/view.js';
import { arrowPrimitive, block, color, disc, entity, linePrimitive, textLabel } from './primitives.js';

const BODY_COLOR = color(0x4a78c2, 0.8);
const GHOST_COLOR = color(0x4a78c2, 0.25);
const NOSE_COLOR = color(0xffffff);
const VELOCITY_COLOR = color(0x2fa84f);
const DESIRED_VELOCITY_COLOR = color(0x9bd8ab);
const SUM_COLOR = color(0x7a3fb5);
const CLAMPED_FORCE_COLOR = color(0xd12f2f);
const MARK_COLOR = color(0x7d8794, 0.4);
/** One for each contributing behavior, in order. */
const CONTRIBUTION_COLORS = [0xe6862a, 0x1aa3b8, 0xc94f9b, 0x8c6d31, 0x5b6ee1].map((rgb) => color(rgb));

const BODY_HEIGHT = 0.06;
/** Arrows and marks lie on the body. */
const ARROW_HEIGHT = 0.08;
/** Length of the arrow of greatest force or speed, in radii of the robot. */
const ARROW_LENGTH_RADII = 5;

/** The true pose if known, else the estimated one. */
export const poseOf = ({ truth, tick }: RobotFrame): Pose | undefined => truth ?? tick?.estimate.pose;

/** Undefined before its first pose is known. */
export function robotEntity(robot: RobotView, frame: RobotFrame, time: Time): SceneEntity | undefined {
  const place = poseOf(frame);
  if (!place) return undefined;
  const { radius, ghost } = robot;
  const nose = arrowPrimitive(place, fromPolar(radius, place.heading), ARROW_HEIGHT, NOSE_COLOR);
  const { arrows, texts, marks } = frame.tick ? annotationsOf(robot, frame.tick, place) : NO_ANNOTATIONS;
  return entity(`robot ${robot.id}`, time, {
    cylinders: [disc(place, radius, BODY_HEIGHT, ghost ? GHOST_COLOR : BODY_COLOR), ...marks.flatMap(discOf)],
    arrows: [nose, ...arrows],
    texts: [textLabel(place, 3 * ARROW_HEIGHT, robot.id, NOSE_COLOR), ...texts, ...labelsOf(marks)],
    lines: marks.flatMap(lineOf),
  });
}

interface Annotations {
  readonly arrows: readonly ArrowPrimitive[];
  readonly texts: readonly TextPrimitive[];
  readonly marks: readonly Mark[];
}

const NO_ANNOTATIONS: Annotations = { arrows: [], texts: [], marks: [] };

function annotationsOf({ limits, radius }: RobotView, tick: Tick, place: Pose): Annotations {
  const long = ARROW_LENGTH_RADII * radius;
  const [perNewton, perSpeed] = [long / limits.force, long / limits.speed];
  const { contributions, steered } = tick;
  const { left, right } = tick.estimate.wheels;
  const sum = contributions.reduce((sum, { force }) => add(sum, force), ZERO);
  const vectors: readonly LabelledArrow[] = [
    ...contributions.map(({ behavior, force }, i) => ({
      along: scale(force, perNewton),
      paint: CONTRIBUTION_COLORS[i % CONTRIBUTION_COLORS.length] ?? SUM_COLOR,
      label: behavior,
    })),
    ...(contributions.length > 1 ? [{ along: scale(sum, perNewton), paint: SUM_COLOR, label: 'sum' }] : []),
    { along: scale(steered.force, perNewton), paint: CLAMPED_FORCE_COLOR, label: 'force' },
    {
      along: scale(steered.desiredVelocity, perSpeed),
      paint: DESIRED_VELOCITY_COLOR,
      label: 'desired velocity',
    },
    {
      along: fromPolar(((left + right) / 2) * perSpeed, place.heading),
      paint: VELOCITY_COLOR,
      label: 'velocity',
    },
  ];
  const seen = vectors.filter(({ along }) => length(along) > 0.05 * long);
  return {
    arrows: seen.map(({ along, paint }) => arrowPrimitive(place, along, ARROW_HEIGHT, paint)),
    texts: seen.map(({ along, paint, label }) => textLabel(add(place, along), ARROW_HEIGHT, label, paint)),
    marks: contributions.flatMap(({ marks }) => marks).slice(0, MAX_MARKS),
  };
}

interface LabelledArrow {
  readonly along: Vec2;
  readonly paint: typeof SUM_COLOR;
  readonly label: string;
}

/** At most this many marks are drawn: a lidar can give hundreds of echoes, ten times a second. */
const MAX_MARKS = 24;
const POINT_RADIUS = 0.02;
const MARK_THICKNESS = 0.004;

const discOf = (mark: Mark) =>
  mark.kind === 'segment'
    ? []
    : [disc(mark.at, mark.kind === 'circle' ? mark.radius : POINT_RADIUS, MARK_THICKNESS, MARK_COLOR)];

const lineOf = (mark: Mark) =>
  mark.kind === 'segment' ? [linePrimitive([mark.from, mark.to], ARROW_HEIGHT, MARK_COLOR)] : [];

/** Labels one mark of each label. */
function labelsOf(marks: readonly Mark[]): TextPrimitive[] {
  const labelled = new Map(marks.map((mark) => [mark.label, mark]));
  return [...labelled].flatMap(([label, mark]) =>
    label === ''
      ? []
      : [textLabel(mark.kind === 'segment' ? mark.to : mark.at, ARROW_HEIGHT, label, MARK_COLOR)],
  );
}

const SOLID_COLOR = color(0x8a93a0);
const TARGET_COLOR = color(0xe6a100);
const THING_HEIGHT = 0.15;
const FLAT_HEIGHT = 0.05;

type Moved = FrameView['moved'][number];

/** All things that are where the scene has them. */
export const standingThings = (scene: SceneView, moved: readonly Moved[], time: Time): SceneEntity => {
  const gone = new Set(moved.map(({ id }) => id));
  return thingsEntity(
    'standing',
    time,
    scene.things.filter(({ id }) => !gone.has(id)),
  );
};

/** All things that were moved. */
export const movedThings = (scene: SceneView, moved: readonly Moved[], time: Time): SceneEntity => {
  const places = new Map(moved.map((each) => [each.id, each]));
  const things = scene.things.flatMap((thing) => {
    const place = places.get(thing.id);
    // A wall has no position that could be moved.
    return place && thing.kind !== 'wall' ? [{ ...thing, at: place.at, heading: place.heading }] : [];
  });
  return thingsEntity('moved', time, things);
};

function thingsEntity(id: string, time: Time, things: readonly ThingView[]): SceneEntity {
  return entity(id, time, {
    lines: things.flatMap((thing) =>
      thing.kind === 'wall' ? [linePrimitive(thing.points, FLAT_HEIGHT, SOLID_COLOR)] : [],
    ),
    cubes: things.flatMap((thing) =>
      thing.kind === 'box'
        ? [block({ ...thing.at, heading: thing.heading }, thing.size, THING_HEIGHT, SOLID_COLOR)]
        : [],
    ),
    cylinders: things.flatMap((thing) => {
      if (thing.kind === 'circle') return [disc(thing.at, thing.radius, THING_HEIGHT, SOLID_COLOR)];
      if (thing.kind !== 'mover') return [];
      return [disc(thing.at, thing.radius, FLAT_HEIGHT, thing.solid ? SOLID_COLOR : TARGET_COLOR)];
    }),
  });
}
