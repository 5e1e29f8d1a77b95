import { describe, expect, it } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { angleOf, distance, fromPolar, length, type Vec2, ZERO } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { Neighbor } from '../../../src/signals/signals.js';
import { type AvoidNeighborsInput, avoidNeighbors } from '../../../src/steering/behaviors/avoidNeighbors.js';
import { seek } from '../../../src/steering/behaviors/seek.js';
import { prioritize } from '../../../src/steering/combine.js';
import { isFiniteSteering } from '../../../src/steering/steer.js';
import { percept, SMALL, unlimited } from '../../support/percept.js';
import { among, moving, robot } from '../among.js';
import { desiredOf, forceOf, near } from '../near.js';
import { drivePoint, endOf } from '../pointMass.js';

const EAST = { x: 1, y: 0 };
const ask = (changes: Parameters<typeof percept>[0] = {}, input: AvoidNeighborsInput = {}, soFar = ZERO) => {
  const behavior = avoidNeighbors(input);
  return behavior.steer(percept({ velocity: EAST, forwardSpeed: 1, ...changes }), behavior.start(), soFar);
};
/** One that comes head-on at 1 m/s, `aside` metres to the left of the line. */
const comes = (far: number, aside = 0, changes = {}) =>
  robot(far, aside, { velocity: { x: -1, y: 0 }, heading: Math.PI, ...changes });

const saying = (one: Neighbor, wish: Vec2): Neighbor => {
  const { position: pose, heading, velocity } = one;
  const says = { at: one.at, pose: { ...pose, heading }, speed: length(velocity), turnRate: 0, wish };
  return { ...one, says };
};

describe('avoidNeighbors', () => {
  it('turns right for one that comes, and so does the other', () => {
    expect(desiredOf(ask({ neighbors: [comes(2)] })).y).toBeLessThan(-0.05);
    const other = {
      id: 'other',
      pose: { x: 2, y: 0, heading: Math.PI },
      velocity: { x: -1, y: 0 },
      neighbors: [robot(0, 0, { id: 'me', velocity: EAST })],
    };
    expect(desiredOf(ask(other)).y).toBeGreaterThan(0.05);
  });

  it('both with the margin between', () => {
    const { x, y } = desiredOf(ask({ neighbors: [comes(3)] }, { margin: 0.1 }));
    // Both turn alike, so they miss each other by 3 m · sin of the turn.
    expect(3 * Math.sin(-angleOf({ x, y }))).toBeGreaterThan(0.299);
    expect(3 * Math.sin(-angleOf({ x, y }))).toBeLessThan(0.32);
  });

  it('keeps its course past one that misses it by more than the margin', () => {
    // Their radii and the margin: 0.23 m.
    for (const side of [1, -1])
      expect(ask({ neighbors: [comes(2, 0.24 * side)] }, { margin: 0.03 }).force).toBeUndefined();
    expect(desiredOf(ask({ neighbors: [comes(2, 0.22)] }, { margin: 0.03 })).y).toBeLessThan(0);
  });

  it('ignores neighbors that come later than its horizon, and those that follow', () => {
    expect(ask({ neighbors: [comes(3.9)] }).force).toBeDefined();
    expect(ask({ neighbors: [comes(4.6)] }).force).toBeUndefined();
    expect(ask({ neighbors: [comes(4.6)] }, { horizon: 3 }).force).toBeDefined();
    expect(ask({ neighbors: [moving(-1, 0, { x: 1.1, y: 0 })] }).force).toBeUndefined();
  });

  it('counts the closest approach, not the distance: a crossing that misses is no threat', () => {
    // Reaches the line a second after this one has passed there.
    const late = robot(1, -2, { velocity: { x: 0, y: 1 }, heading: deg(90) });
    expect(ask({ neighbors: [late] }).force).toBeUndefined();
    const soon = robot(1, -1.05, { velocity: { x: 0, y: 1 }, heading: deg(90) });
    expect(ask({ neighbors: [soon] }).force).toBeDefined();
  });

  it('believes what a robot says that it wants, more than what it does', () => {
    const stands = robot(1.5, 0, { heading: Math.PI });
    const turn = (one: Neighbor) => -angleOf(desiredOf(ask({ neighbors: [one] })));
    // It will come, so half of the turn is its own.
    const coming = turn(saying(stands, { x: -1, y: 0 }));
    expect(Math.sin(coming)).toBeGreaterThan(0.32 / 1.5 - 0.01);
    // It wants to go the same way, so there is nothing to drive round.
    expect(ask({ neighbors: [saying(stands, EAST)] }).force).toBeUndefined();
  });

  it('says its wish, unturned, also while it is silent', () => {
    const wish = { velocity: { x: 0.7, y: 0 } };
    expect(ask({ wish }).says).toEqual({ wish: wish.velocity });
    expect(ask({ wish, neighbors: [comes(2)] }).says).toEqual({ wish: wish.velocity });
  });

  it('turns its wish less the nearer the goal is', () => {
    const turn = (remaining: number) => {
      const wish = { velocity: EAST, goal: { at: { x: remaining, y: 0 }, remaining } };
      return -angleOf(desiredOf(ask({ wish, neighbors: [comes(3)] })));
    };
    expect(turn(9)).toBeGreaterThan(0.1);
    // It will be at the goal before they meet.
    expect(
      ask({ wish: { velocity: EAST, goal: { at: EAST, remaining: 0.3 } }, neighbors: [comes(3)] }).force,
    ).toBeUndefined();
  });

  it('after a goal in a blend corrects what that wants', () => {
    const soFar: Vec2 = { x: 0, y: 0.5 };
    const northward = {
      pose: { x: 0, y: 0, heading: deg(90) },
      velocity: { x: 0, y: 0.5 },
      forwardSpeed: 0.5,
    };
    const wish = { velocity: { x: 0, y: 1 } };
    const said = ask({ ...northward, wish, neighbors: [robot(0.05, 1.5, { heading: deg(90) })] }, {}, soFar);
    expect(desiredOf(said).x).toBeGreaterThan(0);
    expect(forceOf(said)).toEqual(near(desiredOf(said).x, desiredOf(said).y - 0.5 - 0.5));
    expect(said.gain).toBe(0);
    expect(ask({ neighbors: [comes(1)] }).gain).toBe(1);
  });

  it('drives into no wall to make way', () => {
    const wall = { from: { x: -5, y: -0.15 }, to: { x: 5, y: -0.15 }, radius: 0 };
    const given = {
      body: SMALL,
      velocity: { x: 0.5, y: 0 },
      forwardSpeed: 0.5,
      neighbors: [comes(1, 0, { velocity: { x: -0.5, y: 0 } })],
    };
    expect(desiredOf(ask(given)).y).toBeLessThan(-0.05);
    // 6 cm to the wall, less the rooms, in a second.
    expect(desiredOf(ask({ ...given, obstacles: [wall] })).y).toBeGreaterThan(-0.06);
  });

  it('holds the body if it could not stop in time', () => {
    const said = ask({
      body: SMALL,
      velocity: { x: 0.3, y: 0 },
      forwardSpeed: 0.1,
      neighbors: [robot(0, 0.21, { radius: 0.09 })],
    });
    expect(said.velocityScale).toBeLessThan(0.8);
  });

  it('at its goal makes way for one that comes, and for one that stands but wants to pass', () => {
    const parked = { velocity: ZERO, forwardSpeed: 0, wish: { velocity: ZERO } };
    const pass = robot(0.6, 0.02, { heading: Math.PI });
    // Out of its way, to the side or back: it turns there first.
    const { force, face = 0 } = ask({ ...parked, neighbors: [comes(1)] });
    expect(force).toBeDefined();
    expect(Math.abs(face)).toBeGreaterThan(deg(60));
    expect(ask({ ...parked, neighbors: [pass] }).force).toBeUndefined();
    const asked = ask({ ...parked, neighbors: [saying(pass, { x: -1, y: 0 })] });
    expect(asked.force).toBeDefined();
  });

  it('near its goal makes room for one that wants to go much faster, instead of going back against it', () => {
    const back = { velocity: ZERO, forwardSpeed: 0, wish: { velocity: { x: 0.2, y: 0 } } };
    const stands = robot(0.6, 0, { heading: Math.PI });
    const asked = (speed: number) => ask({ ...back, neighbors: [saying(stands, { x: -speed, y: 0 })] });
    // Similar wishes: both turn right, and go on.
    expect(desiredOf(asked(0.3)).x).toBeGreaterThan(0.05);
    // Out of its way: it turns there first.
    expect(Math.abs(asked(0.5).face ?? 0)).toBeGreaterThan(deg(60));
  });

  it('comes to a goal beside one that stands, towards which it faces', () => {
    const beside = (remaining: number) =>
      ask({
        body: SMALL,
        pose: { x: 0, y: 0, heading: Math.PI },
        velocity: ZERO,
        forwardSpeed: 0,
        wish: { velocity: { x: -0.03, y: 0 }, goal: { at: { x: -remaining, y: 0 }, remaining } },
        neighbors: [robot(-0.24, 0, { radius: 0.09 })],
      });
    const towards = (remaining: number) => -desiredOf(beside(remaining)).x;
    // Farther off, its bow would be too near to the other.
    expect(towards(0.2)).toBeCloseTo(0, 9);
    expect(towards(0.01)).toBeGreaterThan(0.01);
  });

  it('passes one that is parked by its body, wherever it heads', () => {
    const given = { body: SMALL, pose: { x: 0, y: 0, heading: deg(90) }, velocity: ZERO, forwardSpeed: 0 };
    const parked = (heading: number) => robot(0.25, 0, { radius: 0.09, heading });
    for (const heading of [0, deg(90), deg(180)])
      expect(
        ask({ ...given, wish: { velocity: { x: 0, y: 0.1 } }, neighbors: [parked(heading)] }).force,
      ).toBeUndefined();
  });

  it('turns by half as much at half of the distance from which on it turns less', () => {
    const turn = (remaining: number) => {
      const wish = { velocity: EAST, goal: { at: { x: remaining, y: 0 }, remaining } };
      const { marks = [] } = ask({ wish, neighbors: [comes(0.8)] });
      const turned = marks.find(({ label }) => label === 'turned wish');
      return turned?.kind === 'segment' ? -angleOf({ x: turned.to.x, y: turned.to.y }) : Number.NaN;
    };
    expect(turn(9)).toBeGreaterThan(0.2);
    // And a little less, as contacts after its arrival do not count.
    expect(turn(0.3)).toBeLessThanOrEqual(turn(9) / 2);
    expect(turn(0.3)).toBeGreaterThan(turn(9) / 3);
  });

  it('brakes before a wall that it comes to while it goes along the side of another', () => {
    const velocity = { x: 0.05, y: 0 };
    const wish = { velocity: { x: 0.4, y: 0 } };
    const given = {
      body: SMALL,
      velocity,
      forwardSpeed: 0.05,
      wish,
      neighbors: [robot(0, 0.19, { radius: 0.09 })],
    };
    const scaleBefore = (x: number) =>
      ask({ ...given, obstacles: [{ from: { x, y: -5 }, to: { x, y: 5 }, radius: 0 }] }).velocityScale ?? 1;
    // 4 mm to the wall, of which 3 mm are left.
    expect(scaleBefore(0.094)).toBeLessThan(0.5 * scaleBefore(1));
  });

  it('is held by old news of a robot that may have come back, although it drove away', () => {
    const away = robot(0.5, 0, { at: 0, velocity: { x: 0.2, y: 0 } });
    const slow = { ...SMALL, maxSpeed: 0.2 };
    const given = { body: slow, velocity: { x: 0.2, y: 0 }, forwardSpeed: 0.2, neighbors: [away] };
    expect(ask({ ...given, at: 0 }, { horizon: 0.1 }).velocityScale).toBeUndefined();
    // Had it driven on, it would be a metre away.
    expect(ask({ ...given, at: 3 }, { horizon: 0.1 }).velocityScale).toBeLessThan(0.1);
  });

  it('that is fast brakes before walls in time, too', () => {
    // 2 m/s and 2 m/s²: a stop takes more than a metre.
    const fast = { ...SMALL, maxSpeed: 2, maxAcceleration: 2 };
    const wish = { velocity: { x: 2, y: 0 } };
    const given = {
      body: fast,
      velocity: { x: 2, y: 0 },
      forwardSpeed: 2,
      wish,
      neighbors: [comes(4, 0.1)],
    };
    const wall = { from: { x: 0.8, y: -5 }, to: { x: 0.8, y: 5 }, radius: 0 };
    const said = ask({ ...given, obstacles: [wall] });
    // v²/1.8a ≤ 0.71 m.
    expect(2 * (said.velocityScale ?? 1)).toBeLessThan(Math.sqrt(1.8 * 2 * 0.71));
    expect(desiredOf(said).x).toBeLessThan(0.8);
  });

  it('that turns on the spot is not taken for one that drives aside', () => {
    const given = {
      velocity: ZERO,
      forwardSpeed: 0,
      wish: { velocity: { x: 0.3, y: 0 } },
      neighbors: [robot(0.5, 0)],
    };
    const still = desiredOf(ask(given));
    expect(desiredOf(ask({ ...given, turnRate: 6 }))).toEqual(still);
  });

  it('is finite on the very spot of another', () => {
    for (const velocity of [ZERO, EAST]) {
      expect(isFiniteSteering(ask({ velocity, neighbors: [robot(0, 0), moving(0, 0, EAST)] }))).toBe(true);
    }
  });

  it.each([10, 50, 240])('passes one that stands in its way at %i Hz alike', (rate) => {
    const body = unlimited({ ...SMALL, reaction: 0 });
    const past = prioritize(avoidNeighbors(), seek({ target: [3, 0] }));
    const standing = [robot(1.2, 0.02, { radius: 0.09 })];
    const course = { body, seconds: 1, velocity: { x: 0.5, y: 0 } };
    const there = (hertz: number) =>
      endOf(drivePoint(among(past, standing), { ...course, dt: 1 / hertz })).pose;
    expect(distance(there(rate), there(480))).toBeLessThan(0.02 * length(there(480)));
  });
});

describe('robots that avoid each other', () => {
  it.each([1, 2, 3, 4])('change places across a circle without a touch, seed %i', async (seed) => {
    const scenario = loadScenario('avoid-neighbors', { seed });
    const robots = scenario.robots.map((spec, i) => {
      const turned = angleOf(spec.at) + 0.1 * Math.sin(seed * 7 + i * 3);
      return { ...spec, at: { ...spec.at, ...fromPolar(length(spec.at), turned) } };
    });
    const result = await simulate({ ...scenario, robots, duration: 60 });
    expect(result.robots.map(({ contacts }) => contacts)).toEqual(robots.map(() => 0));
    expect(result.robots.filter(({ outcome }) => outcome !== 'arrived')).toEqual([]);
  });
});
