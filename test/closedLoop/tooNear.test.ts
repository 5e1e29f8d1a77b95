/** A wall that is nearer than a sonar can measure: the robot meets it slowly, also where it never saw it from farther off. */
import { describe, expect, it } from 'vitest';
import { LockStep } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { PUSH_SPEED } from '../../src/safety/collisionMonitor.js';
import { THOROUGH } from '../support/effort.js';

const SCOUT = loadRobot('scout');
/** It cannot tell what is nearer than 15 cm; the body reaches 7 cm in front of it, or not at all. */
const EYES: Readonly<Record<string, Partial<SensorDefinition>>> = {
  'in the body': { at: [0.02, 0] },
  'in the body, ideal': { at: [0.02, 0], ideal: true },
  'on the rim': { at: [0.09, 0] },
};
/** From the rim to the wall. */
const GAPS = [0.03, 0.1, 0.3, 0.8];
const RATES = [10, 50, 100];

interface Course {
  readonly eye: Partial<SensorDefinition>;
  readonly gap: number;
  readonly rate?: number;
  readonly seed?: number;
  readonly mission?: object;
  /** How far the wall is turned from the robot's way. */
  readonly slant?: number;
}

function drive({ eye, gap, rate = 50, seed = 1, mission = { seek: { target: [3, 0] } }, slant = 0 }: Course) {
  const front = { id: 'front', type: 'maxsonar', facing: 0, at: [0, 0], ...eye } as SensorDefinition;
  const robot = { ...SCOUT, sensors: [front], control: { ...SCOUT.control, rate } };
  const x = SCOUT.chassis.radius + gap;
  const wall = [
    [x - Math.sin(slant), -Math.cos(slant)],
    [x + Math.sin(slant), Math.cos(slant)],
  ];
  const run = new LockStep(
    scenario({
      name: 'too near',
      duration: 4,
      seed,
      sensing: 'odometry',
      world: { walls: [wall] },
      robots: [{ id: 'a', robot, at: { x: 0, y: 0, heading: 0 }, mission }],
    }),
    {},
  );
  while (!run.isOver) {
    run.control();
    run.advance(8);
  }
  const driven = {
    hardest: Math.max(0, ...run.world.touchesOf('a').map(({ speed }) => speed)),
    x: run.world.poseOf('a').x,
  };
  run.close();
  return driven;
}

/** How far it comes in four seconds with a wall beside it, and sonars that look there, too. */
function alongWall(degrees: number, gap: number, ideal: boolean): number {
  const eyes = [0, degrees, -degrees].map((angle, i) => {
    const facing = (angle * Math.PI) / 180;
    const at = [0.02 * Math.cos(facing), 0.02 * Math.sin(facing)] as const;
    return { id: `s${i}`, type: 'maxsonar', at, facing, ideal } as const;
  });
  const y = SCOUT.chassis.radius + gap;
  const run = new LockStep(
    scenario({
      name: 'beside',
      duration: 4,
      sensing: 'odometry',
      world: {
        walls: [
          [
            [-1, y],
            [4, y],
          ],
        ],
      },
      robots: [
        {
          id: 'a',
          robot: { ...SCOUT, sensors: eyes },
          at: { x: 0, y: 0, heading: 0 },
          mission: { seek: { target: [3, 0] } },
        },
      ],
    }),
    {},
  );
  while (!run.isOver) {
    run.control();
    run.advance(8);
  }
  const { x } = run.world.poseOf('a');
  run.close();
  return x;
}

it.each([45, 60, 90])('sonars at %i degrees hold no robot that drives along a wall', (degrees) => {
  for (const ideal of [true, false])
    for (const gap of [0.02, 0.05, 0.1])
      expect(alongWall(degrees, gap, ideal), JSON.stringify({ ideal, gap })).toBeGreaterThan(1.5);
});

describe.each(Object.keys(EYES))('a sonar %s', (where) => {
  const eye = EYES[where] as Partial<SensorDefinition>;

  it.each(GAPS)('that sought what is behind a wall %f m before it has pushed it at most', (gap) => {
    for (const rate of RATES)
      for (const slant of [0, 0.35])
        for (const seed of THOROUGH ? [1, 2] : [1]) {
          const { hardest } = drive({ eye, gap, rate, seed, slant });
          expect(hardest, JSON.stringify({ rate, slant, seed })).toBeLessThanOrEqual(PUSH_SPEED + 0.005);
        }
  });

  it('goes all the way to a place just before a wall', () => {
    const { x } = drive({ eye, gap: 0.3, mission: { arrive: { target: [0.25, 0] } } });
    expect(x).toBeGreaterThan(0.23);
  });
});
