/** How far a body with some figures, told what the recorded one was told, drifts away from it. */

import {
  type BodyFigures,
  declaredFigures,
  motionBetween,
  rimWays,
  rimWaysBy,
} from '../../identify/bodyFigures.js';
import {
  type CountedWays,
  type IndexSpan,
  movedAfter,
  type RimWays,
  wayIn,
} from '../../identify/countedWays.js';
import { moveAlongArc, type Pose } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { RecordedRun } from './recordedRun.js';

/**
 * The root of the mean squares of the distances after each span, by that of the spans' ways: those of the wheels, or
 * those that they should have gone where that is more.
 *
 * @param body how the recorded one rolls: by it the ways of its wheels tell where it came to
 */
export function driftIn(
  spans: readonly IndexSpan[],
  { robot, log }: RecordedRun,
  { ways, body }: { readonly ways: CountedWays; readonly body: Pick<BodyFigures, 'wheels' | 'track'> },
): (figures: BodyFigures) => number {
  const truth = spans.map((span) => motionBetween(ways, span, body));
  const rimsBy = rimWaysBy(log.duties, ways.at, robot);
  const declared = rimsBy(declaredFigures(robot));
  const driven = Math.max(squaredWays(ways, spans), squaredWays(declared, spans));
  const rimsOf = remembered(rimsBy);
  return (figures) => {
    const rims = rimsOf(figures);
    const squares = spans.reduce((sum, span, i) => {
      const [there, here] = [motionBetween(rims, span, figures), truth[i] as Pose];
      return sum + (there.x - here.x) ** 2 + (there.y - here.y) ** 2;
    }, 0);
    return driven > 0 ? Math.sqrt(squares / driven) : 0;
  };
}

/** Bodies that differ in wheels and track only turn their wheels alike. */
function remembered(rimsOf: (figures: BodyFigures) => RimWays): (figures: BodyFigures) => RimWays {
  const known = new Map<string, RimWays>();
  return (figures) => {
    const { wheels, track, ...motors } = figures;
    const key = JSON.stringify(motors);
    const rims = known.get(key) ?? rimsOf(figures);
    known.set(key, rims);
    return rims;
  };
}

const squaredWays = (rims: RimWays, spans: readonly IndexSpan[]): number =>
  spans.reduce((sum, span) => sum + wayIn(rims, span) ** 2, 0);

/** How far from the robot's estimate such a body is at the end of the whole run, from where that began. */
export function endDrift({ robot, log, estimates }: RecordedRun, figures: BodyFigures): Meters {
  const rims = rimWays(
    log.duties,
    estimates.map(({ at }) => at),
    figures,
    robot,
  );
  let pose = estimates[0]?.pose ?? { x: 0, y: 0, heading: 0 };
  for (let i = 0; i < estimates.length - 1; i++) {
    const [l, r] = [
      figures.wheels.left * movedAfter(rims.left, i),
      figures.wheels.right * movedAfter(rims.right, i),
    ];
    pose = moveAlongArc(pose, (l + r) / 2, (r - l) / figures.track);
  }
  const last = estimates.at(-1)?.pose ?? pose;
  return Math.hypot(last.x - pose.x, last.y - pose.y);
}
