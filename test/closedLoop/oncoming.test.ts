/** Robots that come towards each other, and know of each other by their range sensors alone. */
import { describe, expect, it } from 'vitest';
import { LockStep } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import type { SimulatedWorld } from '../../sim/world/simulatedWorld.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { partOf } from '../support/effort.js';

const scout = loadRobot('scout');
const SENSORS: Readonly<Record<string, SensorDefinition>> = {
  infrared: { id: 'front', type: 'gp2y0a21', at: [0.08, 0], facing: 0, pin: 'A0' },
  sonar: { id: 'front', type: 'sonar', at: [0.08, 0], facing: 0, noise: 'typical' },
  lidar: { id: 'front', type: 'lidar', at: [0, 0], facing: 0, noise: 'typical' },
};

/** Forty in all; one of them in `npm test`, the others in the thorough checks. */
const SEEDS = partOf(
  Array.from({ length: 40 }, (_, i) => i + 1),
  1,
);

/** Whether they have passed each other and drive apart: from there on they cannot meet. */
const arePast = (world: SimulatedWorld): boolean => world.poseOf('one').x > world.poseOf('other').x + 0.5;

/** Whether two robots that seek places behind each other touch within 15 s. */
function meet(
  sensor: SensorDefinition,
  seed: number,
  robot: RobotDefinition,
  mission: (x: number) => object,
): boolean {
  const half = 1 + 0.05 * seed;
  const aside = 0.02 * (((7 * seed) % 5) - 2);
  const facing = { ...robot, sensors: [sensor] };
  const one = { id: 'one', robot: facing, at: { x: -half, y: 0, heading: 0 }, mission: mission(4) };
  const other = {
    id: 'other',
    robot: facing,
    at: { x: half, y: aside, heading: Math.PI },
    mission: mission(-4),
  };
  const run = new LockStep(
    scenario({
      name: 'oncoming',
      duration: 15,
      seed,
      sensing: 'truth',
      communication: { range: 0.001 },
      robots: [one, other],
    }),
    {},
  );
  while (!run.isOver && !arePast(run.world)) {
    run.control();
    run.advance(15);
  }
  const touched = run.world.contactsOf('one') > 0;
  run.close();
  return touched;
}

const atRate = (rate: number): RobotDefinition => ({
  ...scout,
  control: { ...scout.control, rate, deadMan: 0.5 },
});
const straightOn = (x: number) => ({ seek: { target: [x, 0] } });

describe.each(Object.keys(SENSORS))(
  'two robots that drive at each other, with nothing but %s to see by',
  (kind) => {
    const sensor = SENSORS[kind] as SensorDefinition;
    it.each([20, 50, 100])('stop in time at %d Hz', (rate) => {
      const touched = SEEDS.filter((seed) => meet(sensor, seed, atRate(rate), straightOn));
      expect(touched).toEqual([]);
    });
  },
);

it('two robots that see all round pass each other', () => {
  const round = (x: number) => ({ prioritize: [{ avoidObstacles: {} }, straightOn(x)] });
  const lidar = SENSORS.lidar as SensorDefinition;
  expect(SEEDS.filter((seed) => meet(lidar, seed, scout, round))).toEqual([]);
});
