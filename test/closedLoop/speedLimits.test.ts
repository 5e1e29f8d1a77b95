import { describe, expect, it } from 'vitest';
import { speedAlong } from '../../src/steering/paths/speedAlong.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../support/runs.js';

const WAY = [[0, 0, 0.1], [1, 0, 0.1], [1, 1, 0.3], [2, 1, 0.06], [2.5, 1, 0.06]] as const; // biome-ignore format: one line
const POINTS = WAY.map(([x, y, speed]) => ({ x, y, speed }));
const limitAt = speedAlong(POINTS, false);

/** Arc length of the place of the way nearest to a body. */
function alongOf({ x, y }: { x: number; y: number }): number {
  let [nearest, along, start] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const [i, to] of POINTS.slice(1).entries()) {
    const from = POINTS[i] as (typeof POINTS)[number];
    const long = Math.hypot(to.x - from.x, to.y - from.y);
    const share = Math.max(
      0,
      Math.min(1, ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / long ** 2),
    );
    const off = Math.hypot(x - from.x - share * (to.x - from.x), y - from.y - share * (to.y - from.y));
    if (off < nearest) [nearest, along] = [off, start + share * long];
    start += long;
  }
  return along;
}

const RATES = [10, 20, 50, 100];
const WAYS = [{}, { predict: 0.3 }, { radius: 0.02 }, { speed: 0.2 }];

describe('a path with speeds', () => {
  it.each(RATES.flatMap((rate) => WAYS.map((more) => [rate, more] as const)))(
    'at %d Hz with %j is driven no faster than they let it, and not much slower',
    async (rate, more) => {
      const body = benchmarkBody('b');
      const robot = { ...body, control: { ...body.control, rate } };
      const { robot: end, instants } = await drive(
        sceneOf({ robot, mission: missionOf({ followPath: { path: WAY, ...more } }), at: {}, duration: 60 }),
      );
      expect(end.outcome).toBe('arrived');
      const top = 'speed' in more ? more.speed : 1;
      for (const [
        i,
        {
          pose,
          tick: { at },
        },
      ] of instants.entries()) {
        const before = instants[i - Math.round(rate / 10)];
        if (!before) continue;
        const speed = Math.hypot(pose.x - before.pose.x, pose.y - before.pose.y) / (at - before.tick.at);
        const limit = Math.max(limitAt?.(alongOf(pose)) ?? 1, limitAt?.(alongOf(before.pose)) ?? 1);
        expect(speed, `at ${at} s`).toBeLessThan(1.03 * Math.min(limit, top) + 0.002);
      }
      // ∫ ds/v: 10 s, 5.5 s, 6.7 s and 8.3 s; with a top of 0.2 m/s a little more.
      expect(end.timeToGoal).toBeLessThan(1.2 * 31.5);
    },
  );
});
