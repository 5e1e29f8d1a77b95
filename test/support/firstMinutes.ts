/** The first minute of a robot whose body is off by what bodies are off by: motors, floor, battery, latency, gyroscope. */
import { parsePlant } from '../../sim/scenario/plantSchema.js';
import type { Floor, PlantSpec } from '../../sim/scenario/plantSpec.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg, type Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { EMPTY } from '../sim/bodies.js';
import { BALL, between, type DrawnRun, oneOf, ROOM, SQUARE } from './drawnRuns.js';
import { missionOf, sceneOf } from './runs.js';

const ZIGZAG = [[0, 0], [0.5, 0.3], [1, 0], [1.5, 0.3], [2, 0]]; // biome-ignore format: one line

/** What a robot is sent to do first. */
export const FIRST_TASKS = {
  arrive: { mission: { arrive: { target: [1.5, 0.8] } }, world: {} },
  zigzag: { mission: { followPath: { path: ZIGZAG } }, world: {} },
  pursue: { mission: { pursue: { target: { mover: 'ball' } } }, world: { movers: [BALL] } },
  wander: { mission: { prioritize: [{ avoidObstacles: {} }, { wander: {} }] }, world: ROOM },
  square: { mission: { followPath: { path: SQUARE, loop: true } }, world: {} },
} as const;

const MINUTE: Seconds = 60;
/** Each motor is faster or slower than its file says by this share at most: two are unlike by a fifth. */
const MOTOR = 0.1;
const FLOORS: readonly Floor[] = ['smooth', 'tiles', 'carpet'];

/** The minute of one of many bodies of a preset. */
export function firstMinute(preset: string, robot: RobotDefinition, seed: number): DrawnRun {
  const chance = resumeRandom(seedRandom(seed));
  const task = oneOf(chance, Object.keys(FIRST_TASKS) as (keyof typeof FIRST_TASKS)[]);
  const table = parsePlant('base: table', 'plant.yaml');
  const { spread: _, ...unspread } = table;
  const error = (most: number) => between(chance, -most, most);
  const drawn: PlantSpec = {
    ...unspread,
    floor: oneOf(chance, FLOORS),
    delay: between(chance, 0.5, 1.5) * robot.control.latency,
    lag: between(chance, 0.5, 1.5) * robot.motors.lag,
    latencyJitter: between(chance, 0, 0.02),
    wheelSpeedError: { left: error(MOTOR), right: error(MOTOR) },
    wheelDiameterError: { left: error(0.02), right: error(0.02) },
    trackError: error(0.03),
    gyroBias: error(deg(3)),
  };
  const { mission, world } = FIRST_TASKS[task];
  const scenario = sceneOf({
    robot,
    // Every other body is one of those that come with Steerbot.
    plant: seed % 2 === 0 ? { ...table, floor: oneOf(chance, FLOORS) } : drawn,
    mission: missionOf(mission),
    world: { ...EMPTY, ...world },
    sensing: 'odometry',
    duration: MINUTE,
    seed,
  });
  return { name: `${preset}, ${task}, body ${seed}`, scenario };
}
