import { describe, expect, it } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import type { RobotSpec } from '../../../sim/scenario/scenario.js';
import { distance, length, type Pose } from '../../../src/math/geometry.js';
import type { Neighbor, Tick } from '../../../src/signals/signals.js';
import type { Percept } from '../../../src/steering/behavior.js';
import type { OwnBehaviors } from '../../../src/steering/mission.js';
import { missionOf, type Scene, sceneOf } from '../../support/runs.js';
import { PLANT, SCOUT } from '../bodies.js';

interface Heard {
  readonly at: number;
  readonly neighbor: Neighbor | undefined;
}

/** Robot b listens while robot a drives; what b hears in each of its ticks, and a's ticks with the truth. */
async function listen(changes: Partial<Scene>) {
  const heard: Heard[] = [];
  const spoken: { pose: Pose; tick: Tick }[] = [];
  const listener = {
    name: 'listen',
    start: () => null,
    steer({ at, neighbors }: Percept) {
      heard.push({ at, neighbor: neighbors[0] });
      return { memory: null };
    },
  };
  const behaviors = { listen: () => listener } as OwnBehaviors;
  const scene = sceneOf({ robot: SCOUT, mission: missionOf({ seek: { target: [1, 0.5] } }), ...changes });
  const listening = { behavior: 'listen', parameters: {} };
  const b: RobotSpec = {
    id: 'b',
    robot: SCOUT,
    at: { x: -3, y: 0, heading: 0, speed: 0 },
    mission: listening,
  };
  const onTick = (id: string, pose: Pose, tick: Tick) => void (id === 'a' && spoken.push({ pose, tick }));
  const result = await simulate(
    { ...scene, duration: 4, behaviors, robots: [...scene.robots, b] },
    { onTick },
  );
  return { heard, spoken, result };
}

const CROOKED = { ...PLANT, wheelDiameterError: { left: 0.03, right: -0.03 } };

describe("a robot's broadcast", () => {
  it('is the truth where its pose is known from outside', async () => {
    const { heard, spoken } = await listen({ sensing: 'truth', plant: CROOKED });
    heard.forEach(({ at, neighbor }, i) => {
      expect(neighbor?.at).toBe(at);
      expect(neighbor?.position).toEqual({ x: spoken[i]?.pose.x, y: spoken[i]?.pose.y });
      expect(neighbor?.heading).toBe(spoken[i]?.pose.heading);
    });
  });

  it('says where its commands will bring it, how it then moves, and what it wants', async () => {
    const mission = missionOf({ prioritize: [{ avoidNeighbors: {} }, { seek: { target: [1, 0.5] } }] });
    const { heard, spoken } = await listen({ sensing: 'truth', plant: CROOKED, mission });
    expect(heard.length).toBeGreaterThan(50);
    for (const [i, { neighbor }] of heard.entries()) {
      const before = spoken[i - 1]?.tick;
      if (!before) expect(neighbor?.says).toBeUndefined();
      else {
        const { left, right } = before.granted;
        expect(neighbor?.says).toEqual({
          at: before.at,
          pose: before.estimate.predicted,
          speed: (left + right) / 2,
          turnRate: (right - left) / SCOUT.chassis.track,
          wish: before.says?.wish,
        });
        expect(length(before.says?.wish ?? { x: 0, y: 0 })).toBeGreaterThan(0.05);
      }
    }
  });

  it('is with odometry its estimate of the tick before, at that time', async () => {
    const { heard, spoken } = await listen({ sensing: 'odometry', plant: CROOKED });
    for (const [i, { neighbor }] of heard.entries()) {
      const before = spoken[i - 1];
      if (!before) continue;
      const { pose, wheels } = before.tick.estimate;
      expect(neighbor).toMatchObject({ id: 'a', radius: 0.09, at: before.tick.at, heading: pose.heading });
      expect(neighbor?.position).toEqual({ x: pose.x, y: pose.y });
      const speed = Math.hypot(neighbor?.velocity.x ?? 0, neighbor?.velocity.y ?? 0);
      expect(speed).toBeCloseTo(Math.abs(wheels.left + wheels.right) / 2, 12);
    }
    const [last, truth] = [heard.at(-1)?.neighbor, spoken.at(-2)?.pose];
    // The wheels' errors turn it by what odometry does not see.
    expect(last && truth && distance(last.position, truth)).toBeGreaterThan(0.02);
  });

  it('is where it starts before its first tick', async () => {
    const { heard } = await listen({ sensing: 'odometry', at: { x: 0.2, y: 0.1, heading: 1, speed: 0.3 } });
    expect(heard[0]?.neighbor).toMatchObject({ at: 0, position: { x: 0.2, y: 0.1 }, heading: 1 });
    expect(heard[0]?.neighbor?.velocity.x).toBeCloseTo(0.3 * Math.cos(1), 12);
  });

  it('is its new place after a second message confirms it', async () => {
    const inside = [
      { x: 10, y: 10 },
      { x: 11, y: 11 },
    ] as const;
    const { heard, spoken, result } = await listen({ sensing: 'odometry', respawn: { inside } });
    expect(result.robots[0]?.crossings).toBe(1);
    const first = spoken.findIndex(({ pose }) => pose.x >= 10);
    expect(heard[first]?.neighbor?.position.x).toBeLessThan(2);
    const soon = heard.slice(first, first + 4).map(({ neighbor }) => neighbor?.position.x ?? 0);
    expect(Math.max(...soon)).toBeGreaterThanOrEqual(9);
  });
});
