/** Courses for path followers: smooth ones, and those that no smooth law likes. */
import {
  add,
  distance,
  fromPolar,
  nearestOnSegment,
  scale,
  sub,
  type Vec2,
} from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg } from '../../src/math/units.js';

export type CoursePoints = readonly (readonly [number, number])[];

const sampled = (count: number, at: (share: number) => readonly [number, number]): CoursePoints =>
  Array.from({ length: count + 1 }, (_, i) => at(i / count));

const circle = (radius: number, count: number): CoursePoints =>
  sampled(count, (share) => {
    const angle = 2 * Math.PI * share;
    return [radius * Math.sin(angle), radius - radius * Math.cos(angle)];
  });

/** A corner of an angle between two legs. */
export const cornerOf = (angle: number, leg: number): CoursePoints => [
  [0, 0],
  [leg, 0],
  [leg + leg * Math.cos(angle), leg * Math.sin(angle)],
];

const stairs = (step: number, count: number): CoursePoints =>
  Array.from({ length: count + 1 }, (_, i) => [step * Math.ceil(i / 2), step * Math.floor(i / 2)] as const);

/** Named courses, from easy to unkind. */
export const COURSES: Readonly<Record<string, CoursePoints>> = {
  'circle of 0.2 m': circle(0.2, 120),
  'circle of twelve chords': circle(0.5, 12),
  'there and back': [[0, 0], [1, 0], [0, 0]], // biome-ignore format: one line
  'needle': [[0, 0], [1, 0], [0, 0.06]], // biome-ignore format: one line
  'hairpin': [[0, 0], [1, 0], [1, 0.1], [0, 0.1]], // biome-ignore format: one line
  'stairs of 0.2 m': stairs(0.2, 8),
  'stairs of 0.05 m': stairs(0.05, 10),
  'small L': [[0, 0], [0.05, 0], [0.05, 0.05]], // biome-ignore format: one line
  'zigzag of 150°': [[0, 0], [0.6, 0], [0.08, 0.3], [0.6, 0.6], [0.08, 0.9]], // biome-ignore format: one line
  'star that crosses itself': Array.from({ length: 6 }, (_, i) => {
    const { x, y } = fromPolar(0.6, deg(144 * i));
    return [x, y] as const;
  }),
  'corner of 20°': cornerOf(deg(20), 1),
  'corner of 45°': cornerOf(deg(45), 1),
  'corner of −135°': cornerOf(deg(-135), 1),
  'corner of 165°': cornerOf(deg(165), 1),
  'corner of 175°': cornerOf(deg(175), 1),
  'square of samples': sampled(400, (share) => {
    const along = 4 * share;
    const side = Math.min(3, Math.floor(along));
    const rest = along - side;
    return ([[rest, 0], [1, rest], [1 - rest, 1], [0, 1 - rest]] as const)[side] ?? [0, 0]; // biome-ignore format: one line
  }),
};

/**
 * A random polyline of 3 to 10 points, each 0.05 to 1 m from the last, in any direction.
 *
 * It may cross itself, but not within the 0.2 m of way in which the referee looks for the body: there nobody can tell
 * which branch it drives.
 */
export function randomCourse(seed: number): CoursePoints {
  const random = resumeRandom(seedRandom(seed));
  const count = 3 + Math.floor(8 * random.uniform());
  const points: Vec2[] = [{ x: 0, y: 0 }];
  while (points.length < count) {
    const way = fromPolar(0.05 + 0.95 * random.uniform(), 2 * Math.PI * random.uniform());
    const next = add(points.at(-1) as Vec2, way);
    if (!comesBack(points, next)) points.push(next);
  }
  return points.map(({ x, y }) => [x, y] as const);
}

/** Whether a leg comes near one that lies less than the referee's window behind it. */
function comesBack(points: readonly Vec2[], next: Vec2): boolean {
  const [before, last] = [points.at(-2), points.at(-1) as Vec2];
  // A leg back along the last one: the leg after it would have no way out.
  if (before && distance(next, nearestOn(next, [before, last])) < NEAR) return true;
  let between = 0;
  for (let i = points.length - 1; i > 1 && between < WINDOW; i--) {
    const [joint, start] = [points[i - 1] as Vec2, points[i - 2] as Vec2];
    between += distance(points[i] as Vec2, joint);
    if (legsApart([last, next], [start, joint]) < NEAR) return true;
  }
  return false;
}

const WINDOW = 0.25;
const NEAR = 0.03;

function legsApart(one: readonly [Vec2, Vec2], other: readonly [Vec2, Vec2]): number {
  const shares = Array.from({ length: 51 }, (_, i) => i / 50);
  return Math.min(
    ...shares.map((share) => {
      const p = pointOn(one, share);
      return distance(p, nearestOn(p, other));
    }),
  );
}

const pointOn = ([a, b]: readonly [Vec2, Vec2], share: number): Vec2 => add(a, scale(sub(b, a), share));
const nearestOn = (p: Vec2, leg: readonly [Vec2, Vec2]): Vec2 => pointOn(leg, nearestOnSegment(p, ...leg));
