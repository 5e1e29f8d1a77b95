/** The parameters of the articles are sliders, and who moves one sees the robots drive another way. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { tunablesOf, withTunable } from '../../src/config/tuning/tunables.js';
import { distance, type Vec2 } from '../../src/math/geometry.js';
import { partOf } from '../support/effort.js';

/** A scene, one of its missions if it is another than the first, the slider, and how long one looks [s]. */
type Slider = readonly [scene: string, mission: string | undefined, id: string, seconds: number];

const SLIDERS: readonly Slider[] = [
  ['seek', undefined, 'robot.chassis.mass', 5],
  ['mass', undefined, 'robot.chassis.mass', 5],
  ['arrive', undefined, 'mission.arrive.slowingRadius', 6],
  ['pursue', 'pursue, looking 1 s ahead', 'mission.pursue.lookAhead', 8],
  ['playground', 'follow a path', 'mission.prioritize.1.followPath.predict', 15],
  ['wander', undefined, 'mission.wander.radius', 10],
  ['wander', undefined, 'mission.wander.jitter', 10],
  ['flee', undefined, 'mission.flee.panicDistance', 10],
  ['doorway', undefined, 'mission.blend.1.queue.ahead', 3],
  ['doorway', undefined, 'mission.blend.1.queue.radius', 3],
];

/** A robot's radius: what one sees on the page. */
const VISIBLE = 0.09;

async function waysOf(scenario: Scenario): Promise<ReadonlyMap<string, Vec2>> {
  const ways = new Map<string, Vec2>();
  await simulate(scenario, {
    now: () => 0,
    onTick: (id, { x, y }, { at }) => void ways.set(`${id} at ${at.toFixed(3)}`, { x, y }),
  });
  return ways;
}

/** How far apart a robot is at most from where it would be, at the same time [m]. */
function farthest(ways: ReadonlyMap<string, Vec2>, others: ReadonlyMap<string, Vec2>): number {
  const apart = [...ways].map(([when, at]) => distance(at, others.get(when) ?? at));
  return Math.max(...apart);
}

describe.each(partOf(SLIDERS, 2))('%s, %s: the slider %s', (name, mission, id, duration) => {
  const scene = loadScenario(name);
  const chosen = scene.missions?.find((one) => one.name === mission)?.mission;
  const robots = scene.robots.map((robot) => (chosen ? { ...robot, mission: chosen } : robot));
  const [first] = robots;
  const slider = first && tunablesOf(first, name).find((one) => one.id === id);

  it.each(['min', 'max'] as const)('shows another way at its end: %s', async (end) => {
    const value = slider?.[end] ?? Number.NaN;
    const moved = robots.map((robot) => {
      const tuned = withTunable(robot, id, value);
      return typeof tuned === 'string' ? robot : { ...robot, ...tuned };
    });
    const before = await waysOf({ ...scene, duration, robots });
    expect(farthest(before, await waysOf({ ...scene, duration, robots: moved }))).toBeGreaterThan(VISIBLE);
  });
});
