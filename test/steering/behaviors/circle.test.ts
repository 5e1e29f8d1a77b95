import { describe, expect, it } from 'vitest';
import { distance, length, type Vec2, wrapAngle, ZERO } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import { type CircleInput, circle } from '../../../src/steering/behaviors/circle.js';
import { EMPTY } from '../../sim/bodies.js';
import { percept, SMALL } from '../../support/percept.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../../support/runs.js';
import { near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';

/** What it asks for at rest, in a tick that is over at once. */
const ask = (input: CircleInput, at: Vec2, heading = 0) => {
  const behavior = circle(input);
  const asked = percept({ body: SMALL, dt: 1e-9, pose: { ...at, heading } });
  return behavior.steer(asked, behavior.start(), ZERO);
};

describe('circle, by hand', () => {
  // v = √(0.9 · 1 m/s² · R/√2) is 0.36 m/s at 0.2 m, and more than the body's 0.5 m/s at 0.5 m.
  it('drives along the circle on it, at the speed that the body can drive there', () => {
    expect(ask({ target: [0, 0], radius: 0.5, side: 'left' }, { x: 0.5, y: 0 }).desiredVelocity).toEqual(
      near(0, 0.5),
    );
    expect(ask({ target: [0, 0], radius: 0.5, side: 'right' }, { x: 0.5, y: 0 }).desiredVelocity).toEqual(
      near(0, -0.5),
    );
    const slow = Math.sqrt(0.9 * Math.SQRT1_2 * 0.2);
    expect(ask({ target: [0, 0], radius: 0.2, side: 'left' }, { x: 0, y: 0.2 }).desiredVelocity).toEqual(
      near(-slow, 0),
    );
    expect(
      ask({ target: [0, 0], radius: 0.5, side: 'left', speed: '20 cm/s' }, { x: 0.5, y: 0 }).desiredVelocity,
    ).toEqual(near(0, 0.2));
  });

  it('turns by v/R there, with v²/R inward', () => {
    const said = ask({ target: [0, 0], radius: 0.5, side: 'left' }, { x: 0.5, y: 0 }, deg(90));
    expect(said.acceleration).toEqual(near(-0.5, 0));
    expect(said.twist?.linear).toBeCloseTo(0.5, 9);
    expect(said.twist?.angular).toBeCloseTo(1, 6);
    const mirrored = ask({ target: [0, 0], radius: 0.5, side: 'right' }, { x: 0.5, y: 0 }, deg(-90));
    expect(mirrored.acceleration).toEqual(near(-0.5, 0));
    expect(mirrored.twist?.angular).toBeCloseTo(-1, 6);
  });

  it('drives no faster than its turn rate and its outer wheel allow', () => {
    const speedOf = (changes: Partial<typeof SMALL>) => {
      const behavior = circle({ target: [0, 0], radius: 0.5, side: 'left' });
      const asked = percept({ body: { ...SMALL, ...changes }, dt: 1e-9, pose: { x: 0.5, y: 0, heading: 0 } });
      return length(behavior.steer(asked, behavior.start(), ZERO).desiredVelocity ?? ZERO);
    };
    // 0.6 rad/s · 0.5 m; and v (1 + 0.141/(2 · 0.5)) = 0.2282 m/s for v = 0.2 m/s.
    expect(speedOf({ maxTurnRate: 0.6 })).toBeCloseTo(0.3, 9);
    expect(speedOf({ maxWheelSpeed: 0.2282 })).toBeCloseTo(0.2, 9);
  });

  it('adds the velocity of what moves, never beyond its top speed; at rest it gives no twist', () => {
    const beside = (x: number, y: number, heading = 0) => {
      const behavior = circle({ target: { mover: 'ball' }, radius: 0.5, side: 'left' });
      const ball = { id: 'ball', at: 0, position: ZERO, velocity: { x, y } };
      const asked = percept({
        body: { ...SMALL, reaction: 0 },
        dt: 1e-9,
        pose: { x: 0.5, y: 0, heading },
        targets: { ball },
      });
      return behavior.steer(asked, behavior.start(), ZERO);
    };
    expect(beside(0.1, -0.2).desiredVelocity).toEqual(near(0.1, 0.3));
    expect(length(beside(0, 0.4).desiredVelocity ?? ZERO)).toBeCloseTo(0.5, 9);
    for (let eighth = 0; eighth < 8; eighth++)
      expect(beside(0, -0.5, (eighth * Math.PI) / 4)).toMatchObject({
        desiredVelocity: near(0, 0),
        twist: undefined,
      });
  });

  it('comes in from outside and out from inside at an angle of atan(e/ℓ), ℓ = R/2 here', () => {
    // e = ±0.25 m, ℓ = 0.25 m: 45°.
    const half = 0.5 * Math.SQRT1_2;
    const input: CircleInput = { target: [0, 0], radius: 0.5, side: 'left' };
    expect(ask(input, { x: 0.75, y: 0 }).desiredVelocity).toEqual(near(-half, half));
    expect(ask(input, { x: 0.25, y: 0 }).desiredVelocity).toEqual(near(half, half));
    // ω = 0.5 m/s · √½ · (1/0.75 m − 0.25 m/0.125 m²) = −0.2357 rad/s: it turns away from the middle as it comes in.
    const turn = 0.5 * Math.SQRT1_2 * (1 / 0.75 - 2);
    expect(ask(input, { x: 0.75, y: 0 }).acceleration).toEqual(near(-half * turn, -half * turn));
  });

  it('takes the side on which the middle is, and keeps it', () => {
    const behavior = circle({ target: [0, 0] });
    const at = { x: 2, y: 0 };
    for (const [heading, side] of [
      [deg(170), 1],
      [deg(-170), -1],
      [deg(180), 1],
    ] as const) {
      const { memory } = behavior.steer(percept({ pose: { ...at, heading } }), behavior.start(), ZERO);
      expect(memory.side).toBe(side);
      const later = behavior.steer(percept({ pose: { ...at, heading: -heading } }), memory, ZERO);
      expect(later.memory.side).toBe(side);
    }
  });

  it('drives ahead in the very middle, and is silent about what it never saw', () => {
    const { desiredVelocity } = ask({ target: [0, 0], side: 'left' }, ZERO, deg(90));
    expect(length(desiredVelocity ?? ZERO)).toBeCloseTo(0.5, 9);
    expect(desiredVelocity?.y).toBeGreaterThan(0.4);
    expect(ask({ target: { robot: 'nobody' } }, ZERO)).toEqual({ memory: { side: 0 } });
  });

  it.each<[object, RegExp]>([
    [{}, /target/],
    [{ target: [0, 0], radius: 0 }, /radius/],
    [{ target: [0, 0], side: 'up' }, /side/],
  ])('refuses %j', (input, words) => {
    expect(() => circle(input as CircleInput)).toThrow(words);
  });
});

describe('a point mass', () => {
  it.each([10, 50, 240])('comes to within a twentieth of the radius at %d Hz, and stays', (rate) => {
    const course = { body: SMALL, dt: 1 / rate, seconds: 8, pose: { x: 2, y: 0.1, heading: Math.PI } };
    const { pose } = endOf(drivePoint(circle({ target: [0, 0] }), course));
    expect(Math.abs(length(pose) / 0.5 - 1)).toBeLessThan(0.05);
  });
});

describe('a robot', () => {
  const CASES = [10, 50, 100].flatMap((rate) =>
    [0.04, 0.15].flatMap((latency) => [0.15, 0.4, 1].map((radius) => ({ rate, latency, radius }))),
  );

  it.each(CASES)('is within 4 mm of its circle: $radius m, $rate Hz, $latency s', async (one) => {
    const { rate, latency, radius } = one;
    const plain = benchmarkBody('b');
    const robot = { ...plain, control: { ...plain.control, rate, latency } };
    const { instants } = await drive(
      sceneOf({
        robot,
        mission: missionOf({ circle: { target: [0, 0], radius } }),
        sensing: 'truth',
        duration: 12,
        at: { x: -0.7, y: 0.2 },
      }),
    );
    const settled = instants.slice(Math.round(6 * rate));
    const errors = settled.map(({ pose }) => Math.abs(distance(pose, ZERO) - radius));
    expect(Math.max(...errors)).toBeLessThan(0.004);
    const round = settled.map(({ pose }) => Math.atan2(pose.y, pose.x));
    const swept = round.slice(1).reduce((sum, angle, i) => sum + wrapAngle(angle - (round[i] ?? 0)), 0);
    expect(Math.abs(swept)).toBeGreaterThan(2);
  });

  it('drives round a post that stands on its circle, and on', async () => {
    const robot = benchmarkBody('b');
    const mission = missionOf({
      prioritize: [{ avoidObstacles: {} }, { circle: { target: [0, 0], side: 'left' } }],
    });
    const posts = [{ at: { x: 0.5, y: 0 }, radius: 0.05 }];
    const at = { x: -0.5, y: 0.05 };
    const scene = sceneOf({
      robot,
      mission,
      sensing: 'truth',
      duration: 20,
      at,
      world: { ...EMPTY, circles: posts },
    });
    const { robot: result, instants } = await drive(scene);
    expect(result).toMatchObject({ contacts: 0, faults: [] });
    const passes = instants.filter(({ pose }, i) => pose.y > 0 && (instants[i - 1]?.pose.y ?? 1) <= 0);
    expect(passes.length).toBeGreaterThanOrEqual(2);
  });

  it('goes round what moves', async () => {
    const ball = { id: 'ball', waypoints: [ZERO, { x: 2, y: 0 }], speed: 0.1, radius: 0.05, solid: false };
    const { instants } = await drive(
      sceneOf({
        robot: benchmarkBody('b'),
        mission: missionOf({ circle: { target: { mover: 'ball' }, radius: 0.6 } }),
        sensing: 'truth',
        duration: 15,
        at: { x: -1, y: 0 },
        world: { ...EMPTY, movers: [ball] },
      }),
    );
    const away = instants.flatMap(({ pose, tick }) =>
      tick.at < 6 ? [] : [Math.hypot(pose.x - 0.1 * tick.at, pose.y)],
    );
    expect(Math.min(...away)).toBeGreaterThan(0.55);
    expect(Math.max(...away)).toBeLessThan(0.65);
  });
});
