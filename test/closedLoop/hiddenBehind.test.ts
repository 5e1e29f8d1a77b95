/** A post just beside the cone of a sonar, a little farther than one in the cone, does not hide that one. */
import { describe, expect } from 'vitest';
import { LockStep } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { fromPolar, type Vec2 } from '../../src/math/geometry.js';
import { deg, type Meters, type Radians } from '../../src/math/units.js';
import { PUSH_SPEED } from '../../src/safety/collisionMonitor.js';
import { itInBoth, THOROUGH, thirdOf } from '../support/effort.js';

const SCOUT = loadRobot('scout');
const EYES: Readonly<Record<string, Partial<SensorDefinition>>> = {
  'a sonar without errors': { type: 'sonar' },
  'a sonar': { type: 'sonar', noise: 'typical' },
  'an HC-SR04 without errors': { type: 'hc-sr04', trigger: 7, echo: 8, ideal: true },
};

interface Course {
  readonly rate: number;
  readonly seed: number;
  /** From where the robot has turned ahead to the post before it. */
  readonly far: Meters;
  /** By how much the other is farther, and how far aside it is. */
  readonly behind: Meters;
  readonly aside: Radians;
}

const of = <T>(values: readonly T[], then: (value: T) => readonly Course[]) => values.flatMap(then);
const COURSES = of([10, 50], (rate) =>
  of([13, 16, 20, 24], (aside) =>
    of([0.01, 0.03, 0.05, 0.07], (behind) =>
      of([1, 2], (seed) => [0.4, 0.55, 0.7].map((far) => ({ rate, seed, far, behind, aside: deg(aside) }))),
    ),
  ),
);

/** Among those in which one was met at up to 0.25 m/s. */
const MET = COURSES.filter(
  ({ rate, seed, behind, aside }) => rate === 10 && seed === 1 && behind > 0.06 && aside < deg(17),
);

/** How hard it meets one of both: it looks to the left, at the farther one, turns, and drives at the other one. */
function meet(eye: Partial<SensorDefinition>, { rate, seed, far, behind, aside }: Course): number {
  const front = { id: 'front', at: [0.05, 0], facing: 0, ...eye } as SensorDefinition;
  const robot = { ...SCOUT, sensors: [front], control: { ...SCOUT.control, rate } };
  // There it has turned, and drives on along x.
  const from: Vec2 = { x: 0.1, y: 0.055 };
  const postAt = ({ x, y }: Vec2) => ({ at: [from.x + x, from.y + y], radius: 0.01 });
  const run = new LockStep(
    scenario({
      name: 'hidden',
      duration: 5,
      seed,
      sensing: 'odometry',
      world: { circles: [postAt({ x: far, y: 0 }), postAt(fromPolar(far + behind, aside))] },
      robots: [{ id: 'a', robot, at: { x: 0, y: 0, heading: 0.75 }, mission: { seek: { target: [3, 0] } } }],
    }),
    {},
  );
  while (!run.isOver) {
    run.control();
    run.advance(5);
  }
  const hardest = Math.max(0, ...run.world.touchesOf('a').map(({ speed }) => speed));
  run.close();
  return hardest;
}

describe.each(Object.entries(EYES))('a post before its neighbor, seen by %s', (_, eye) => {
  itInBoth('is pushed at most', () => {
    const met = (THOROUGH ? thirdOf(COURSES) : MET).map((course) => ({ ...course, at: meet(eye, course) }));
    expect(met.filter(({ at }) => at > PUSH_SPEED)).toEqual([]);
  });
});
