import { describe, expect } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { Drivetrain } from '../../sim/plant/drivetrain.js';
import { KinematicWorld } from '../../sim/world/kinematicWorld.js';
import { World } from '../../sim/world/world.js';
import type { Tick } from '../../src/signals/signals.js';
import { itOnce as it, itThorough } from '../support/effort.js';
import { dutyFor, EMPTY, ORIGIN, PLANT, SCOUT, wallAt } from './bodies.js';
import { readScenario } from './session/opened.js';

const BUSY = `
sensing: truth
duration: 8 s
world:
  walls: [[[3, -2], [3, 2]]]
  boxes: [{ at: [0.6, 0.02], size: [0.15, 0.15], movable: true }]
robots:
  - { id: a, robot: scout, mission: { prioritize: [{ avoidNeighbors: {} }, { seek: { target: [2, 0.1] } }] } }
  - { id: b, robot: scout, at: { x: 1.8, y: 0.5, heading: 180 deg }, mission: { prioritize: [{ avoidNeighbors: {} }, { arrive: { target: [0, 0.5] } }] } }
  # ghosts
criteria: [{ arrived: {} }, { contacts: { atMost: 9 } }, { clearance: { atLeast: 0 } }, { inside: { corners: [[-3, -3], [3, 3]] } }]
`;
const GHOSTS = `
  - { id: same, robot: scout, safety: { collisionMonitor: off }, ghost: true, mission: { seek: { target: [2.5, 0] } } }
  - { id: far, robot: scout, safety: { collisionMonitor: off }, ghost: true, at: { x: 2.5, y: 0, heading: 180 deg }, mission: { seek: { target: [-9, 0] } } }
`;
const haunted = readScenario(BUSY.replace('  # ghosts', GHOSTS));

/** Every tick of one robot. */
async function ticksOf(id: string, scenario = haunted) {
  const ticks: Tick[] = [];
  const result = await simulate(scenario, {
    now: () => 0,
    onTick: (robot, _, tick) => robot === id && ticks.push(tick),
  });
  return { ticks, result };
}

describe('ghosts', () => {
  it('change nothing for others, to the last bit of the result', async () => {
    const { result, ticks } = await ticksOf('a');
    const alone = await ticksOf('a', readScenario(BUSY));
    expect(result).toEqual(alone.result);
    expect(ticks).toEqual(alone.ticks);
  });

  itThorough('drive as usual, and no robot sees them', async () => {
    const { ticks } = await ticksOf('far');
    expect(ticks.at(-1)?.estimate.pose.x).toBeLessThan(0);
    const { result } = await ticksOf('same');
    expect(result.robots.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  const world = () => {
    const made = new World({
      ...wallAt(1),
      boxes: [{ at: { x: 0.5, y: 0 }, size: [0.2, 0.2], heading: 0, movable: true }],
    });
    const drivetrain = new Drivetrain(SCOUT, PLANT);
    drivetrain.command(0, { left: dutyFor(0.4), right: dutyFor(0.4) });
    made.addRobot('ghost', SCOUT, ORIGIN, drivetrain, true);
    return made;
  };

  it('are stopped by walls, and push nothing', () => {
    const one = world();
    for (let i = 0; i < 1000; i++) one.advance(i / 200, (i + 1) / 200);
    expect(one.poseOf('ghost').x).toBeCloseTo(1 - SCOUT.chassis.radius, 2);
    expect(one.snapshot().boxes[0]?.at).toEqual({ x: 0.5, y: 0 });
    expect(one.contactsOf('ghost')).toBe(1);
  });

  it('do not count in rays, gaps and free places', () => {
    for (const one of [world(), new KinematicWorld(EMPTY)]) {
      if (one instanceof KinematicWorld)
        one.addRobot('ghost', SCOUT, ORIGIN, new Drivetrain(SCOUT, PLANT), true);
      one.addRobot('a', SCOUT, { x: -1, y: 0, heading: 0 }, new Drivetrain(SCOUT, PLANT));
      expect(one.rayCast({ x: -0.9, y: 0 }, 0, 1.2, 'a')).toBeNull();
      expect(one.isFree({ x: 0, y: 0 }, 0.1)).toBe(true);
      expect(one.hasRoom('ghost', { x: -1, y: 0 })).toBe(true);
      expect(one.hasRoom('a', { x: 0, y: 0 })).toBe(true);
    }
  });
});

describe('a scenario with ghosts', () => {
  const refused = (text: string) => expect(() => readScenario(text));
  const robots = (extra: string) =>
    `robots:\n  - { id: a, robot: scout, mission: ${extra} }\n  - { id: g, robot: scout, ghost: true, mission: { wander: {} } }\n`;

  it('may start them where another robot stands', () => {
    expect(readScenario(robots('{ wander: {} }')).robots.map(({ ghost }) => ghost)).toEqual([
      undefined,
      true,
    ]);
  });

  it('has at least one robot that is no ghost', () => {
    refused('robots: [{ id: g, robot: scout, ghost: true, mission: { wander: {} } }]').toThrow(
      'every robot is a ghost; at least one must not be a ghost',
    );
  });

  it('allows no ghost as a target or in a criterion', () => {
    const words = "robot 'g' is a ghost; no robot sees a ghost";
    refused(robots('{ seek: { target: { robot: g } } }')).toThrow(words);
    const distance = (from: string, to: string) =>
      `${robots('{ wander: {} }')}criteria: [{ distance: { from: ${from}, to: { robot: ${to} }, atLeast: 1 } }]\n`;
    refused(distance('g', 'a')).toThrow(words);
    refused(distance('a', 'g')).toThrow(words);
  });
});
