/** Things that move, as range sensors see them. */
import { describe, expect, it } from 'vitest';
import { length, type Pose, type Vec2 } from '../../src/math/geometry.js';
import { deg } from '../../src/math/units.js';
import { carried, remember } from '../../src/perception/remember.js';
import { nothingSeen, type Seen } from '../../src/perception/seen.js';
import type { Beam, Ranger } from '../../src/robot/ranger.js';
import type { Neighbor } from '../../src/signals/signals.js';

const spread = (degrees: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => deg(degrees) * (count > 1 ? i / (count - 1) - 0.5 : 0));
const on = (more: Partial<Beam>): Ranger => ({
  at: { x: 0, y: 0 },
  facing: 0,
  beam: { rays: [0], each: true, nearest: 0, farthest: 5, rate: 20, ...more },
});
const EYE = on({});
const SHORT_EYE = on({ nearest: 0.1, farthest: 0.8 });
const SONAR = on({ rays: spread(15, 9), each: false });
const LIDAR = on({ rays: spread(180, 181), rate: 10 });

/** A disc that a beam may meet. */
type Disc = (t: number) => Vec2 & { radius: number };
const still =
  (x: number, y: number, radius = 0.1): Disc =>
  () => ({ x, y, radius });
const driving =
  (x: number, y: number, vx: number, vy: number): Disc =>
  (t) => ({
    x: x + vx * t,
    y: y + vy * t,
    radius: 0.1,
  });
const STANDS = (): Pose => ({ x: 0, y: 0, heading: 0 });

function distanceTo({ x, y, radius }: Vec2 & { radius: number }, from: Pose, angle: number): number {
  const [dx, dy] = [x - from.x, y - from.y];
  const along = dx * Math.cos(angle) + dy * Math.sin(angle);
  const aside = dx * Math.sin(angle) - dy * Math.cos(angle);
  return Math.abs(aside) < radius && along > 0 ? along - Math.sqrt(radius ** 2 - aside ** 2) : Infinity;
}

interface Watching {
  readonly ranger?: Ranger;
  readonly pose?: (t: number) => Pose;
  readonly until?: number;
  readonly neighbors?: (t: number) => Neighbor[];
  /** Readings that are lost. */
  readonly blind?: (t: number) => boolean;
  readonly from?: Seen;
}

/** Ideal readings at the sensor's rate until a time, of discs. */
function watch(discs: readonly Disc[], how: Watching = {}): Seen {
  const { ranger = EYE, pose = STANDS, until = 0.6, neighbors = () => [], blind = () => false } = how;
  const { rays, each, farthest, nearest, rate } = ranger.beam;
  let seen = how.from ?? nothingSeen;
  for (let i = 0; i / rate <= until + 1e-9; i++) {
    const t = i / rate;
    const far = rays.map((ray) => {
      const met = Math.min(...discs.map((disc) => distanceTo(disc(t), pose(t), pose(t).heading + ray)));
      return blind(t) || met > farthest ? null : Math.max(nearest, met);
    });
    const echoes = far.filter((d) => d !== null);
    const one = echoes.length > 0 ? Math.min(...echoes) : null;
    const reading = { kind: 'range' as const, at: t, sensor: 'eye', distances: each ? far : [one] };
    const circumstances = { poseAt: pose, neighbors: neighbors(t), radius: 0.1 };
    seen = remember(seen, [{ ranger, reading, last: undefined }], circumstances);
  }
  return seen;
}
const moversOf = (seen: Seen) => seen.watched.eye?.movers ?? [];

describe('what comes nearer', () => {
  it.each([
    ['a single ray', EYE, 0.2],
    ['a cone', SONAR, 0.2],
    // Of many rays some are always far off: it asks for more before it believes them.
    ['a fan', LIDAR, 0.4],
  ])('is seen by %s, with its speed, whatever the robot does meanwhile', (_, ranger, least) => {
    for (const own of [0, 0.3, -0.3])
      for (const speed of [least, 0.5, 1]) {
        const pose = (t: number): Pose => ({ x: own * t, y: 0, heading: 0 });
        const [mover] = moversOf(watch([driving(2, 0, -speed, 0)], { ranger, pose }));
        expect(mover?.vx, `${speed} m/s, own ${own}`).toBeCloseTo(-speed, 1);
        expect(Math.abs(mover?.vy ?? 9)).toBeLessThan(0.5 * speed);
      }
  });

  it('is seen at any rate of the sensor', () => {
    for (const rate of [5, 10, 15, 25, 50]) {
      const ranger = on({ rate });
      const [mover] = moversOf(watch([driving(2, 0, -0.5, 0)], { ranger, until: 0.6 }));
      expect(mover?.vx, `${rate} Hz`).toBeCloseTo(-0.5, 2);
    }
  });

  it('is not what goes away, nor what stands, however the robot drives and turns', () => {
    const poses: readonly ((t: number) => Pose)[] = [
      STANDS,
      (t) => ({ x: 0.5 * t, y: 0, heading: 0 }),
      (t) => ({ x: 0.4 * t, y: 0, heading: 1.5 * t }),
      (t) => ({ x: 0, y: 0, heading: -0.8 + 2 * t }),
    ];
    const posts = [still(1.2, 0), still(0.8, 0.4), still(1.5, -0.6), still(2.4, 0.2, 0.4)];
    for (const ranger of [EYE, SONAR, LIDAR])
      for (const pose of poses) expect(moversOf(watch(posts, { ranger, pose, until: 0.8 }))).toEqual([]);
    for (const ranger of [EYE, SONAR, LIDAR])
      expect(moversOf(watch([driving(0.6, 0, 0.4, 0)], { ranger }))).toEqual([]);
  });

  it('is not a robot that says itself how it moves', () => {
    const disc = driving(2, 0, -0.5, 0);
    const neighbors = (t: number): Neighbor[] => [
      { id: 'b', at: t, position: disc(t), velocity: { x: -0.5, y: 0 }, heading: Math.PI, radius: 0.1 },
    ];
    expect(moversOf(watch([disc], { neighbors }))).toEqual([]);
  });

  it('is seen across the fan of a lidar, with about the direction in which it drives', () => {
    const movers = moversOf(watch([driving(1, -0.4, 0, 0.6)], { ranger: LIDAR }));
    expect(movers.length).toBeGreaterThan(0);
    for (const { vx, vy } of movers) {
      expect(vy).toBeGreaterThan(0.2);
      expect(Math.abs(vx)).toBeLessThan(1.2 * vy);
    }
  });

  it('is remembered through lost readings, and when it has stopped', () => {
    const comes = driving(2, 0, -0.5, 0);
    const lost = moversOf(watch([comes], { blind: (t) => t > 0.5 && t < 0.61 }));
    expect(lost[0]?.vx).toBeCloseTo(-0.5, 1);
    const stops: Disc = (t) => comes(Math.min(t, 0.5));
    const [mover] = moversOf(watch([stops], { until: 3 }));
    expect(length({ x: mover?.vx ?? 9, y: mover?.vy ?? 9 })).toBeCloseTo(0, 6);
    expect(mover?.moved).not.toBeNull();
    // Gone, it is forgotten.
    expect(moversOf(watch([(t) => (t < 1 ? stops(t) : still(9, 9)(t))], { until: 3 }))).toEqual([]);
  });

  it('brakes no harder than a robot can', () => {
    const stops: Disc = (t) => driving(2, 0, -0.5, 0)(Math.min(t, 0.5));
    const [mover] = moversOf(watch([stops], { until: 0.6 }));
    expect(mover?.vx).toBeLessThan(-0.3);
  });

  it('may be anywhere before an infrared sensor that cannot see nearer, until it is seen to be gone', () => {
    const hiding = watch([driving(0.6, 0, -0.5, 0)], { ranger: SHORT_EYE, until: 0.9 });
    expect(hiding.watched.eye?.hidden).toEqual({ x: 0, y: 0 });
    const reading = (far: number | null) => {
      const news = { kind: 'range' as const, at: 0.95, sensor: 'eye', distances: [far] };
      const next = remember(hiding, [{ ranger: SHORT_EYE, reading: news, last: undefined }], {
        poseAt: STANDS,
        neighbors: [],
        radius: 0.1,
      });
      return next.watched.eye?.hidden;
    };
    expect(reading(0.25)).toEqual({ x: 0, y: 0 });
    expect([reading(0.6), reading(null)]).toEqual([null, null]);
    // What always stood there hides nothing.
    expect(watch([still(0.15, 0)], { ranger: SHORT_EYE }).watched.eye?.hidden).toBeNull();
  });

  it('counts at once as something that may move, for a sensor that sees no farther than a robot stops', () => {
    const [mover] = moversOf(watch([driving(0.95, 0, -0.5, 0)], { ranger: SHORT_EYE, until: 0.2 }));
    expect(mover).toMatchObject({ moved: null, vx: 0, vy: 0 });
  });

  it('keeps its place from the robot as news of the pose comes', () => {
    const seen = watch([driving(2, 0, -0.5, 0)]);
    const told = { x: 1, y: 0, heading: Math.PI / 2 };
    const times = { since: Number.NEGATIVE_INFINITY, at: 0.6 };
    const [before] = moversOf(seen);
    const [after] = moversOf(carried(seen, STANDS(), told, times));
    expect(after?.x).toBeCloseTo(1, 6);
    expect(after?.y).toBeCloseTo(before?.x ?? 0, 6);
    // Readings before and after the news agree, so that nothing seems to move.
    const wall = watch([still(1.5, 0)]);
    const moved = carried(wall, STANDS(), told, times);
    const later = { kind: 'range' as const, at: 0.65, sensor: 'eye', distances: [1.4] };
    const next = remember(moved, [{ ranger: EYE, reading: later, last: undefined }], {
      poseAt: () => told,
      neighbors: [],
      radius: 0.1,
    });
    expect(moversOf(next)).toEqual([]);
  });
});
