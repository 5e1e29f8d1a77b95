/** The part of the world that a picture of a run shows: all things and all driven lines. */
import type { Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { atLeast, type Extent, type ExtentDisc, extentOfDiscs, sceneDiscs } from '../extent.js';
import { distinct, shownGoalsOf } from '../goals.js';
import { shownMarks } from './moments.js';
import type { PlottedRun, RobotTrace, SentRobot } from './trace.js';

/** Smallest width shown, so that a robot that never moved does not fill the picture. */
const MIN_SPAN: Meters = 0.6;
const MARGIN_SHARE = 0.06;
/** One side is at least this share of the other, so that a corridor leaves room for its labels. */
const MIN_ASPECT = 0.22;

/** A target that stands still, or a pointer where it was first. */
interface FixedTarget {
  readonly kind: 'point' | 'pointer';
  readonly at: Vec2;
  readonly within: Meters;
}

/** Of all missions; shared ones once. */
export const fixedTargets = (robots: readonly SentRobot[]): readonly FixedTarget[] =>
  distinct(
    robots
      .flatMap(({ mission }) => shownGoalsOf(mission))
      .flatMap((goal) =>
        'at' in goal && !goal.avoided ? [{ kind: goal.kind, at: goal.at, within: goal.within }] : [],
      ),
  );

const span = ({ low, high }: Extent): { readonly x: Meters; readonly y: Meters } => ({
  x: high.x - low.x,
  y: high.y - low.y,
});

/** Circles that behaviors drew round points inside, unless they would make everything else small. */
function markDiscs(traces: readonly RobotTrace[], inside: Extent): ExtentDisc[] {
  const { x, y } = span(inside);
  const { low, high } = inside;
  const isIn = (at: Vec2) => at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y;
  return shownMarks(traces)
    .flatMap(({ mark }) => (mark.kind === 'circle' ? [mark] : []))
    .filter(({ at, radius }) => isIn(at) && 2 * radius < Math.max(x, y));
}

/** The extent of the scene's things and the driven lines, with a margin, and not too thin. */
export function plotExtentOf(run: PlottedRun): Extent {
  const { robots, traces } = run;
  const discs = [
    ...sceneDiscs(run, null),
    ...run.things.flatMap((thing) =>
      thing.kind === 'mover' ? (thing.track ?? []).map((at) => ({ at, radius: thing.radius })) : [],
    ),
    ...robots.map(({ start, radius }) => ({ at: start, radius })),
    ...fixedTargets(robots).map(({ at, within }) => ({ at, radius: within })),
    ...traces.flatMap(({ line, finalPose, radius }) => [...line, finalPose].map((at) => ({ at, radius }))),
  ];
  const all = extentOfDiscs([...discs, ...markDiscs(traces, extentOfDiscs(discs))]);
  const { x, y } = span(all);
  const longer = Math.max(x, y);
  const least = Math.max(MIN_SPAN, longer * MIN_ASPECT);
  const margin = 2 * MARGIN_SHARE * Math.max(longer, MIN_SPAN);
  return atLeast(all, Math.max(least, x) + margin, Math.max(least, y) + margin);
}
