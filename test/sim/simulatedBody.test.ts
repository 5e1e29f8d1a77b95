import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../sim/plant/drivetrain.js';
import { SimDriver } from '../../sim/plant/simDriver.js';
import { judgeRun } from '../../sim/referee/judge.js';
import { Referee } from '../../sim/referee/referee.js';
import type { PlantSpec } from '../../sim/scenario/plantSpec.js';
import type { CriterionSpec } from '../../sim/scenario/scenario.js';
import { World } from '../../sim/world/world.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Reading } from '../../src/signals/signals.js';
import { dutyFor, EMPTY, SCOUT } from './bodies.js';

const TARGET = 1.5;
const CRITERIA: CriterionSpec[] = [
  { criterion: 'arrived', before: 15 },
  { criterion: 'contacts', atMost: 0 },
  { criterion: 'overshoot', atMost: 0.005 },
];

/** A body like the definition's, but every error of it drawn from the seed. */
function plantOf(seed: number): PlantSpec {
  const chance = resumeRandom(seedRandom(seed));
  const error = (most: number) => most * (2 * chance.uniform() - 1);
  return {
    delay: 0.02 + error(0.02),
    lag: 0.06 + error(0.03),
    stiction: 0.005 + error(0.004),
    wheelSpeedError: { left: error(0.03), right: error(0.03) },
    wheelDiameterError: { left: error(0.01), right: error(0.01) },
    trackError: error(0.02),
  };
}

/** Straight to a point on the x axis by the true pose: slower when near, and turned back to the axis. */
function steer({ pose }: Reading & { kind: 'pose' }) {
  const gap = TARGET - pose.x;
  const speed = Math.min(0.3, 1.2 * gap + 0.01);
  const turn = 0.141 * (-4 * pose.heading - 20 * pose.y) * Math.min(1, speed / 0.1);
  const moving = gap > 0.003 ? 1 : 0;
  return { left: moving * dutyFor(speed - turn / 2), right: moving * dutyFor(speed + turn / 2) };
}

function run(seed: number) {
  const world = new World({ ...EMPTY, circles: [{ at: { x: 0.7, y: 0.25 }, radius: 0.1 }] });
  const drivetrain = new Drivetrain(SCOUT, plantOf(seed));
  world.addRobot('a', SCOUT, { x: 0, y: 0, heading: 0 }, drivetrain);
  const driver = new SimDriver({ id: 'a', robot: SCOUT, drivetrain, world, sensing: 'truth' });
  const referee = new Referee('a', [{ kind: 'arrive', target: [TARGET, 0], within: 0.01 }]);
  void driver.arm();
  driver.readings$.subscribe((reading) => reading.kind === 'pose' && driver.drive(steer(reading)));
  let minClearance = Number.POSITIVE_INFINITY;
  for (let step = 0; step < 3000 && !referee.arrived; step++) {
    const at = step / 200;
    referee.observe(at, world.poseOf('a'), world.wheelSpeedsOf('a'), () => ({ x: TARGET, y: 0 }));
    if (step % 4 === 0) driver.sense(at);
    world.advance(at, (step + 1) / 200);
    minClearance = Math.min(minClearance, world.clearanceOf('a') ?? minClearance);
  }
  const contacts = world.contactsOf('a');
  const result = referee.result({
    contacts,
    minClearance,
    maxSpeed: 0.3,
    maxForce: 0,
    faults: [],
    safety: 'driving',
  });
  return { result, counts: drivetrain.encoderCounts };
}

describe('the simulated body in a closed loop', () => {
  const seeds = Array.from({ length: 20 }, (_, i) => i + 1);

  it('is driven to a point past an obstacle, whatever its errors', () => {
    for (const seed of seeds) {
      const { result } = run(seed);
      expect({ seed, verdict: judgeRun(CRITERIA, [result]).filter(({ passed }) => !passed) }).toEqual({
        seed,
        verdict: [],
      });
    }
  });

  it('passes the obstacle as near as its true line does', () => {
    // Along y = 0 past a rim at y = 0.15, with a radius of 0.09.
    for (const seed of seeds)
      expect(Math.abs((run(seed).result.minClearance ?? 0) - 0.06)).toBeLessThan(0.01);
  });

  it('turns its encoders by the way it went, but for the errors of its wheels', () => {
    for (const seed of seeds) {
      const { result, counts } = run(seed);
      const counted = (((counts.left + counts.right) / 2) * Math.PI * SCOUT.wheels.diameter) / 1437;
      expect(Math.abs(counted / result.distanceTravelled - 1)).toBeLessThan(0.011);
    }
  });

  it('does the same again from the same seed, and something else from another', () => {
    expect(JSON.stringify(run(3))).toBe(JSON.stringify(run(3)));
    expect(JSON.stringify(run(3))).not.toBe(JSON.stringify(run(4)));
  });
});
