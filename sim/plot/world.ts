/** The world of a run: what stands and moves there, its ground, and the goals of the missions. */
import { rotate, type Vec2 } from '../../src/math/geometry.js';
import { INK, LAMP, MOVER, OBSTACLE, OBSTACLE_EDGE, PATH, PATH_BAND, TAPE } from '../../src/svg/colors.js';
import { group, line, polygon, polyline, rectangle, ring, text } from '../../src/svg/svg.js';
import type { BoxSpec, MoverSpec, Scenario, WorldSpec } from '../scenario/scenario.js';
import type { PlotFrame } from './frame.js';
import { type FixedTarget, type PlottedPath, plottedPathsOf, targetsOf } from './goals.js';

type Box = Pick<BoxSpec, 'at' | 'size' | 'heading'>;

function drawBox({ place }: PlotFrame, { at, size, heading }: Box, start: boolean): string {
  const [width, height] = size;
  const corners = [
    { x: width / 2, y: height / 2 },
    { x: -width / 2, y: height / 2 },
    { x: -width / 2, y: -height / 2 },
    { x: width / 2, y: -height / 2 },
  ].map((corner) => rotate(corner, heading));
  const dashes = start ? { 'stroke-dasharray': '4 3', 'fill-opacity': 0.5 } : {};
  return polygon(
    corners.map((corner) => place({ x: at.x + corner.x, y: at.y + corner.y })),
    dashes,
  );
}

/** Walls and standing things; movable boxes dashed where they started, solid where they are. */
export function drawObstacles(
  frame: PlotFrame,
  { walls, circles, boxes, posts }: WorldSpec,
  boxesAtEnd: readonly Box[],
): string {
  const { place, scale } = frame;
  const solid = { fill: OBSTACLE, stroke: OBSTACLE_EDGE, 'stroke-width': 1 };
  return (
    group(solid, [
      ...circles.map(({ at, radius }) => ring(place(at), radius * scale)),
      ...posts.at.map((at) => ring(place(at), posts.radius * scale)),
      ...boxes.map((box) => drawBox(frame, box, box.movable)),
      ...boxesAtEnd.filter((_, i) => boxes[i]?.movable).map((box) => drawBox(frame, box, false)),
    ]) +
    group(
      { stroke: INK, 'stroke-width': 2.5, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' },
      walls.map((wall) => polyline(wall.map(place))),
    )
  );
}

const drawMover = ({ place, scale }: PlotFrame, { id, waypoints, radius, solid }: MoverSpec): string => {
  const [first] = waypoints;
  if (!first) return '';
  const at = place(first);
  const r = Math.max(2, radius * scale);
  return (
    polyline(waypoints.map(place), { 'stroke-dasharray': '1 4', 'stroke-linecap': 'round' }) +
    ring(at, r, { fill: solid ? MOVER : 'white', 'fill-opacity': solid ? 0.35 : 0.8 }) +
    text({ x: at.x, y: at.y - r - 4 }, id, {
      'text-anchor': 'middle',
      'font-size': 11,
      fill: MOVER,
      stroke: 'none',
    })
  );
};

/** Movers at their starts, and their ways. */
export const drawMovers = (frame: PlotFrame, { movers }: WorldSpec): string =>
  group(
    { stroke: MOVER, 'stroke-width': 1.5 },
    movers.map((mover) => drawMover(frame, mover)),
  );

const drawBand = ({ place, scale }: PlotFrame, { points, radius }: PlottedPath): string =>
  radius * scale > 1 ? polyline(points.map(place), { 'stroke-width': 2 * radius * scale }) : '';

const drawPath = ({ place }: PlotFrame, { points }: PlottedPath): string =>
  polyline(points.map(place), { stroke: PATH, 'stroke-width': 1.2, 'stroke-dasharray': '6 4' });

/** The cross of a target, and the circle within which it counts as reached. */
function drawTarget({ place, scale }: PlotFrame, { at, within }: FixedTarget): string {
  const { x, y } = place(at);
  return (
    ring({ x, y }, within * scale, { fill: 'none', stroke: INK, 'stroke-width': 0.8 }) +
    line({ x: x - 6, y: y - 6 }, { x: x + 6, y: y + 6 }, { stroke: INK, 'stroke-width': 1.6 }) +
    line({ x: x - 6, y: y + 6 }, { x: x + 6, y: y - 6 }, { stroke: INK, 'stroke-width': 1.6 })
  );
}

const corner = (points: readonly Vec2[], choose: (...values: number[]) => number): Vec2 => ({
  x: choose(...points.map(({ x }) => x)),
  y: choose(...points.map(({ y }) => y)),
});

/** The area where arrived robots are put back. */
function drawRespawn({ place }: PlotFrame, { respawn }: Scenario): string {
  if (!respawn) return '';
  const placed = respawn.inside.map(place);
  const low = corner(placed, Math.min);
  const high = corner(placed, Math.max);
  const dotted = { fill: 'none', stroke: PATH, 'stroke-width': 1, 'stroke-dasharray': '2 3' };
  return rectangle(low, { x: high.x - low.x, y: high.y - low.y }, dotted);
}

const once = (elements: readonly string[]): string[] => [...new Set(elements)];

/** Tape on the floor, lamps above it, and beacons as rings. */
function drawFloor(
  { place, scale }: PlotFrame,
  { lines = [], lights = [], beacons = [] }: WorldSpec,
): string {
  const tape = lines.map(({ points, width }) =>
    polyline(points.map(place), { 'stroke-width': width * scale }),
  );
  const rings = beacons.flatMap(({ at }) => [1, 2].map((n) => ring(place(at), n * RING_RADIUS)));
  const lamps = lights.map(({ at }) => ring(place(at), LAMP_RADIUS));
  return (
    group({ stroke: TAPE, 'stroke-linejoin': 'round' }, tape) +
    group({ fill: LAMP, stroke: INK, 'stroke-width': 0.8 }, lamps) +
    group({ fill: 'none', stroke: INK, 'stroke-width': 1.2 }, rings)
  );
}

/** Radius on the page [pixels]; a lamp has no size in the world. */
const LAMP_RADIUS = 5;
const RING_RADIUS = 4;

/** The ground: tape, lamps, bands of the paths, and the area where arrived robots are put back. */
export function drawGround(frame: PlotFrame, scenario: Scenario): string {
  const paths = scenario.robots.flatMap(({ mission }) => plottedPathsOf(mission));
  const bands = once(paths.map((path) => drawBand(frame, path)));
  const style = { stroke: PATH_BAND, 'stroke-opacity': 0.55, 'stroke-linejoin': 'round' };
  return drawFloor(frame, scenario.world) + drawRespawn(frame, scenario) + group(style, bands);
}

/** The paths and fixed targets of all missions; shared ones are drawn once. */
export function drawGoals(frame: PlotFrame, { robots }: Scenario): string {
  const paths = robots.flatMap(({ mission }) => plottedPathsOf(mission)).map((path) => drawPath(frame, path));
  const targets = robots.flatMap(({ mission }) => targetsOf(mission)).map((goal) => drawTarget(frame, goal));
  return group({}, once([...paths, ...targets]));
}
