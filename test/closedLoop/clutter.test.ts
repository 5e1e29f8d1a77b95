import { describe, expect } from 'vitest';
import { LockStep } from '../../sim/engine/run.js';
import type { MoverSpec, Scenario } from '../../sim/scenario/scenario.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { MetersPerSecond, Seconds } from '../../src/math/units.js';
import { crossLooking } from '../bench/clutter.js';
import { itInBoth, itThorough, partOf, THIRD, THOROUGH } from '../support/effort.js';
import { measuredScene } from '../support/scenes.js';

/** Every third seed where a commit draws a third. */
const [FIRST, STEP] = THIRD === undefined ? [1, 1] : [1 + THIRD, 3];
/** Simulated in all in each scene. */
const TIME: Seconds = THOROUGH ? 1000 / STEP : 20;
/** A robot that touches something no faster than this does no harm. */
const GENTLE: MetersPerSecond = 0.1;

/** The scene of a seed, with what it does not vary itself. */
type Change = (scene: Scenario, between: (low: number, high: number) => number) => Scenario;

const asItIs: Change = (scene) => scene;

/** Another start, crooked wheels and typical errors, for a scene without any. */
const disturbed: Change = (scene, between) => ({
  ...scene,
  plant: { ...scene.plant, wheelSpeedError: { left: between(-0.03, 0.03), right: between(-0.03, 0.03) } },
  robots: scene.robots.map((spec) => ({
    ...spec,
    at: { ...spec.at, y: between(-0.3, 0.3), heading: between(-0.7, 0.7) },
    robot: {
      ...spec.robot,
      sensors: spec.robot.sensors.map((sensor) => ({ ...sensor, noise: 'typical' as const })),
    },
  })),
});

/** People anywhere on their ways: also where they walk into the robot, and push it. */
const anywhere: Change = (scene, between) => {
  const begun = (mover: MoverSpec) => ({
    ...mover,
    waypoints: mover.waypoints.map((at, i) => (i === 0 ? { ...at, y: between(-3, 3) } : at)),
  });
  return { ...scene, world: { ...scene.world, movers: scene.world.movers.map(begun) } };
};

function driven(name: string, seed: number, change: Change) {
  const chance = resumeRandom(seedRandom(seed));
  const scene = change(measuredScene(name, { seed }), (low, high) => low + (high - low) * chance.uniform());
  const lock = new LockStep(scene, {});
  while (!lock.isOver) {
    lock.control();
    lock.advance(scene.duration);
  }
  const [robot] = lock.result(0).robots;
  const harmful = lock.world
    .touchesOf('a')
    .map(({ speed }) => speed)
    .filter((speed) => speed > GENTLE);
  lock.close();
  return { seconds: lock.at, arrived: robot?.outcome === 'arrived', harmful };
}

/** Runs of one seed after another, until their time is over. */
function drivenLong(name: string, change: Change) {
  const all = { seconds: 0, runs: 0, arrived: 0, harmful: [] as string[] };
  for (let seed = FIRST; all.seconds < TIME; seed += STEP) {
    const { seconds, arrived, harmful } = driven(name, seed, change);
    all.seconds += seconds;
    all.runs += 1;
    all.arrived += arrived ? 1 : 0;
    all.harmful.push(...harmful.map((speed) => `seed ${seed}: ${speed.toFixed(2)} m/s`));
  }
  return all;
}

describe('among things that its own sensors see, a robot drives against none and arrives', () => {
  itInBoth.each([
    ['u-trap', disturbed, 0.95, 0],
    ['dead-end', asItIs, 0.95, 0],
    ['corridor', asItIs, 0.95, 0],
    // A pane's end throws every sound aside: of 150 runs two touch it, the faster one at 0.24 m/s.
    ['glass', asItIs, 0.9, 0.04],
    // The others are pushed aside: odometry does not notice that.
    ['people', anywhere, 0.6, 0],
  ] as const)('%s', (name, change, share, unseen) => {
    const { runs, arrived, harmful } = drivenLong(name, change);
    // A third may hold all of the few that do not keep the bound.
    const all = runs * STEP;
    expect(harmful.slice(Math.floor(unseen * all))).toEqual([]);
    expect(runs - arrived).toBeLessThanOrEqual((1 - share) * all);
  });
});

describe('a robot with one infrared eye that stops now and then and looks about', () => {
  const seeds = Array.from({ length: 10 }, (_, i) => i + 1);

  itInBoth('crosses a field of posts and touches none', () => {
    for (const seed of partOf(seeds, 1))
      expect({ seed, ...crossLooking(seed) }).toMatchObject({ seed, arrived: true, contacts: [] });
  });
});

describe('a dead end', () => {
  // It depends on a centimetre of the start whether it turns back in time.
  const STARTS = [0, 0.02, -0.02, 0.05, -0.05, 0.1];

  itThorough(
    'that is deeper than the search window, 1.7 m, is left, too, from one start in six at least, and none touches',
    () => {
      const ends = STARTS.map(outOfTheDeep);
      expect(ends.filter(({ outcome }) => outcome === 'arrived').length).toBeGreaterThanOrEqual(1);
      for (const { contacts, deepest } of ends) {
        expect(contacts).toBe(0);
        expect(deepest).toBeGreaterThan(1.2);
      }
    },
  );
});

function outOfTheDeep(aside: number) {
  const scene = measuredScene('u-trap');
  const [spec] = scene.robots;
  if (!spec) throw new Error('the scene has a robot');
  const wall = [
    { x: 0.4, y: 0.4 },
    { x: 3, y: 0.4 },
    { x: 3, y: -0.4 },
    { x: 0.4, y: -0.4 },
  ];
  const sensors = spec.robot.sensors.map((sensor) => ({ ...sensor, range: 1.5 }));
  const at = { ...spec.at, y: spec.at.y + aside };
  const robots = [{ ...spec, at, robot: { ...spec.robot, sensors } }];
  const lock = new LockStep({ ...scene, world: { ...scene.world, walls: [wall] }, robots }, {});
  let deepest = 0;
  while (!lock.isOver) {
    lock.control();
    lock.advance(scene.duration);
    deepest = Math.max(deepest, Math.abs(lock.world.poseOf('a').y) < 0.4 ? lock.world.poseOf('a').x : 0);
  }
  const [robot] = lock.result(0).robots;
  lock.close();
  return { outcome: robot?.outcome, contacts: robot?.contacts, deepest };
}
