/** The rectangle of the world that a picture shows: all things and all driven lines. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import type { RobotTrace } from '../engine/trace.js';
import type { Scenario, WorldSpec } from '../scenario/scenario.js';
import { plottedPathsOf, targetsOf } from './goals.js';
import { shownMarks } from './shownMarks.js';

export interface PlotExtent {
  readonly low: Vec2;
  readonly high: Vec2;
}

/** A disc that must be in the picture. */
interface Disc {
  readonly at: Vec2;
  readonly radius: Meters;
}

type Range = readonly [low: number, high: number];

/** Smallest width shown, so that a robot that never moved does not fill the picture. */
const MIN_SPAN: Meters = 0.6;
const MARGIN_SHARE = 0.06;
/** One side is at least this share of the other, so that a corridor leaves room for its labels. */
const MIN_ASPECT = 0.22;

const span = ([low, high]: Range): number => high - low;
const inside = (value: number, [low, high]: Range): boolean => value >= low && value <= high;
const isFiniteDisc = ({ at, radius }: Disc): boolean => Number.isFinite(at.x + at.y + radius);

const discsAt = (points: readonly Vec2[], radius: Meters): Disc[] => points.map((at) => ({ at, radius }));

const worldDiscs = ({
  walls,
  circles,
  boxes,
  posts,
  movers,
  lines = [],
  lights = [],
  beacons = [],
}: WorldSpec): Disc[] => [
  ...discsAt(walls.flat(), 0),
  ...circles,
  ...boxes.map(({ at, size }) => ({ at, radius: Math.hypot(...size) / 2 })),
  ...discsAt(posts.at, posts.radius),
  ...movers.flatMap(({ waypoints, radius }) => discsAt(waypoints, radius)),
  ...lines.flatMap(({ points, width }) => discsAt(points, width / 2)),
  ...lights.map(({ at }) => ({ at, radius: 0 })),
  ...beacons.map(({ at }) => ({ at, radius: 0 })),
];

const discsOf = (scenario: Scenario, traces: readonly RobotTrace[]): Disc[] => [
  ...worldDiscs(scenario.world),
  ...discsAt(scenario.respawn?.inside ?? [], 0),
  ...scenario.robots.flatMap(({ at, robot, mission }) => [
    { at, radius: robot.chassis.radius },
    ...plottedPathsOf(mission).flatMap(({ points, radius }) => discsAt(points, radius)),
    ...targetsOf(mission).map((target) => ({ at: target.at, radius: target.within })),
  ]),
  ...traces.flatMap(({ line, finalPose, radius }) => discsAt([...line, finalPose], radius)),
];

/** Circles that behaviors drew round points inside, unless they would make everything else small. */
const markDiscs = (traces: readonly RobotTrace[], x: Range, y: Range): Disc[] =>
  shownMarks(traces)
    .flatMap(({ mark }) => (mark.kind === 'circle' ? [mark] : []))
    .filter(
      ({ at, radius }) => inside(at.x, x) && inside(at.y, y) && 2 * radius < Math.max(span(x), span(y)),
    );

/** Lowest and highest value of one coordinate; around the origin without discs. */
function range(discs: readonly Disc[], of: (at: Vec2) => number): Range {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at, radius } of discs) {
    low = Math.min(low, of(at) - radius);
    high = Math.max(high, of(at) + radius);
  }
  return low <= high ? [low, high] : [0, 0];
}

const rangeX = (discs: readonly Disc[]): Range => range(discs, (at) => at.x);
const rangeY = (discs: readonly Disc[]): Range => range(discs, (at) => at.y);

const widen = ([low, high]: Range, wanted: number): Range => {
  const more = Math.max(0, wanted - (high - low)) / 2;
  return [low - more, high + more];
};

/** The extent of the scenario's things and the driven lines, with a margin, and not too thin. */
export function plotExtentOf(scenario: Scenario, traces: readonly RobotTrace[]): PlotExtent {
  const discs = discsOf(scenario, traces).filter(isFiniteDisc);
  const all = [...discs, ...markDiscs(traces, rangeX(discs), rangeY(discs)).filter(isFiniteDisc)];
  const [x, y] = [rangeX(all), rangeY(all)];
  const longer = Math.max(span(x), span(y));
  const least = Math.max(MIN_SPAN, longer * MIN_ASPECT);
  const margin = 2 * MARGIN_SHARE * Math.max(longer, MIN_SPAN);
  const [left, right] = widen(x, Math.max(least, span(x)) + margin);
  const [bottom, top] = widen(y, Math.max(least, span(y)) + margin);
  return { low: { x: left, y: bottom }, high: { x: right, y: top } };
}
