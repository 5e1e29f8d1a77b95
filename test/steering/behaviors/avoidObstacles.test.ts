import { describe, expect, it } from 'vitest';
import {
  angleOf,
  cross,
  distance,
  dot,
  fromPolar,
  length,
  type Vec2,
  ZERO,
} from '../../../src/math/geometry.js';
import type { Obstacle } from '../../../src/signals/signals.js';
import { gapTo } from '../../../src/steering/avoidance/obstacles.js';
import type { Behavior, Percept } from '../../../src/steering/behavior.js';
import { type AvoidObstaclesInput, avoidObstacles } from '../../../src/steering/behaviors/avoidObstacles.js';
import { seek } from '../../../src/steering/behaviors/seek.js';
import { prioritize } from '../../../src/steering/combine.js';
import { steer } from '../../../src/steering/steer.js';
import { percept, SMALL } from '../../support/percept.js';
import { near } from '../near.js';
import { drivePoint } from '../pointMass.js';

const post = (x: number, y: number, radius: number, velocity?: Vec2): Obstacle => ({
  from: { x, y },
  to: { x, y },
  radius,
  ...(velocity && { velocity }),
});
const wall = (from: Vec2, to: Vec2): Obstacle => ({ from, to, radius: 0 });

/** Going along +x at a speed. */
function ask(
  obstacles: readonly Obstacle[],
  changes: Partial<Percept> = {},
  input: AvoidObstaclesInput = {},
) {
  const speed = changes.forwardSpeed ?? 0.5;
  const given = { body: SMALL, velocity: { x: speed, y: 0 }, forwardSpeed: speed, obstacles, ...changes };
  const behavior = avoidObstacles({ margin: 0.02, ...input });
  return behavior.steer(percept(given), behavior.start(), ZERO);
}

/** The behavior in a world where these stand. */
const among = (behavior: Behavior, obstacles: readonly Obstacle[]): Behavior => ({
  ...behavior,
  steer: (given, memory, soFar) => behavior.steer({ ...given, obstacles, mapped: obstacles }, memory, soFar),
});

describe('avoidObstacles looks ahead', () => {
  // v (dt + reaction + τ) + v²/2a = 0.5 · (0.02 + 0.1 + 0.1) + 0.25/(2 · 0.9) = 0.11 + 0.1389
  const REACH = 0.2489;
  const touching = SMALL.radius + 0.02 + 0.1;

  it('by v (dt + reaction + τ) + v²/2a, and not a centimeter farther', () => {
    expect(ask([post(touching + REACH - 0.005, 0, 0.1)]).force).toBeDefined();
    expect(ask([post(touching + REACH + 0.005, 0, 0.1)]).force).toBeUndefined();
  });

  it('farther by v·age of the sight, and by v·lookAhead', () => {
    const farther = [post(touching + REACH + 0.095, 0, 0.1)];
    expect(ask(farther).force).toBeUndefined();
    expect(ask(farther, { sightAge: 0.2 }).force).toBeDefined();
    expect(ask(farther, {}, { lookAhead: '200 ms' }).force).toBeDefined();
    expect(ask(farther, { sightAge: 0.18 }).force).toBeUndefined();
  });

  it('farther with a weaker force, for it needs v²/2a to stop', () => {
    const body = { ...SMALL, maxForce: 0.2 * SMALL.maxForce };
    // 0.11 + 0.25/(2 · 0.18) = 0.8044
    expect(ask([post(touching + 0.8, 0, 0.1)], { body }).force).toBeDefined();
    expect(ask([post(touching + 0.81, 0, 0.1)], { body }).force).toBeUndefined();
  });

  it('in its own direction: what is aside, behind or passed leaves it silent', () => {
    const aside = SMALL.radius + 0.02 + 0.1;
    for (const place of [post(0.1, aside + 0.001, 0.1), post(-0.3, 0, 0.1), post(0.2, -aside - 0.001, 0.1)]) {
      expect(ask([place]).force).toBeUndefined();
      expect(ask([place]).velocityScale).toBeUndefined();
    }
    expect(ask([post(0.2, aside - 0.005, 0.1)]).force).toBeDefined();
  });
});

describe('avoidObstacles, by hand', () => {
  it('turns to the tangent: at 0.3 m, a clearance of 0.2 m is asin(2/3), 41.8 degrees', () => {
    const free = (obstacle: Obstacle) => ask([obstacle]).marks?.[0];
    const angle = Math.asin(2 / 3);
    // 0.2489 m is how far it looks ahead, the tangent's point is √(0.09 − 0.04) = 0.2236 m away.
    expect(free(post(0.3, 0, 0.09))).toMatchObject({ kind: 'segment', label: 'free way' });
    expect(free(post(0.3, 0, 0.09))).toMatchObject({
      to: near(0.2489 * Math.cos(angle), 0.2489 * Math.sin(angle), 3),
    });
  });

  it('parallel to a wall is free from where the wall is out of its look-ahead', () => {
    // 0.04 m beyond the clearance (0.11 m, and a·dt² more): asin((0.04 − 0.0004)/0.2489) = 9.15 degrees are free.
    const along = wall({ x: -1, y: -0.15 }, { x: 1, y: -0.15 });
    const heading = (degrees: number) => {
      const velocity = fromPolar(0.5, (-degrees * Math.PI) / 180);
      return ask([along], { pose: { x: 0, y: 0, heading: angleOf(velocity) }, velocity }).marks?.length ?? 0;
    };
    expect([heading(0), heading(9.1), heading(9.25)]).toEqual([0, 0, 2]);
  });

  it('shows three of many echoes: what its way runs beside, then the nearest', () => {
    // A wall of echoes across its way, from 0.2 m on its right to 0.1 m on its left.
    const echoes = Array.from({ length: 160 }, (_, i) => post(0.25, -0.2 + (0.3 * i) / 159, 0));
    const marks = ask(echoes).marks ?? [];
    expect(marks.map(({ label }) => label)).toEqual(['free way', ...Array(3).fill('kept out of')]);
    const ys = marks.flatMap((mark) => (mark.kind === 'circle' ? mark.at.y : []));
    expect(ys[0]).toBeCloseTo(0.1, 9);
    expect(Math.max(...ys.slice(1).map(Math.abs))).toBeLessThan(0.003);
  });

  it('pushes away from the side that the obstacle is on, left and right alike', () => {
    const sideways = (y: number) => ask([post(0.35, y, 0.1)]).force?.y ?? 0;
    for (const y of [0.01, 0.05, 0.1, 0.15]) {
      expect(sideways(y)).toBeLessThan(-0.01);
      expect(sideways(-y)).toBeCloseTo(-sideways(y), 12);
    }
  });

  it('passes what is exactly ahead on the left', () => {
    expect(ask([post(0.35, 0, 0.1)]).force?.y).toBeGreaterThan(0);
    expect(ask([wall({ x: 0.3, y: -1 }, { x: 0.3, y: 1 })]).force?.y).toBeGreaterThan(0);
  });

  it('keeps to the side it began with, though the other has become a little nearer', () => {
    const behavior = avoidObstacles();
    const given = { body: SMALL, velocity: { x: 0.5, y: 0 }, forwardSpeed: 0.5 };
    const first = behavior.steer(
      percept({ ...given, obstacles: [post(0.35, -0.01, 0.1)] }),
      behavior.start(),
      ZERO,
    );
    const second = behavior.steer(
      percept({ ...given, obstacles: [post(0.35, 0.03, 0.1)] }),
      first.memory,
      ZERO,
    );
    expect(second.force?.y).toBeGreaterThan(0);
    expect(ask([post(0.35, 0.03, 0.1)]).force?.y).toBeLessThan(0);
  });

  it('forgets that side when half a second was free', () => {
    const behavior = avoidObstacles();
    const given = { body: SMALL, velocity: { x: 0.5, y: 0 }, forwardSpeed: 0.5 };
    let { memory } = behavior.steer(
      percept({ ...given, obstacles: [post(0.35, -0.01, 0.1)] }),
      behavior.start(),
      ZERO,
    );
    for (let i = 0; i < 26; i++) memory = behavior.steer(percept(given), memory, ZERO).memory;
    const later = behavior.steer(percept({ ...given, obstacles: [post(0.35, 0.03, 0.1)] }), memory, ZERO);
    expect(later.force?.y).toBeLessThan(0);
  });

  it('between two posts that leave no room goes round both', () => {
    const pair = [post(0.35, 0.12, 0.08), post(0.35, -0.13, 0.08)];
    const { desiredVelocity = ZERO } = ask(pair);
    expect(angleOf(desiredVelocity)).toBeGreaterThan(angleOf({ x: 0.35, y: 0.12 }));
  });

  it('brakes where it is closed in', () => {
    const ring = Array.from({ length: 24 }, (_, i) => fromPolar(0.25, (i * Math.PI) / 12));
    const said = ask(ring.map(({ x, y }) => post(x, y, 0.03)));
    expect(said.force?.x).toBeLessThan(-1);
    expect(said.desiredVelocity?.x).toBeLessThanOrEqual(0);
  });

  it('stops its wheels where the force clamp would come too late', () => {
    expect(ask([post(0.23, 0, 0.1)]).velocityScale).toBe(0);
    expect(ask([post(0.5, 0, 0.1)]).velocityScale).toBeUndefined();
  });

  it('after a hard stop keeps room for a turn as long as the body rolls on', () => {
    // In 0.1 s the force turns the velocity by 0.1 m/s: 10 mm more room than radius and margin, 0.11 m.
    const beside = [wall({ x: -2, y: -0.115 }, { x: 2, y: -0.115 })];
    const stopped = { dt: 0.1, velocity: ZERO };
    expect(ask(beside, { ...stopped, forwardSpeed: 0.39 }).desiredVelocity?.y).toBeGreaterThan(0);
    expect(ask(beside, { ...stopped, forwardSpeed: 0 }).force).toBeUndefined();
    // Rolling backwards, the wall before it is behind its way.
    const ahead = [wall({ x: 0.2, y: -1 }, { x: 0.2, y: 1 })];
    expect(ask(ahead, { ...stopped, forwardSpeed: 0.2 }).force).toBeDefined();
    expect(ask(ahead, { ...stopped, forwardSpeed: -0.2 }).force).toBeUndefined();
  });

  it('wants no more than the top speed, however slowly the body answers', () => {
    for (const responseTime of [0.1, 1, 5]) {
      const body = { ...SMALL, steeringGain: SMALL.mass / responseTime };
      for (const y of [-0.05, 0, 0.1]) {
        const said = ask([post(0.3, y, 0.1)], { body });
        expect(length(said.desiredVelocity ?? ZERO)).toBeLessThanOrEqual(body.maxSpeed + 1e-9);
        // The force is that of the wish before it was cut.
        expect(length(said.force ?? ZERO)).toBeGreaterThan(0.9 * body.maxForce);
      }
    }
  });

  it('gives way to what comes at it, standing or not, and not to what goes away', () => {
    const coming = post(0.6, 0, 0.1, { x: -0.5, y: 0 });
    const said = ask([coming], { forwardSpeed: 0, velocity: ZERO });
    expect(Math.abs(said.desiredVelocity?.y ?? 0)).toBeGreaterThan(0.1);
    expect(ask([post(0.6, 0, 0.1)], { forwardSpeed: 0, velocity: ZERO }).force).toBeUndefined();
    expect(ask([post(0.6, 0, 0.1, { x: 0.5, y: 0 })]).force).toBeUndefined();
  });

  it('stands still when nothing was seen for more than half a second', () => {
    expect(ask([], { sightAge: 0.5 }).force).toBeUndefined();
    expect(ask([], { sightAge: 0.51 }).desiredVelocity).toEqual(ZERO);
  });
});

describe('avoidObstacles at its edges', () => {
  it('is silent among nothing, and at rest with nothing within its radius', () => {
    expect(ask([]).force).toBeUndefined();
    expect(ask([post(0.32, 0, 0.1)], { forwardSpeed: 0, velocity: ZERO }).force).toBeUndefined();
  });

  it('touching an obstacle goes nowhere but away from it', () => {
    for (const depth of [0, 0.01, 0.05, 0.18]) {
      const { desiredVelocity = ZERO } = ask([post(0.19 - depth, 0, 0.1)]);
      expect(desiredVelocity.x).toBeLessThanOrEqual(0);
      expect(length(desiredVelocity)).toBeGreaterThan(0);
    }
  });

  it('on the middle of a post and on a wall is finite', () => {
    for (const obstacle of [post(0, 0, 0), post(0, 0, 0.1), wall(ZERO, { x: 1, y: 0 }), wall(ZERO, ZERO)]) {
      const { x, y } = ask([obstacle]).force ?? ZERO;
      expect(Number.isFinite(x + y)).toBe(true);
    }
  });

  it('gives at least 95 % of the clamped force to the braking that is due, and turns with the rest', () => {
    // 0.1 m left before it plans to stop: 0.5 m/s is too fast, and 47 degrees to turn ask for most of the force.
    const said = ask([post(0.3, -0.05, 0.1)]);
    const { force } = steer(said, { x: 0.5, y: 0 }, SMALL, 0.02);
    expect(force.x).toBeLessThanOrEqual(-0.95 * SMALL.maxForce);
    expect(force.y).toBeGreaterThan(0.15 * SMALL.maxForce);
    expect(length(force)).toBeCloseTo(SMALL.maxForce, 9);
  });

  it('creeps and turns where it has no room, instead of stopping for good', () => {
    const creeping = { forwardSpeed: 0.02, velocity: { x: 0.02, y: 0 } };
    const said = ask([post(0.195, 0, 0.1)], creeping);
    expect(said.velocityScale).toBeUndefined();
    expect(length(said.desiredVelocity ?? ZERO)).toBeCloseTo(0.03, 9);
    expect(said.lookahead).toBe(0.005);
    expect(ask([post(0.195, 0, 0.1)], { forwardSpeed: 0.1 }).velocityScale).toBe(0);
  });
});

describe('a point mass that avoids obstacles and seeks', () => {
  const post1 = post(1, 0.05, 0.2);
  const way = prioritize(avoidObstacles(), seek({ target: [3, 0] }));
  const drive = (rate: number, maxForce = SMALL.maxForce, obstacle = post1, seconds = 5) =>
    drivePoint(among(way, [obstacle]), { body: { ...SMALL, maxForce }, dt: 1 / rate, seconds });

  it('goes round at every rate and with any force', () => {
    for (const rate of [10, 50, 240]) {
      for (const share of [0.1, 0.2, 1, 5]) {
        const states = drive(rate, share * SMALL.maxForce, post1, 12);
        const nearest = Math.min(...states.map(({ pose }) => gapTo(pose, post1))) - SMALL.radius;
        expect(nearest, `${rate} Hz, ${share} of the force`).toBeGreaterThan(0.003);
        expect(Math.max(...states.map(({ pose }) => pose.x))).toBeGreaterThan(1.3);
      }
    }
  });

  it('is at the same place after 2 s, abreast of the post, at 10, 50 and 240 Hz within 2 % of the way', () => {
    const places = [10, 50, 240].map((rate) => drive(rate)[2 * rate]?.pose ?? ZERO);
    for (const a of places) for (const b of places) expect(distance(a, b)).toBeLessThan(0.02 * length(a));
  });

  it('goes the mirrored way round the mirrored post', () => {
    const left = drive(50);
    const right = drive(50, SMALL.maxForce, post(1, -0.05, 0.2));
    // The search visits cells of equal time one after another, so its ways differ by a millimeter.
    left.forEach(({ pose }, i) => {
      expect(right[i]?.pose.x).toBeCloseTo(pose.x, 2);
      expect(right[i]?.pose.y).toBeCloseTo(-pose.y, 2);
    });
    expect(Math.max(...right.map(({ pose }) => pose.y))).toBeGreaterThan(0.2);
  });

  it('never has a part of its force towards the post while that is in its way', () => {
    for (const { said, pose, velocity } of drive(50)) {
      const towards = { x: 1 - pose.x, y: 0.05 - pose.y };
      const ahead = dot(velocity, towards) > 0 && Math.abs(cross(velocity, towards)) < 0.2 * length(velocity);
      const contribution = said?.contributions?.[0];
      if (!ahead || contribution?.behavior !== 'avoidObstacles') continue;
      expect(dot(contribution.force, towards)).toBeLessThan(1e-9);
    }
  });
});
