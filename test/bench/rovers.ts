/** The robots of the crowd benches, as their published figures have them: radius 0.10 m, 0.5 m/s, 1 m/s². */
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { Random } from '../../src/math/random.js';
import type { Meters, MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';

export const RADIUS: Meters = 0.1;
export const WHEEL_SPEED: MetersPerSecond = 0.5;

/** Ideal wheels; or wheels that answer late. */
export const PLANTS = { A: { delay: 0, lag: 0 }, B: { delay: 0.04, lag: 0.06 } } as const;
export type Plant = keyof typeof PLANTS;

/** The words of a crowd bench. */
export const CROWD_OPTIONS = {
  /** A: ideal wheels; B: 40 ms of delay and 60 ms of lag. */
  plant: { type: 'string', default: 'A' },
  /** Seed 0 starts exactly symmetric, the others shifted at random. */
  seeds: { type: 'string', default: '0,1,2,3,4,5' },
  /** Age of the messages [s], and the share that is lost. */
  delay: { type: 'string', default: '0' },
  loss: { type: 'string', default: '0' },
  /** σ of the wheels' speeds. */
  wheels: { type: 'string', default: '0' },
  /** A folder with published figures (`crowdFigures.ts`). */
  beside: { type: 'string' },
  /** A picture of the last run. */
  plot: { type: 'string' },
} as const;

export interface CrowdOptions {
  readonly plant: Plant;
  readonly delay: Seconds;
  readonly loss: number;
  /** σ of each wheel's speed. */
  readonly wheels: number;
}

/** Under which the crowds' figures are published. */
export const CONDITIONS = {
  ideal: { plant: 'A', delay: 0, loss: 0, wheels: 0 },
  late: { plant: 'B', delay: 0.1, loss: 0.1, wheels: 0 },
  worst: { plant: 'B', delay: 0.3, loss: 0.3, wheels: 0.03 },
} as const satisfies Readonly<Record<string, CrowdOptions>>;
export type Condition = keyof typeof CONDITIONS;

interface CrowdWords {
  readonly plant: string;
  readonly delay: string;
  readonly loss: string;
  readonly wheels: string;
}

/** @throws RangeError for another plant than A or B */
export function crowdOptions({ plant, delay, loss, wheels }: CrowdWords): CrowdOptions {
  if (!(plant in PLANTS)) throw new RangeError(`--plant ${plant}: A or B`);
  return { plant: plant as Plant, delay: Number(delay), loss: Number(loss), wheels: Number(wheels) };
}

/** Errors of the wheels, each drawn once a run. */
export const plantOf = ({ wheels }: CrowdOptions, chance: Random) => ({
  acceleration: 1,
  ...(wheels > 0 && {
    wheelSpeedError: { left: wheels * chance.gaussian(), right: wheels * chance.gaussian() },
  }),
});

/** @param speed that it may drive */
export function rover(plant: Plant, speed: MetersPerSecond = WHEEL_SPEED): RobotDefinition {
  const scout = loadRobot('scout');
  const { delay, lag } = PLANTS[plant];
  return {
    ...scout,
    name: 'rover',
    chassis: { mass: 0.5, radius: RADIUS, track: 0.15 },
    motors: { ...scout.motors, noLoadSpeed: WHEEL_SPEED, deadband: 0, lag, breakaway: 0 },
    sensors: [],
    limits: { ...scout.limits, speed, acceleration: 1, turnRate: 6, force: 0.5 },
    control: { ...scout.control, rate: 50, responseTime: 0.1, steeringGain: 5, latency: delay },
  };
}
