/** The rays of range sensors: each to its echo, or faint to its full range without one; a lost one is not drawn. */
import { toWorld } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import { isMeasured } from '../signals/readings.js';
import type { SensorView } from '../signals/view.js';
import type { LocatedRobot } from './located.js';
import type { Shape } from './shapes.js';

/**
 * Visits a sensor's rays from right to left, except lost ones: where each begins, its direction, and the distance of its
 * echo, null without one.
 */
export function eachRay(
  { pose }: LocatedRobot,
  { at, facing, fieldOfView }: SensorView,
  distances: readonly (number | null)[],
  visit: (x: number, y: number, ux: number, uy: number, seen: number | null) => void,
): void {
  const { x, y } = toWorld(pose, at);
  const last = distances.length - 1;
  distances.forEach((seen, i) => {
    if (!isMeasured(seen)) return;
    const aside = last > 0 ? (i / last - 0.5) * fieldOfView : 0;
    const angle = pose.heading + facing + aside;
    visit(x, y, Math.cos(angle), Math.sin(angle), seen);
  });
}

/** The more rays, the fainter each is. */
const rayAlpha = (rays: number, alone: number): number => Math.max(0.06, alone / Math.sqrt(rays));

/** Half the side of an echo's square [pixels]; smaller where there are many. */
const HIT = { few: 2.4, many: 1.4 };
const MANY_RAYS = 16;

/** What is drawn alike: the rays of all sensors with as many, since a path costs more than what is in it. */
interface RaySheaf {
  readonly free: number[];
  readonly met: number[];
  readonly hits: number[];
}

/** The rays of all robots but ghosts. */
export function rayShapes(robots: readonly LocatedRobot[], px: Meters): readonly Shape[] {
  const byCount = new Map<number, RaySheaf>();
  for (const robot of robots) if (!robot.view.ghost) gatherRays(robot, byCount, px);
  return [...byCount].flatMap(([rays, { free, met, hits }]) => {
    const lines = (ends: readonly number[], alone: number): Shape => ({
      pieces: [{ kind: 'segments', ends }],
      stroke: 'ray',
      width: px,
      alpha: rayAlpha(rays, alone),
    });
    const width = 2 * dotOf(rays, px);
    return [
      lines(free, 0.35),
      lines(met, 1),
      { pieces: [{ kind: 'segments', ends: hits }], stroke: 'hit', width },
    ];
  });
}

const dotOf = (rays: number, px: Meters): Meters => px * (rays > MANY_RAYS ? HIT.many : HIT.few);

function gatherRays(robot: LocatedRobot, byCount: Map<number, RaySheaf>, px: Meters): void {
  for (const sensor of robot.view.sensors) {
    const { distances = [] } = robot.frame.ranges[sensor.id] ?? {};
    if (distances.length === 0) continue;
    const { free, met, hits } = byCount.get(distances.length) ?? { free: [], met: [], hits: [] };
    byCount.set(distances.length, { free, met, hits });
    const dot = dotOf(distances.length, px);
    eachRay(robot, sensor, distances, (x, y, ux, uy, seen) => {
      const long = seen ?? sensor.range;
      const [endX, endY] = [x + ux * long, y + uy * long];
      (seen === null ? free : met).push(x, y, endX, endY);
      if (seen !== null) hits.push(endX - dot, endY, endX + dot, endY);
    });
  }
}

/** Half the side of a remembered echo's square: a quarter of the memory's cell [m], or larger [pixels]. */
const REMEMBERED = { half: 0.0125, least: 1.5 };

/** What robots remember of echoes: the things round which they steer, seen at present or not. */
export function rememberedShape(robots: readonly LocatedRobot[], px: Meters): Shape {
  const half = Math.max(REMEMBERED.half, REMEMBERED.least * px);
  const ends = robots.flatMap(({ frame: { remembered = [] } }) => {
    const squares: Meters[] = [];
    for (let i = 0; i + 1 < remembered.length; i += 2) {
      const [x, y] = [remembered[i] as Meters, remembered[i + 1] as Meters];
      squares.push(x - half, y, x + half, y);
    }
    return squares;
  });
  return { pieces: [{ kind: 'segments', ends }], stroke: 'hit', width: 2 * half, alpha: 0.6 };
}
