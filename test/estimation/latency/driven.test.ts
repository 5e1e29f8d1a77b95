/** Ten seconds of driving on bodies that answer later, or sooner, than their file says. */
import { describe, expect, it } from 'vitest';
import { AS_DECLARED } from '../../../sim/scenario/plantSpec.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import type { MissionSpec } from '../../../src/steering/mission.js';
import { FILE, type Kind, textOf } from '../../cli/calibrate/hiddenRobot.js';
import { itThorough } from '../../support/effort.js';
import { drive, missionOf, sceneOf } from '../../support/runs.js';

const MISSIONS: readonly (readonly [string, MissionSpec])[] = (
  [
    [
      'a square',
      {
        followPath: {
          path: [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
            [0, 0],
          ],
        },
      },
    ],
    ['one goal', { arrive: { target: [2, 1] } }],
    [
      'a triangle twice',
      {
        followPath: {
          path: [
            [0, 0],
            [0.6, 0.1],
            [0.3, 0.7],
            [0, 0],
            [0.6, 0.1],
            [0.3, 0.7],
          ],
        },
      },
    ],
  ] as const
).map(([name, mission]) => [name, missionOf(mission)]);

const LAG = 0.06;

interface Drive extends Kind {
  readonly mission: MissionSpec;
  readonly delay: number;
  readonly lag?: number;
  readonly seed?: number;
}

/** What the last tick says of the latency. */
async function latencyOf({ mission, delay, lag = LAG, jitter = 0, seed = 1, ...kind }: Drive) {
  const robot = parseRobot(textOf(kind), FILE);
  const { instants } = await drive(
    sceneOf({
      robot,
      mission,
      plant: {
        ...AS_DECLARED,
        delay,
        lag,
        slip: 0.005,
        wheelSpeedError: { left: -0.03, right: 0.02 },
        ...(jitter > 0 && { latencyJitter: jitter }),
      },
      sensing: 'odometry',
      seed,
      duration: 10,
    }),
  );
  return instants.at(-1)?.tick.estimate.latency;
}

/** In ms, what the file's lag does not say counts as delay; an even jitter adds half of its most. */
async function error(of: Drive): Promise<number> {
  const found = await latencyOf(of);
  return 1000 * ((found?.value ?? Number.POSITIVE_INFINITY) - of.delay - (of.jitter ?? 0) / 2);
}

describe.each([
  [1437, 7],
  [200, 7],
  [20, 11],
])('with %d counts a revolution', (counts, within) => {
  it.each(MISSIONS)(`driving %s it is found within ${within} ms`, async (_, mission) => {
    for (const delay of [0.01, 0.08, 0.13])
      expect(Math.abs(await error({ mission, delay, counts, gyro: false }))).toBeLessThan(within);
  });

  itThorough.each(MISSIONS)(
    `driving %s, at other rates, with jitter, within ${within} ms`,
    async (_, mission) => {
      for (const rate of [20, 100])
        for (const jitter of [0, 0.02])
          for (const delay of [0.02, 0.06, 0.11])
            for (const seed of [2, 3])
              expect(
                Math.abs(await error({ mission, delay, counts, gyro: false, rate, jitter, seed })),
              ).toBeLessThan(within);
    },
  );
});

describe('without encoders', () => {
  it.each(MISSIONS)(
    'a gyroscope finds it within 10 ms, or says nothing, driving %s',
    async (name, mission) => {
      for (const delay of [0.02, 0.08, 0.13]) {
        const found = await latencyOf({ mission, delay, counts: 1437, blind: true, gyro: true });
        if (name === 'one goal') expect(found).toBeUndefined();
        if (name === 'a triangle twice') expect(found).toBeDefined();
        if (found) expect(Math.abs(found.value - delay)).toBeLessThan(0.01);
      }
    },
  );

  it('and without a gyroscope nothing is said', async () => {
    const [, mission] = MISSIONS[0] as (typeof MISSIONS)[number];
    expect(await latencyOf({ mission, delay: 0.08, counts: 1437, blind: true, gyro: false })).toBeUndefined();
  });
});
