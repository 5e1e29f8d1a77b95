/** What is drawn at a point of the map, by its name: a robot, a thing, an arrow's shaft, a path, an echo. */
import {
  add,
  distance,
  nearestOnSegment,
  rotate,
  scale,
  sub,
  type Vec2,
  wrapAngle,
} from '../../../../math/geometry.js';
import type { Meters } from '../../../../math/units.js';
import { arrowsOf } from '../../../../scene/arrows.js';
import { ellipseOf, headingSpread, SECTOR_REACH } from '../../../../scene/estimates.js';
import { pathsOf, shownGoalsOf } from '../../../../scene/goals.js';
import { isShownTarget } from '../../../../scene/ground.js';
import { positionOfGoal } from '../../../../scene/located.js';
import type { Picture } from '../drawing/picture.js';
import { isCrowd } from '../drawing/picture.js';
import { robotAt, thingCovers } from './hitTest.js';

/** The distance to a line of points. */
function distanceToLine(p: Vec2, points: readonly Vec2[]): Meters {
  let least = Number.POSITIVE_INFINITY;
  for (const [i, b] of points.entries()) {
    const a = points[i - 1] ?? b;
    const t = nearestOnSegment(p, a, b);
    least = Math.min(least, distance(p, add(a, scale(sub(b, a), t))));
  }
  return least;
}

/** The arrow on whose shaft a point lies, behavior's before outcomes. */
function arrowAt(picture: Picture, p: Vec2, reach: Meters, px: Meters): string | undefined {
  const { robots, focus, scales, colors } = picture;
  const near = robots.flatMap(({ view, pose, tick }) => {
    if (view.ghost || !tick || (isCrowd(picture) && view.id !== focus)) return [];
    return arrowsOf(pose, tick, scales, (behavior) => colors.slot(behavior), px)
      .map(({ words, piece: { from, along } }) => ({
        words,
        away: distanceToLine(p, [from, add(from, along)]),
      }))
      .filter(({ away }) => away <= reach);
  });
  return near.toSorted((a, b) => a.away - b.away)[0]?.words;
}

const THING_WORDS = { wall: 'wall', circle: 'post', box: 'box', mover: 'mover' } as const;

/** A thing, and what lies on the floor. */
function groundAt({ scene, frame }: Picture, p: Vec2, reach: Meters): string | undefined {
  const { things, floor, putBack, robots } = scene;
  const thing = things.findLast((one) =>
    one.kind === 'wall' ? distanceToLine(p, one.points) <= reach : thingCovers(one, frame, p, reach),
  );
  if (thing) return THING_WORDS[thing.kind];
  const isNear = (at: Vec2): boolean => distance(at, p) <= reach;
  if (floor?.lamps.some(isNear)) return 'lamp';
  if (floor?.beacons.some(isNear)) return 'beacon';
  if (robots.some(({ mission }) => pathsOf(mission).some(({ points }) => distanceToLine(p, points) <= reach)))
    return 'path';
  const isOn = ({ points, width }: NonNullable<typeof floor>['lines'][number]): boolean =>
    distanceToLine(p, points) <= Math.max(width / 2, reach);
  if (floor?.lines.some(isOn)) return 'tape';
  const isIn = ([a, b]: readonly [Vec2, Vec2]): boolean =>
    (p.x - a.x) * (p.x - b.x) <= 0 && (p.y - a.y) * (p.y - b.y) <= 0;
  return putBack && isIn(putBack) ? 'robots are put back here' : undefined;
}

/** On the outline of where it may be, or in the fan of where it may look. */
const isEstimate = ({ robots }: Picture, p: Vec2, reach: Meters): boolean =>
  robots.some(({ view, tick }) => {
    if (view.ghost || !tick) return false;
    const { pose, covariance } = tick.estimate;
    const { long, short, angle } = ellipseOf(covariance);
    const away = sub(p, pose);
    const { x, y } = rotate(away, -angle);
    // The distance from the outline, nearly: where it is round, exactly.
    const ring = Math.abs(Math.hypot(x / long, y / short) - 1) * short;
    if (long > view.radius && ring <= reach) return true;
    const turn = Math.abs(wrapAngle(Math.atan2(away.y, away.x) - pose.heading));
    const far = distance(p, pose);
    return far > view.radius && far <= SECTOR_REACH * view.radius && turn <= headingSpread(covariance);
  });

const isEcho = ({ robots }: Picture, p: Vec2, reach: Meters): boolean =>
  robots.some(({ frame: { remembered = [] } }) =>
    remembered.some((x, i) => i % 2 === 0 && distance({ x, y: remembered[i + 1] ?? Number.NaN }, p) <= reach),
  );

/**
 * The name of the topmost sign at a point: a word whose meaning the glossary has, or a robot.
 *
 * @param px metres a pixel
 */
export function signAt(picture: Picture, p: Vec2, reach: Meters, px: Meters): string | undefined {
  const { robots, frame, scene } = picture;
  if (!frame) return undefined;
  const under = robotAt(robots, p, 0);
  const arrow = picture.forces && !under ? arrowAt(picture, p, reach, px) : undefined;
  if (arrow) return arrow;
  if (under) return under.view.ghost ? 'ghost, to compare' : 'robot';
  const goals = scene.robots.flatMap(({ mission }) => shownGoalsOf(mission)).filter(isShownTarget);
  const goal = goals.find((one) => {
    const at = positionOfGoal(one, scene, frame);
    return at !== undefined && distance(at, p) <= Math.max(reach, one.within);
  });
  if (goal) return goal.kind === 'pointer' ? 'pointer' : 'target';
  if (scene.spots?.some((spot) => distance(spot, p) <= 2 * reach)) return 'spot';
  if (picture.marks && isEcho(picture, p, reach)) return 'echoes that it remembers';
  return groundAt(picture, p, reach) ?? (isEstimate(picture, p, reach) ? 'where it thinks it is' : undefined);
}
