/** Robots that go by sensors alone, in whole scenes: seeds, rates, latencies, and the firmware on an emulated board. */
import { describe, expect } from 'vitest';
import { emulatedBodies } from '../../sim/avr/loadEmulated.js';
import { type Result, simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { fromPolar, type Vec2 } from '../../src/math/geometry.js';
import { deg } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { EMPTY } from '../sim/bodies.js';
import { cases, itOnce as it, itInBoth, itThorough, partOf, THOROUGH } from '../support/effort.js';
import { drive, missionOf, rootFile, sceneOf } from '../support/runs.js';

const SCENES = ['line', 'light', 'beacon'];
/** Rates [Hz] and latencies [s]. */
const PACES: readonly (readonly [number, number])[] = [
  [10, 0.04],
  [10, 0.15],
  [20, 0.15],
  [50, 0.15],
];
/** So many in all; a few of them in `npm test`. */
const seeds = (count: number, few: number): number[] => cases(count, few).map((i) => i + 1);

/** The scene with another control for all its robots, and another robot for its first. */
function sceneWith(name: string, seed: number, control: object = {}, robot?: string): Scenario {
  const scene = loadScenario(name, { seed, ...(robot && { robot }) });
  const changed = ({ control: own, ...rest }: RobotDefinition) => ({
    ...rest,
    control: { ...own, ...control },
  });
  return { ...scene, robots: scene.robots.map((one) => ({ ...one, robot: changed(one.robot) })) };
}

const failed = ({ criteria, robots }: Result) => [
  ...criteria.filter(({ passed }) => !passed),
  ...robots.flatMap(({ faults }) => faults),
];

describe.each(SCENES)('the scene %s', (name) => {
  itInBoth.each(seeds(100, 1))('is passed with seed %i', async (seed) => {
    expect(failed(await simulate(sceneWith(name, seed)))).toEqual([]);
  });

  itInBoth.each(THOROUGH ? PACES : partOf(PACES, 2))(
    'is passed at %i Hz with a latency of %d s',
    async (rate, latency) => {
      for (const seed of seeds(20, 1))
        expect(failed(await simulate(sceneWith(name, seed, { rate, latency, deadMan: 0.5 })))).toEqual([]);
    },
  );

  itInBoth.each(seeds(5, 0))('is passed by the firmware on an emulated board, with seed %i', async (seed) => {
    const scene = sceneWith(name, seed);
    expect(failed(await simulate(scene, { bodyOf: await emulatedBodies(scene) }))).toEqual([]);
  });
});

describe('a line', () => {
  itInBoth.each(seeds(20, 1))(
    'is followed by two digital sensors of an mBot, too, with seed %i',
    async (seed) => {
      expect(failed(await simulate(sceneWith('line', seed, {}, 'makeblock-mbot')))).toEqual([]);
    },
  );

  itThorough('is followed by RedBot with its sensors at A3, A6 and A7 of its emulated board', async () => {
    const scene = sceneWith('line', 1, {}, 'sparkfun-redbot');
    expect(failed(await simulate(scene, { bodyOf: await emulatedBodies(scene) }))).toEqual([]);
  });

  itThorough('is followed by the Zumo’s array, simulated and as its emulated board times it', async () => {
    const scene = sceneWith('line', 1, {}, 'pololu-zumo-shield');
    expect(failed(await simulate(scene))).toEqual([]);
    expect(failed(await simulate(scene, { bodyOf: await emulatedBodies(scene) }))).toEqual([]);
  });

  const elegoo = loadRobot('elegoo-smart-car-v4');
  const along = (points: readonly Vec2[], at: object = {}, robot = elegoo) =>
    drive(
      sceneOf({
        robot,
        mission: missionOf({ followLine: {} }),
        sensing: 'odometry',
        duration: 60,
        world: { ...EMPTY, lines: [{ points, width: 0.019 }] },
        at: { x: 0, y: 0.005, ...at },
      }),
    );

  it('is followed round sharp corners, left and right', async () => {
    const points = [
      [0, 0],
      [0.5, 0],
      [0.5, 0.4],
      [0.9, 0.4],
      [0.9, 0],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    expect((await along(points)).robot).toMatchObject({ outcome: 'arrived', faults: [] });
  });

  it.each(['elegoo-smart-car-v4', 'makeblock-mbot', 'sparkfun-redbot', 'pololu-zumo-shield'])(
    'is followed by %s round corners of 90° to 150°, left and right',
    async (name) => {
      for (const angle of partOf([90, -105, 120, -130, 140, -145, 150, -150], 2)) {
        // Its array is as wide as its arm is long.
        if (Math.abs(angle) > 145 && name === 'pololu-zumo-shield') continue;
        const end = { x: 0.6 + 0.45 * Math.cos(deg(angle)), y: 0.45 * Math.sin(deg(angle)) };
        const { robot } = await along([{ x: 0, y: 0 }, { x: 0.6, y: 0 }, end], {}, loadRobot(name));
        expect({ angle, outcome: robot.outcome }).toEqual({ angle, outcome: 'arrived' });
      }
    },
  );

  it('is left at a corner that a wide array near the axle cannot tell from the line behind, and not followed back', async () => {
    const end = { x: 0.6 + 0.45 * Math.cos(deg(150)), y: 0.45 * Math.sin(deg(150)) };
    const points = [{ x: 0, y: 0 }, { x: 0.6, y: 0 }, end]; // biome-ignore format: one line
    const { robot } = await along(points, {}, loadRobot('pololu-zumo-shield'));
    expect(robot.finalPose.x).toBeGreaterThan(0.55);
  });

  it('is followed round a circle for as long as it runs: a line without an end is never the end', async () => {
    const points = Array.from({ length: 61 }, (_, i) => fromPolar(0.3, (i * Math.PI) / 30));
    const { robot, instants } = await along(points, { x: 0.3, y: -0.1, heading: Math.PI / 2 });
    expect(instants.some(({ tick }) => tick.arrived)).toBe(false);
    expect(robot.distanceTravelled).toBeGreaterThan(3);
    for (const { pose } of instants.slice(100)) {
      expect(Math.hypot(pose.x, pose.y)).toBeLessThan(0.35);
      expect(Math.hypot(pose.x, pose.y)).toBeGreaterThan(0.2);
    }
  });

  it('that is not there makes the robot stand after a look round, and not arrive', async () => {
    const { robot, instants } = await along([
      { x: 5, y: 5 },
      { x: 6, y: 5 },
    ]);
    expect(robot.outcome).toBe('running');
    expect(robot.distanceTravelled).toBeLessThan(0.03);
    const { left, right } = instants.at(-1)?.tick.duties ?? {};
    expect([left, right]).toEqual([0, 0]);
  });
});

describe('a robot that passes its place', () => {
  it('wanders in the dark until it sees the lamp', async () => {
    const robot = loadRobot(rootFile('sim/scenarios/robots/light-scout.yaml'));
    const mission = missionOf({ prioritize: [{ seekLight: {} }, { wander: {} }] });
    const world = { ...EMPTY, lights: [{ at: { x: -1, y: 0 }, brightness: 0.1 }] };
    const { robot: result } = await drive(
      sceneOf({ robot, mission, world, sensing: 'odometry', duration: 60 }),
    );
    expect(result.outcome).toBe('arrived');
  });
});
