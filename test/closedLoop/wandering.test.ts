import { describe, expect } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { wrapAngle } from '../../src/math/geometry.js';
import { itThorough } from '../support/effort.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../support/runs.js';

const SEEDS = 100;
const SECONDS = 10;
/** Chance alone moves the mean of so many by 1.2 %. */
const WALKS = 800;

/** Root mean square of the true turn in each second, over seeds. */
async function turnPerSecond(rate: number, parameters: object): Promise<number> {
  const body = benchmarkBody('b');
  const robot = { ...body, control: { ...body.control, rate } };
  let squares = 0;
  let count = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const mission = missionOf({ wander: parameters });
    const { instants } = await drive(sceneOf({ robot, mission, seed, duration: SECONDS }));
    for (let i = rate; i + rate < instants.length; i += rate) {
      let turned = 0;
      for (let j = i; j < i + rate; j++) {
        turned += wrapAngle((instants[j + 1]?.pose.heading ?? 0) - (instants[j]?.pose.heading ?? 0));
      }
      squares += turned * turned;
      count += 1;
    }
  }
  return Math.sqrt(squares / count);
}

/** How far from its start a robot is after 4 s, in the mean of seeds [m]. */
async function displacement(rate: number, parameters: object): Promise<number> {
  const body = loadRobot('scout');
  const robot = { ...body, control: { ...body.control, rate } };
  let sum = 0;
  for (let seed = 1; seed <= WALKS; seed++) {
    const mission = missionOf({ wander: parameters });
    const { robots } = await simulate(sceneOf({ robot, mission, seed, duration: 4 }), { now: () => 0 });
    sum += Math.hypot(robots[0]?.finalPose.x ?? 0, robots[0]?.finalPose.y ?? 0);
  }
  return sum / WALKS;
}

const WANDERERS: readonly (readonly [how: string, parameters: object])[] = [
  ['calmly', {}],
  ['restlessly', { radius: 0.15, jitter: 0.3 }],
];

describe('a robot that wanders', () => {
  itThorough.each(WANDERERS)('%s comes equally far at 10, 50 and 200 Hz', async (_, parameters) => {
    const ways = [];
    for (const rate of [10, 50, 200]) ways.push(await displacement(rate, parameters));
    expect(Math.min(...ways)).toBeGreaterThan(0.8);
    expect(Math.max(...ways) / Math.min(...ways)).toBeLessThan(1.03);
  });

  itThorough.each(WANDERERS)('%s turns equally far a second at 10, 50 and 240 Hz', async (_, parameters) => {
    const turns = [];
    for (const rate of [10, 50, 240]) turns.push(await turnPerSecond(rate, parameters));
    expect(Math.min(...turns)).toBeGreaterThan(0.5);
    // 900 seconds each: chance alone moves a root mean square by some 2 %.
    expect(Math.max(...turns) / Math.min(...turns)).toBeLessThan(1.1);
  });
});
