/**
 * Is the doubt of a robot's place true? The truth lies in the 95 % ellipse of the estimate in 90 to 99 of 100 cases: on a
 * table, on tiles and on carpet, with and without encoders, gyroscope and fixes, on loops, eights, lines and at random.
 */
import { expect, it } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { loadText } from '../../src/config/loadFile.js';
import { parseRobot } from '../../src/config/robot/robotFile.js';
import type { Vec2 } from '../../src/math/geometry.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { THIRD, THOROUGH, thirdOf } from '../support/effort.js';
import { rootFile } from '../support/runs.js';

/** χ² of two degrees of freedom: 95 % are nearer. */
const ELLIPSE = 5.991;
const DURATION = 24;
/** Of each mission; most every night. */
const FEW = 3;
const SEEDS = THOROUGH ? (THIRD === undefined ? 20 : 12) : FEW;

/** A floor, and what the robot's file says of it. After calibration nothing is wrong with the track. */
const known = { speed: 0.05, difference: 0.07, track: 0 };
const FLOORS = {
  'a table, uncalibrated': { plant: { base: 'table' }, slip: '' },
  'a table': {
    plant: { base: 'table', spread: known },
    slip: 'slip: { way: 0.02, heading: 0.03 }',
  },
  tiles: {
    plant: { base: 'table', floor: 'tiles', spread: known },
    slip: 'slip: { way: 0.03, heading: 0.045 }',
  },
  carpet: {
    plant: { base: 'table', floor: 'carpet', spread: known },
    slip: 'slip: { way: 0.05, heading: 0.075 }',
  },
};

const SENSES = {
  encoders: {},
  'encoders and gyroscope': { gyro: true },
  'encoders and fixes': { fixes: true },
  'encoders, gyroscope and fixes': { gyro: true, fixes: true },
  'commands alone': { blind: true },
  'commands and gyroscope': { blind: true, gyro: true },
  'commands and fixes': { blind: true, fixes: true },
};

const MISSIONS = {
  square: {
    followPath: {
      path: [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ],
      loop: true,
    },
  },
  eight: {
    followPath: {
      path: [
        [0, 0],
        [0.7, 0.5],
        [1.4, 0],
        [0.7, -0.5],
        [0, 0],
        [-0.7, 0.5],
        [-1.4, 0],
        [-0.7, -0.5],
      ],
      loop: true,
    },
  },
  line: {
    followPath: {
      path: [
        [0, 0],
        [9, 0],
      ],
    },
  },
  wander: { wander: {} },
};

interface Floor {
  readonly plant: object;
  readonly slip: string;
}

interface Senses {
  readonly blind?: boolean;
  readonly gyro?: boolean;
  readonly fixes?: boolean;
}

const SCOUT = loadText(rootFile('robots/scout.yaml'));

function bodyOf({ blind, gyro }: Senses, slip: string): RobotDefinition {
  let text = SCOUT.replace('  diameter: 70 mm\n', `  diameter: 70 mm\n${slip && `  ${slip}\n`}`);
  text = text.replace(/sensors:\n.*\n/, gyro ? 'sensors:\n  - { id: turn, type: mpu6050 }\n' : '');
  if (blind) text = text.replace(/encoders:\n.*\n.*\n/, '');
  return parseRobot(text, 'scout.yaml');
}

interface Instant extends Vec2 {
  readonly at: number;
}

/** Where the body was at a time, between two ticks. */
function placeAt(truth: readonly Instant[], at: number): Vec2 {
  let i = truth.length - 1;
  while (i > 0 && (truth[i] as Instant).at > at) i--;
  const [a, b] = [truth[i] as Instant, truth[Math.min(i + 1, truth.length - 1)] as Instant];
  const share = b.at > a.at ? (at - a.at) / (b.at - a.at) : 0;
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}

/** Share of instants at which the truth lies in the ellipse. */
async function covered(senses: Senses, { plant, slip }: Floor, seeds = SEEDS): Promise<number> {
  const robot = bodyOf(senses, slip);
  let [inside, all] = [0, 0];
  for (const mission of Object.values(MISSIONS))
    for (let seed = 1; seed <= seeds; seed++) {
      const truth: Instant[] = [];
      await simulate(
        scenario({
          name: 'doubt',
          duration: DURATION,
          seed,
          plant,
          ...(senses.fixes && { fixes: { rate: 2, delay: 0.2, deviation: 0.03 } }),
          robots: [{ id: 'a', robot, at: { x: 0, y: 0, heading: 0 }, mission }],
        }),
        {
          onTick: (_, { x, y }, { at, estimate: { pose, covariance, ages } }) => {
            truth.push({ at, x, y });
            if (at < 3 || truth.length % 25 !== 0) return;
            // The pose of counts is of their time.
            const there = placeAt(truth, at - (senses.blind ? 0 : (ages.encoders ?? 0)));
            const [dx, dy] = [there.x - pose.x, there.y - pose.y];
            const { xx, xy, yy } = covariance;
            const squared = (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / (xx * yy - xy * xy);
            all++;
            if (squared <= ELLIPSE) inside++;
          },
        },
      );
    }
  expect(all).toBeGreaterThan(100);
  return inside / all;
}

/** Few drives tell a share less well: those of a seed are alike. */
const [LEAST, MOST] = THOROUGH ? [0.9, 0.995] : [0.8, 1];
const CASES = Object.entries(FLOORS).flatMap(([floor, ground]) =>
  Object.entries(SENSES).map(([name, senses]) => ({ name, floor, ground, senses })),
);

it.each(THOROUGH ? thirdOf(CASES) : CASES.filter((_, i) => i % 9 === 0))(
  'by $name on $floor the truth is where the estimate says that it may be',
  async ({ ground, senses }) => {
    const share = await covered(senses, ground);
    expect(share).toBeGreaterThanOrEqual(LEAST);
    expect(share).toBeLessThanOrEqual(MOST);
  },
);

it('a file that says too little of the floor is found out', async () => {
  const { plant } = FLOORS.carpet;
  expect(await covered({}, { plant, slip: 'slip: 0.003' }, FEW)).toBeLessThan(0.6);
});
