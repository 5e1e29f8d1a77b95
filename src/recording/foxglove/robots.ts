/** A robot's body, the force of each behavior, their sum, what the clamp left, and its velocity, as arrows. */
import type { ArrowPrimitive, SceneEntity, TextPrimitive, Time } from '@foxglove/schemas';
import { add, fromPolar, length, type Pose, scale, type Vec2, ZERO } from '../../math/geometry.js';
import type { Mark, Tick } from '../../signals/signals.js';
import type { RobotFrame, RobotView } from '../../signals/view.js';
import { arrow, color, disc, entity, line, words } from './primitives.js';

const BODY = color(0x4a78c2, 0.8);
const GHOST = color(0x4a78c2, 0.25);
const NOSE = color(0xffffff);
const GREEN = color(0x2fa84f);
const WISH = color(0x9bd8ab);
const SUM = color(0x7a3fb5);
const CLAMPED = color(0xd12f2f);
const MARK = color(0x7d8794, 0.4);
/** One for each behavior that speaks, in their order. */
const CONTRIBUTIONS = [0xe6862a, 0x1aa3b8, 0xc94f9b, 0x8c6d31, 0x5b6ee1].map((rgb) => color(rgb));

const HEIGHT = 0.06;
/** Arrows and marks lie on the body. */
const ON_TOP = 0.08;
/** An arrow of the robot's greatest force or speed is so many of its radii long. */
const RADII = 5;

/** Where it truly is, or where it takes itself to be. */
export const placeOf = ({ truth, tick }: RobotFrame): Pose | undefined => truth ?? tick?.estimate.pose;

/** Nothing before its first place is known. */
export function robotEntity(robot: RobotView, frame: RobotFrame, time: Time): SceneEntity | undefined {
  const place = placeOf(frame);
  if (!place) return undefined;
  const { radius, ghost } = robot;
  const nose = arrow(place, fromPolar(radius, place.heading), ON_TOP, NOSE);
  const { arrows, texts, marks } = frame.tick ? said(robot, frame.tick, place) : NOTHING;
  return entity(`robot ${robot.id}`, time, {
    cylinders: [disc(place, radius, HEIGHT, ghost ? GHOST : BODY), ...marks.flatMap(discOf)],
    arrows: [nose, ...arrows],
    texts: [words(place, 3 * ON_TOP, robot.id, NOSE), ...texts, ...labelsOf(marks)],
    lines: marks.flatMap(lineOf),
  });
}

interface Said {
  readonly arrows: readonly ArrowPrimitive[];
  readonly texts: readonly TextPrimitive[];
  readonly marks: readonly Mark[];
}

const NOTHING: Said = { arrows: [], texts: [], marks: [] };

function said({ limits, radius }: RobotView, tick: Tick, place: Pose): Said {
  const long = RADII * radius;
  const [perNewton, perSpeed] = [long / limits.force, long / limits.speed];
  const { contributions, steered } = tick;
  const { left, right } = tick.estimate.wheels;
  const sum = contributions.reduce((sum, { force }) => add(sum, force), ZERO);
  const drawn: readonly Labelled[] = [
    ...contributions.map(({ behavior, force }, i) => ({
      along: scale(force, perNewton),
      paint: CONTRIBUTIONS[i % CONTRIBUTIONS.length] ?? SUM,
      label: behavior,
    })),
    ...(contributions.length > 1 ? [{ along: scale(sum, perNewton), paint: SUM, label: 'sum' }] : []),
    { along: scale(steered.force, perNewton), paint: CLAMPED, label: 'force' },
    { along: scale(steered.desiredVelocity, perSpeed), paint: WISH, label: 'desired velocity' },
    { along: fromPolar(((left + right) / 2) * perSpeed, place.heading), paint: GREEN, label: 'velocity' },
  ];
  const seen = drawn.filter(({ along }) => length(along) > 0.05 * long);
  return {
    arrows: seen.map(({ along, paint }) => arrow(place, along, ON_TOP, paint)),
    texts: seen.map(({ along, paint, label }) => words(add(place, along), ON_TOP, label, paint)),
    marks: contributions.flatMap(({ marks }) => marks).slice(0, MARKS),
  };
}

interface Labelled {
  readonly along: Vec2;
  readonly paint: typeof SUM;
  readonly label: string;
}

/** So many at most are drawn: a lidar's echoes can be hundreds, ten times a second. */
const MARKS = 24;
const DOT = 0.02;
const THIN = 0.004;

const discOf = (mark: Mark) =>
  mark.kind === 'segment' ? [] : [disc(mark.at, mark.kind === 'circle' ? mark.radius : DOT, THIN, MARK)];

const lineOf = (mark: Mark) => (mark.kind === 'segment' ? [line([mark.from, mark.to], ON_TOP, MARK)] : []);

/** One of each kind is told what it is. */
function labelsOf(marks: readonly Mark[]): TextPrimitive[] {
  const labelled = new Map(marks.map((mark) => [mark.label, mark]));
  return [...labelled].flatMap(([label, mark]) =>
    label === '' ? [] : [words(mark.kind === 'segment' ? mark.to : mark.at, ON_TOP, label, MARK)],
  );
}
