import { describe, expect, it } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { angleOf, distance, fromPolar, length, type Vec2, ZERO } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
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

describe('avoidNeighbors', () => {
  it('passes one that comes on the side that it is not on, both with the margin between', () => {
    const said = ask({ neighbors: [comes(3, 0.05)] }, { margin: 0.1 });
    const desired = desiredOf(said);
    expect(desired.y).toBeLessThan(0);
    // Alone it would pass at radii + margin with that velocity.
    const relative = { x: -1 - desired.x, y: -desired.y };
    const missedBy = Math.abs(3 * relative.y - 0.05 * relative.x) / length(relative);
    expect(missedBy).toBeCloseTo(0.3, 2);
  });

  it('goes left where the other is nowhere but ahead, and so does the other', () => {
    expect(desiredOf(ask({ neighbors: [comes(2)] })).y).toBeGreaterThan(0.05);
    const other = {
      id: 'other',
      pose: { x: 2, y: 0, heading: Math.PI },
      velocity: { x: -1, y: 0 },
      neighbors: [robot(0, 0, { id: 'me', velocity: EAST })],
    };
    expect(desiredOf(ask(other)).y).toBeLessThan(-0.05);
  });

  it('keeps its course past one that misses it by more than the margin', () => {
    // Their radii and the margin: 0.23 m.
    for (const side of [1, -1]) {
      expect(ask({ neighbors: [comes(2, 0.231 * side)] }, { margin: 0.03 }).force).toBeUndefined();
      const { y } = desiredOf(ask({ neighbors: [comes(2, 0.22 * side)] }, { margin: 0.03 }));
      expect(Math.sign(y)).toBe(-side);
    }
  });

  it('ignores neighbors that come later than its horizon, and those behind', () => {
    expect(ask({ neighbors: [comes(3.9)] }).force).toBeDefined();
    expect(ask({ neighbors: [comes(4.6)] }).force).toBeUndefined();
    expect(ask({ neighbors: [comes(4.6)] }, { horizon: 3 }).force).toBeDefined();
    expect(ask({ neighbors: [moving(-1, 0, { x: 2, y: 0 })] }).force).toBeUndefined();
  });

  it('counts the closest approach, not the distance: a crossing that misses is no threat', () => {
    // Reaches the line a second after this one has passed there.
    const late = robot(1, -2, { velocity: { x: 0, y: 1 }, heading: deg(90) });
    expect(ask({ neighbors: [late] }).force).toBeUndefined();
    const soon = robot(1, -1.05, { velocity: { x: 0, y: 1 }, heading: deg(90) });
    expect(ask({ neighbors: [soon] }).force).toBeDefined();
  });

  it('heeds the soonest of several threats', () => {
    const said = ask({ neighbors: [comes(3, 0.05, { id: 'late' }), comes(2, -0.05, { id: 'soon' })] });
    expect(desiredOf(said).y).toBeGreaterThan(0);
    expect(said.memory).toMatchObject({ id: 'soon' });
    expect(said.marks?.map(({ label }) => label)).toEqual(['threat', 'closest approach', 'own way']);
  });

  it('of two that would meet at a right angle sends one ahead and holds the other back', () => {
    const one = { id: 'a', pose: { x: -1.5, y: 0, heading: 0 }, velocity: EAST };
    const two = { id: 'b', pose: { x: 0, y: -1.5, heading: deg(90) }, velocity: { x: 0, y: 1 } };
    const seen = ({ id, pose, velocity }: typeof one) =>
      robot(pose.x, pose.y, { id, velocity, heading: pose.heading });
    const first = desiredOf(ask({ ...one, neighbors: [seen(two)] }));
    const second = desiredOf(ask({ ...two, neighbors: [seen(one)] }));
    expect(first.y).toBeGreaterThan(0.01);
    expect(second.x).toBeLessThan(-0.01);
    expect(second.y).toBeLessThan(0.99);
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
    expect(desiredOf(said).x).toBeLessThan(0);
    expect(forceOf(said)).toEqual(near(desiredOf(said).x, desiredOf(said).y - 0.5 - 0.5));
    expect(said.gain).toBe(0);
    expect(ask({ neighbors: [comes(1)] }).gain).toBe(1);
  });

  it('holds the body, although otherwise silent, if it could not stop in time', () => {
    const said = ask({
      body: SMALL,
      velocity: { x: 0.3, y: 0 },
      forwardSpeed: 0.1,
      neighbors: [robot(0, 0.21, { radius: 0.09 })],
    });
    expect(said.force).toBeUndefined();
    expect(said.velocityScale).toBeLessThan(1);
  });

  it('stands if it has no wish to go anywhere, even if a neighbor comes', () => {
    const said = ask({ velocity: ZERO, forwardSpeed: 0, neighbors: [comes(1)] });
    expect(said.force).toBeUndefined();
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
