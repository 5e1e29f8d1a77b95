/** The goal and the path that this page gave, as long as a robot has them; and what of the scene stands in their way. */

import { computed, signal } from '@preact/signals';
import { cross, distance, dot, length, scale, sub, type Vec2 } from '../../../math/geometry.js';
import type { Meters } from '../../../math/units.js';
import { pathsOf, shownGoalsOf } from '../../../scene/goals.js';
import { poseOfThing } from '../../../scene/located.js';
import type { FrameView, ThingView } from '../../../signals/view.js';
import { scene } from '../store.js';

export type Line = readonly Vec2[];

/** The last goal and the last path that were sent. */
export const sentGoal = signal<Vec2 | null>(null);
export const sentPath = signal<Line | null>(null);

const SAME_PLACE = 1e-6;

const isSame = (a: Vec2 | undefined, b: Vec2 | undefined): boolean =>
  a !== undefined && b !== undefined && distance(a, b) < SAME_PLACE;

/** A mission leaves out points that repeat: ends are compared. */
const isSamePath = (a: Line, b: Line): boolean => isSame(a[0], b[0]) && isSame(a.at(-1), b.at(-1));

const missions = computed(() => (scene.value?.robots ?? []).map(({ mission }) => mission));

/** Undefined once the robots have another goal, or before they have this one. */
export const givenGoal = computed(() => {
  const sent = sentGoal.value;
  const goals = missions.value.flatMap(shownGoalsOf);
  return sent && goals.some((goal) => goal.kind === 'point' && isSame(goal.at, sent)) ? sent : undefined;
});

/** Undefined once the robots follow another path, or before they follow this one. */
export const givenPath = computed(() => {
  const sent = sentPath.value;
  return sent && missions.value.flatMap(pathsOf).some(({ points }) => isSamePath(points, sent))
    ? sent
    : undefined;
});

type Segment = readonly [Vec2, Vec2];

/** A line of one point is a segment without length. */
const segmentsOf = (line: Line): Segment[] =>
  line.slice(0, Math.max(1, line.length - 1)).map((from, i) => [from, line[i + 1] ?? from]);

function distanceToSegment(p: Vec2, [a, b]: Segment): Meters {
  const along = sub(b, a);
  const square = dot(along, along);
  const share = square > 0 ? Math.min(1, Math.max(0, dot(sub(p, a), along) / square)) : 0;
  return length(sub(sub(p, a), scale(along, share)));
}

function doCross([a, b]: Segment, [c, d]: Segment): boolean {
  const side = (p: Vec2, q: Vec2, r: Vec2) => Math.sign(cross(sub(q, p), sub(r, p)));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

const distanceOfSegments = (a: Segment, b: Segment): Meters =>
  doCross(a, b)
    ? 0
    : Math.min(
        distanceToSegment(a[0], b),
        distanceToSegment(a[1], b),
        distanceToSegment(b[0], a),
        distanceToSegment(b[1], a),
      );

const distanceOfLines = (a: Line, b: Line): Meters =>
  Math.min(...segmentsOf(a).flatMap((one) => segmentsOf(b).map((other) => distanceOfSegments(one, other))));

/** The closed outline of a box, counter-clockwise. */
function outlineOf(thing: Extract<ThingView, { kind: 'box' }>, frame: FrameView | null): Vec2[] {
  const { x, y, heading } = poseOfThing(thing, frame);
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const [wide, high] = [thing.size[0] / 2, thing.size[1] / 2];
  const corners = [
    [wide, high],
    [-wide, high],
    [-wide, -high],
    [wide, -high],
    [wide, high],
  ] as const;
  return corners.map(([u, v]) => ({ x: x + c * u - s * v, y: y + s * u + c * v }));
}

const isInside = (p: Vec2, outline: Line): boolean =>
  segmentsOf(outline).every(([a, b]) => cross(sub(b, a), sub(p, a)) >= 0);

/** From the line to the thing's surface; infinite for a thing that cannot be touched. */
function clearanceOf(line: Line, thing: ThingView, frame: FrameView | null): Meters {
  if (thing.kind === 'wall') return distanceOfLines(line, thing.points);
  if (thing.kind === 'box') {
    const outline = outlineOf(thing, frame);
    return line.some((point) => isInside(point, outline)) ? 0 : distanceOfLines(line, outline);
  }
  // A mover is elsewhere by the time the robot comes.
  if (thing.kind === 'mover') return Number.POSITIVE_INFINITY;
  const { x, y } = poseOfThing(thing, frame);
  const nearest = Math.min(...segmentsOf(line).map((segment) => distanceToSegment({ x, y }, segment)));
  return Math.max(0, nearest - thing.radius);
}

/** @param radius of the robot that drives there */
export const obstaclesOn = (
  line: Line,
  radius: Meters,
  things: readonly ThingView[],
  frame: FrameView | null,
): readonly ThingView[] =>
  line.length === 0 ? [] : things.filter((thing) => clearanceOf(line, thing, frame) < radius);

const PLACES = { path: 'This path', goal: 'This goal' } as const;

/** `This path leads through or too close to 2 obstacles.`; empty without obstacles. */
export function obstacleWarning(place: keyof typeof PLACES, obstacles: readonly ThingView[]): string {
  if (obstacles.length === 0) return '';
  const walls = obstacles.every(({ kind }) => kind === 'wall');
  const what = obstacles.length === 1 ? (walls ? 'a wall' : 'an obstacle') : `${obstacles.length} obstacles`;
  const verb = place === 'path' ? 'leads through' : 'lies in';
  return `${PLACES[place]} ${verb} or too close to ${what}: the robot may not get there.`;
}
