/** A sonar's echoes of things that move are forgotten; those of things that stand are kept. */
import { describe, expect, it } from 'vitest';
import { type Pose, rotate, type Vec2 } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg, type Meters, type Radians, type Seconds } from '../../src/math/units.js';
import { carried, remember } from '../../src/perception/remember.js';
import { nothingSeen, type Seen } from '../../src/perception/seen.js';
import type { Ranger } from '../../src/robot/ranger.js';
import type { Hits } from '../../src/signals/hits.js';

const isSure = (hits: Hits, i: number): boolean => (hits.sure[i] ?? 0) > 0;

const HALF: Radians = deg(15);
const FARTHEST: Meters = 4;
const SONAR: Ranger = {
  at: { x: 0, y: 0 },
  facing: 0,
  beam: {
    rays: Array.from({ length: 9 }, (_, i) => HALF * (i / 4 - 1)),
    each: false,
    nearest: 0,
    farthest: FARTHEST,
    rate: 20,
  },
};
const PERIOD: Seconds = 0.05;

interface Scene {
  readonly seconds: Seconds;
  readonly robot: (at: Seconds) => Pose;
  /** The middle of a round thing. */
  readonly thing: (at: Seconds) => Vec2;
  readonly radius?: Meters;
  readonly noise?: number;
  readonly seed?: number;
  /** Readings that hear nothing. */
  readonly deaf?: (at: Seconds) => boolean;
}

/** Distance of the nearest point of a round thing in the cone. */
function heard(pose: Pose, thing: Vec2, radius: Meters): Meters | null {
  const there = rotate({ x: thing.x - pose.x, y: thing.y - pose.y }, -pose.heading);
  const far = Math.hypot(there.x, there.y);
  const aside = Math.max(0, Math.abs(Math.atan2(there.y, there.x)) - HALF);
  const across = far * Math.sin(aside);
  if (across >= radius || far * Math.cos(aside) < 0) return null;
  return far * Math.cos(aside) - Math.sqrt(radius ** 2 - across ** 2);
}

function seenIn({
  seconds,
  robot,
  thing,
  radius = 0.15,
  noise = 0.005,
  seed = 1,
  deaf = () => false,
}: Scene) {
  const chance = resumeRandom(seedRandom(seed));
  let seen: Seen = nothingSeen;
  let last: Parameters<typeof remember>[1][number]['last'];
  for (let i = 0; i * PERIOD <= seconds; i++) {
    const at = i * PERIOD;
    const far = deaf(at) ? null : heard(robot(at), thing(at), radius);
    const told = far === null ? null : far + (noise + 0.01 * far * Math.sign(noise)) * chance.gaussian();
    const reading = { kind: 'range' as const, at, sensor: 'front', distances: [told] };
    seen = remember(seen, [{ ranger: SONAR, reading, last }], { poseAt: robot, neighbors: [], radius: 0.1 });
    last = reading;
  }
  return seen;
}

const still = { x: 0, y: 0, heading: 0 };
const onward =
  (speed: number, until: Seconds = 99) =>
  (at: Seconds): Pose => ({ x: speed * Math.min(at, until), y: 0, heading: 0 });
const crossing =
  (x: Meters, speed: number, begins: Meters = -1) =>
  (at: Seconds): Vec2 => ({ x, y: begins + speed * at });
/** Sure hits before the robot, no farther aside than its body and a little more. */
const inTheWay = ({ hits }: Seen, { x }: Pose): number =>
  hits.x.filter((px, i) => isSure(hits, i) && px > x && Math.abs(hits.y[i] as Meters) < 0.15).length;

describe('what moves is forgotten', () => {
  it.each([
    [0.3, 0.3],
    [0.3, 0.8],
    [0.5, 0.5],
    [0.5, 1],
  ])('when it has crossed the way of a robot of %f m/s at %f m/s', (speed, walks) => {
    for (let seed = 1; seed <= 20; seed++) {
      // The robot stops 0.3 m before where it crosses.
      const robot = onward(speed, 1 / speed);
      const begins = -walks * (0.7 / speed);
      const seen = seenIn({ seconds: 12, robot, thing: crossing(1.45, walks, begins), seed });
      expect({ seed, left: inTheWay(seen, robot(12)) }).toEqual({ seed, left: 0 });
    }
  });

  it('when it walks away from where it stood, as soon as it is heard elsewhere', () => {
    const robot = (at: Seconds): Pose => ({ x: 0.3 * at, y: 0, heading: 0 });
    const seen = seenIn({ seconds: 4, robot, thing: (at) => ({ x: 0.8 + 0.3 * at, y: 0 }) });
    const nearest = Math.min(...seen.hits.x.filter((_, i) => isSure(seen.hits, i)));
    // A quarter of a metre before its near side.
    expect(nearest).toBeGreaterThan(0.3 * 4 + 0.35);
  });

  it('also where the robot has learned meanwhile that it is elsewhere', () => {
    let seen = seenIn({ seconds: 3.2, robot: onward(0.3), thing: crossing(1.6, 0.5), noise: 0 });
    const told = { x: 5, y: 2, heading: deg(90) };
    seen = carried(seen, onward(0.3)(3.2), told, { since: Number.NEGATIVE_INFINITY, at: 3.2 });
    for (let at = 3.25; at < 5.5; at += PERIOD) {
      const reading = { kind: 'range' as const, at, sensor: 'front', distances: [null] };
      seen = remember(seen, [{ ranger: SONAR, reading, last: reading }], {
        poseAt: () => told,
        neighbors: [],
        radius: 0.1,
      });
    }
    expect(seen.hits.x.filter((_, i) => isSure(seen.hits, i))).toEqual([]);
  });
});

describe('what stands is kept', () => {
  it.each([0.2, 0.5])('as the robot drives past it at %f m/s, in any noise', (speed) => {
    for (let seed = 1; seed <= 60; seed++) {
      const aside = 0.1 + 0.003 * seed;
      const thing = { x: 1.2, y: aside + 0.05 };
      const robot = onward(speed, 0.8 / speed);
      const seen = seenIn({ seconds: 6, robot, thing: () => thing, radius: 0.05, seed });
      const near = seen.hits.x.some(
        (x, i) =>
          isSure(seen.hits, i) && Math.hypot(x - thing.x, (seen.hits.y[i] as Meters) - thing.y) < 0.15,
      );
      expect({ seed, near }).toEqual({ seed, near: true });
    }
  });

  it('after a person moved before it, once its echoes fit a standing thing for three seconds', () => {
    const [goes, stands] = [2, 8];
    const post = { x: 1.2, y: 0.18 };
    // A person walks away ahead; then the sonar hears only the post.
    const heardAt = (at: Seconds) => (at < goes ? { x: 0.6 + 0.25 * at, y: 0 } : post);
    const robot = (at: Seconds): Pose => ({ ...still, x: 0.3 * Math.min(3, Math.max(0, at - stands)) });
    for (let seed = 1; seed <= 20; seed++) {
      const seen = seenIn({ seconds: 13, robot, thing: heardAt, radius: 0.05, seed });
      const near = seen.hits.x.some(
        (x, i) => isSure(seen.hits, i) && Math.hypot(x - post.x, (seen.hits.y[i] as Meters) - post.y) < 0.15,
      );
      expect({ seed, near }).toEqual({ seed, near: true });
    }
  });

  it('though some of its echoes are not heard', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const deaf = (at: Seconds) => Math.round(at / PERIOD) % 7 === seed % 7;
      const robot = onward(0.3, 2);
      const seen = seenIn({
        seconds: 8,
        robot,
        thing: () => ({ x: 1.2, y: 0.22 }),
        radius: 0.05,
        seed,
        deaf,
      });
      expect(seen.hits.x.some((x, i) => isSure(seen.hits, i) && Math.abs(x - 1.2) < 0.15)).toBe(true);
    }
  });

  it('while the robot looks elsewhere, though it had come', () => {
    // It comes into the way, and the robot turns from it.
    const robot = (at: Seconds): Pose => ({ ...still, heading: at < 4 ? 0 : Math.min(1.5, at - 4) });
    const seen = seenIn({ seconds: 12, robot, thing: (at) => ({ x: 0.8, y: Math.min(0, -1.5 + 0.5 * at) }) });
    expect(inTheWay(seen, still)).toBeGreaterThan(0);
  });

  it('while the robot turns from it, and hears what is farther off there', () => {
    // The sonar has taken a wall beside its way for a thing that moves: its distance stays the same. Then comes a post.
    const turns = 4;
    const [post, beyond] = [
      { x: 1.5, y: 0.05 },
      { x: 1.6, y: 2 },
    ];
    const heading = (at: Seconds) => Math.min(1.2, Math.max(0, 1.5 * (at - turns)));
    const robot = (at: Seconds): Pose => ({ x: 0.3 * Math.min(at, turns), y: 0, heading: heading(at) });
    const thing = (at: Seconds) => {
      if (at < 2.5) return { x: robot(at).x + 1, y: 0.2 };
      return heading(at) < 0.6 ? post : beyond;
    };
    for (let seed = 1; seed <= 20; seed++) {
      const { hits } = seenIn({ seconds: 4.8, robot, thing, radius: 0.05, seed });
      const near = hits.x.some(
        (x, i) => isSure(hits, i) && Math.hypot(x - post.x, (hits.y[i] as Meters) - post.y) < 0.15,
      );
      expect({ seed, near }).toEqual({ seed, near: true });
    }
  });
});
