import { describe, expect, it } from 'vitest';
import { distance, type Vec2 } from '../../../src/math/geometry.js';
import { opened, speedOf } from './opened.js';

const CHASING = `
sensing: truth
world: { movers: [{ id: pointer, waypoints: [[1, 0], [1, 1]], speed: 0.2 m/s }] }
robots: [{ id: a, robot: scout, mission: { arrive: { target: { pointer: [1, 0] } } } }]
`;
const AVOIDING = `
sensing: truth
world: { circles: [{ at: [1, 0], radius: 0.15 }] }
missions:
  home: { prioritize: [{ avoidObstacles: {} }, { arrive: { target: [0, 0] } }] }
  stroll: { prioritize: [{ avoidObstacles: {} }, { wander: {} }] }
robots:
  - { id: a, robot: scout, at: { speed: 0.3 }, mission: { prioritize: [{ avoidObstacles: {} }, { wander: {} }] } }
  - { id: g, robot: scout, ghost: true, mission: { prioritize: [{ avoidObstacles: {} }, { wander: {} }] } }
  - { id: h, robot: scout, ghost: true, mission: { wander: {} } }
`;

const at = (one: ReturnType<typeof opened>): Vec2 => one.robot().truth ?? { x: Number.NaN, y: 0 };
const missionOf = (one: ReturnType<typeof opened>, id = 'a') =>
  JSON.stringify(one.scene().robots.find((robot) => robot.id === id)?.mission);

describe('the pointer', () => {
  it('is moved by the mover of that name, which is not shown as a thing', () => {
    const one = opened(CHASING);
    one.pass(2);
    expect(one.frame().pointer?.y).toBeCloseTo(0.4, 1);
    expect(one.scene().things).toEqual([]);
    expect(distance(at(one), { x: 1, y: 0.4 })).toBeLessThan(0.4);
  });

  it('is chased where an operator holds it; the mover stops moving it', () => {
    const one = opened(CHASING);
    one.pass(1);
    one.say({ kind: 'pointer', at: { x: -0.5, y: -0.5 } });
    one.pass(5);
    expect(one.frame().pointer).toEqual({ x: -0.5, y: -0.5 });
    expect(distance(at(one), { x: -0.5, y: -0.5 })).toBeLessThan(0.02);
    expect(one.news()).toContainEqual(expect.stringMatching(/^a arrived after/));
  });

  it('is where the mission gives it until it is moved', () => {
    const one = opened(CHASING.replace(/world: .*\n/, ''));
    one.pass(0.1);
    expect(one.frame().pointer).toEqual({ x: 1, y: 0 });
  });

  it('is refused without finite numbers', () => {
    const one = opened(CHASING);
    one.say({ kind: 'pointer', at: { x: Number.NaN, y: 0 } });
    one.pass(0.1);
    expect(one.news()).toEqual(['pointer refused: the position is not finite']);
  });

  it('moves when a robot that follows it is sent somewhere', () => {
    const one = opened(CHASING);
    one.say({ kind: 'goTo', at: { x: 0.5, y: 0.5 } });
    one.pass(0.1);
    expect(one.frame().pointer).toEqual({ x: 0.5, y: 0.5 });
    expect(missionOf(one)).toContain('pointer');
  });
});

describe('a robot that is sent to a place', () => {
  it('drives there, and still avoids what it avoided before', () => {
    const one = opened(AVOIDING);
    one.say({ kind: 'goTo', at: { x: 2, y: 0 } });
    one.pass(9);
    expect(distance(at(one), { x: 2, y: 0 })).toBeLessThan(0.02);
    expect(missionOf(one)).toMatch(/prioritize.*avoidObstacles.*arrive/);
    expect(one.session.current.robots[0]?.body.touches.length).toBe(0);
  });

  it('is the only one that moves if it is named', () => {
    const one = opened(AVOIDING);
    one.say({ kind: 'goTo', robot: 'g', at: { x: 2, y: 1 } });
    one.pass(0.1);
    expect(missionOf(one, 'g')).toContain('arrive');
    expect(missionOf(one)).not.toContain('arrive');
  });
});

describe('a robot that is given a path', () => {
  const bend = [
    { x: 0, y: 0.3 },
    { x: 0.5, y: 0.3 },
    { x: 0.5, y: 0.3 },
    { x: 0.5, y: 1 },
  ];

  it('follows it to its end, and shows its distance from it, left positive', () => {
    const one = opened(AVOIDING);
    one.say({ kind: 'follow', path: bend });
    one.pass(0.1);
    // It starts to the right of it.
    expect(one.robot().crossTrack).toBeLessThan(-0.2);
    one.pass(10);
    expect(distance(at(one), { x: 0.5, y: 1 })).toBeLessThan(0.05);
    expect(Math.abs(one.robot().crossTrack ?? 1)).toBeLessThan(0.03);
  });

  it('is refused an invalid path, with the reason', () => {
    const one = opened(AVOIDING);
    const here = { x: 0, y: 0 };
    one.say({ kind: 'follow', path: [here, here] });
    one.say({ kind: 'follow', path: [here, { x: 2e6, y: 0 }] });
    one.say({ kind: 'follow', path: [here, { x: 1, y: Number.POSITIVE_INFINITY }] });
    one.pass(0.1);
    expect(one.news()).toEqual([
      expect.stringContaining('fewer than two points are found'),
      expect.stringContaining('follow refused: '),
      'follow refused: the position is not finite',
    ]);
    expect(missionOf(one)).toContain('wander');
  });
});

describe('another mission', () => {
  it('is given to every robot that drives by the same one, ghosts too, which keep driving', () => {
    const one = opened(AVOIDING);
    one.pass(1);
    expect(one.scene().missions).toEqual(['home', 'stroll']);
    // The second is what its own mission says.
    expect(one.scene().mission).toBe(1);
    one.say({ kind: 'choose', mission: 0 });
    expect(speedOf(one)).toBeGreaterThan(0.2);
    expect(missionOf(one)).toContain('arrive');
    expect(missionOf(one, 'g')).toContain('arrive');
    expect(missionOf(one, 'h')).not.toContain('arrive');
    expect(one.scene().mission).toBe(0);
    expect(one.news()).toContain('mission: home');
    one.pass(6);
    expect(distance(at(one), { x: 0, y: 0 })).toBeLessThan(0.02);
  });

  it('that does not exist changes nothing', () => {
    const one = opened(AVOIDING);
    for (const mission of [2, -1, 0.5]) one.say({ kind: 'choose', mission });
    one.pass(0.1);
    expect(one.news()[0]).toBe('choose refused: there is no mission 3 here; it has 2');
    expect(one.news()).toHaveLength(3);
    expect(missionOf(one)).toContain('wander');
  });

  it('is refused in a scene with one mission', () => {
    const one = opened(CHASING);
    expect(one.scene().can).not.toContain('choose');
    expect(one.scene().can).toContain('goTo');
  });
});
