import { describe, expect, it } from 'vitest';
import { distance, rotate, type Vec2, wrapAngle } from '../../src/math/geometry.js';
import { wallAt } from '../sim/bodies.js';
import { benchmarkBody, drive, type Instant, missionOf, type Run, sceneOf } from '../support/runs.js';

interface Motion {
  readonly name: string;
  readonly there: (p: Vec2) => Vec2;
  readonly back: (p: Vec2) => Vec2;
  readonly heading: (h: number) => number;
}

const turned = (angle: number): Motion => ({
  name: `turned by ${angle} rad`,
  there: (p) => rotate(p, angle),
  back: (p) => rotate(p, -angle),
  heading: (h) => wrapAngle(h + angle),
});
const shifted: Motion = {
  name: 'shifted by (3, −2) m',
  there: ({ x, y }) => ({ x: x + 3, y: y - 2 }),
  back: ({ x, y }) => ({ x: x - 3, y: y + 2 }),
  heading: (h) => h,
};
const flip = ({ x, y }: Vec2): Vec2 => ({ x, y: -y });
const mirrored: Motion = { name: 'mirrored', there: flip, back: flip, heading: (h) => -h };
const MOTIONS = [turned(0.5), turned(1.7), turned(2.9), turned(-2.2), shifted, mirrored];
const AS_IT_IS: Motion = { name: '', there: (p) => p, back: (p) => p, heading: (h) => h };

const START = { x: 0.1, y: 0.05, heading: -2 };
const GOAL = [{ x: 0.8, y: 0.7 }];
const SQUARE = [
  { x: 0, y: 0 },
  { x: 0.6, y: 0 },
  { x: 0.6, y: 0.6 },
  { x: 0, y: 0.6 },
];
const pairs = (points: readonly Vec2[]) => points.map(({ x, y }) => [x, y]);
const missions: Record<string, (there: Motion['there']) => object> = {
  arrive: (there) => ({ arrive: { target: pairs(GOAL.map(there))[0] } }),
  seek: (there) => ({ seek: { target: pairs(GOAL.map(there))[0] } }),
  followPath: (there) => ({ followPath: { path: pairs(SQUARE.map(there)) } }),
  wander: () => ({ wander: {} }),
};

function driven(mission: string, sensing: 'truth' | 'odometry', { there, heading }: Motion): Promise<Run> {
  const said = missions[mission]?.(there) ?? {};
  const at = { ...there(START), heading: heading(START.heading) };
  return drive(sceneOf({ robot: benchmarkBody('b'), mission: missionOf(said), sensing, at, duration: 8 }));
}

const EARLY = 50;

describe.each(['arrive', 'seek', 'followPath', 'wander'])('the line of %s', (mission) => {
  // Wander's chance does not mirror.
  const motions = mission === 'wander' ? MOTIONS.slice(0, -1) : MOTIONS;

  it.each(['truth', 'odometry'] as const)('by %s moves as the world does', async (sensing) => {
    const line = (await driven(mission, sensing, AS_IT_IS)).instants;
    expect(line.length).toBeGreaterThan(100);
    for (const motion of motions) {
      const other = (await driven(mission, sensing, motion)).instants;
      expect(Math.abs(other.length - line.length), motion.name).toBeLessThanOrEqual(2);
      const apart = line.slice(0, other.length).map(({ pose }, i) => gap(motion, pose, other[i]));
      // A rounding may decide which way a threshold falls, some time later.
      expect(Math.max(...apart.slice(0, EARLY)), motion.name).toBeLessThan(1e-6);
      expect(Math.max(...apart), motion.name).toBeLessThan(0.005);
    }
  });
});

/** Slower than this a wheel stands [m/s]. */
const STANDING = 0.005;

const gap = ({ back }: Motion, pose: Vec2, other: Instant | undefined): number =>
  other ? distance(back(other.pose), pose) : 0;

describe('a robot that drives into a wall', () => {
  const WALL = 0.5;
  const RADIUS = 0.09;
  const intoTheWall = async (heading: number): Promise<Run> =>
    drive(
      sceneOf({
        // With it the robot would stop before the wall, which it knows.
        robot: { ...benchmarkBody('b'), safety: { collisionMonitor: 'off' } },
        mission: missionOf({ seek: { target: [2, 0.3] } }),
        world: wallAt(WALL),
        at: { heading, speed: 0.3 },
        duration: 6,
      }),
    );

  it.each([0, 0.5, -0.8, 1])(
    'from a heading of %d rad does not pass, and never gains speed there',
    async (h) => {
      const { instants, robot } = await intoTheWall(h);
      const touch = instants.findIndex(({ pose }) => pose.x > WALL - RADIUS - 0.001);
      expect(touch).toBeGreaterThan(10);
      expect(robot.contacts).toBe(1);
      for (const { pose } of instants) expect(pose.x).toBeLessThan(WALL - RADIUS + 0.001);
      const speeds = instants.slice(1).map(({ pose }, i) => 50 * distance(pose, instants[i]?.pose ?? pose));
      expect(Math.max(...speeds)).toBeLessThanOrEqual(0.5 + 1e-6);
      let before = speeds[touch] ?? 0;
      for (const speed of speeds.slice(touch + 1)) {
        // Below the speed that counts as standing it may stick and slip.
        expect(speed).toBeLessThanOrEqual(Math.max(before + 1e-6, STANDING));
        before = speed;
      }
      expect(before).toBeLessThan(STANDING);
    },
  );

  it('does not wind up: its reference stays within the allowed wheel speeds', async () => {
    const { instants } = await intoTheWall(0);
    for (const { tick } of instants.slice(-50)) {
      const granted = Math.abs(tick.granted.left + tick.granted.right) / 2;
      expect(Math.hypot(tick.steered.mean.x, tick.steered.mean.y)).toBeLessThanOrEqual(granted + 0.02);
    }
  });
});
