/** Behaviors of one's own that go by sensors of brightness: what `percept.levels` is for. */

import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { distance, fromPolar } from '../../src/math/geometry.js';
import { type Behavior, defineBehavior } from '../../src/steering/behavior.js';
import { desire } from '../../src/steering/desire.js';
import type { OwnBehaviors } from '../../src/steering/mission.js';
import { EMPTY } from '../sim/bodies.js';
import { drive, sceneOf } from '../support/runs.js';
import { type SensorType, sensorsAt } from '../support/sensors.js';

const SCOUT = loadRobot('scout');
const pair = (type: SensorType, at: SensorDefinition['at'], facing: number): SensorDefinition[] => [
  sensorsAt(at)(type, { id: 'left', facing }),
  sensorsAt([at[0], -at[1]])(type, { id: 'right', facing: -facing }),
];

/** Goes on, and aside to where one of its two sensors tells more than the other; or less, if the gain is negative. */
const lean = (gain: number, speed: number): Behavior<null> =>
  defineBehavior({
    name: 'lean',
    start: () => null,
    steer(percept, memory) {
      const { left, right } = percept.levels;
      const aside = gain * ((left?.level ?? 0) - (right?.level ?? 0));
      return desire(percept, fromPolar(speed, percept.pose.heading + aside), memory);
    },
  });

const run = (sensors: SensorDefinition[], behavior: Behavior<null>, more: object) =>
  drive(
    sceneOf({
      robot: { ...SCOUT, sensors },
      mission: { behavior: 'lean', parameters: {} },
      behaviors: { lean: () => behavior } as OwnBehaviors,
      sensing: 'odometry',
      duration: 12,
      ...more,
    }),
  );

describe('an own behavior', () => {
  it('finds a lamp by two light sensors', async () => {
    const lamp = { at: { x: 1, y: 1 }, brightness: 0.3 };
    const world = { ...EMPTY, lights: [lamp] };
    const { instants } = await run(pair('light', [0.05, 0.05], 0.6), lean(4, 0.2), { world });
    const nearest = Math.min(...instants.map(({ pose }) => distance(pose, lamp.at)));
    expect(nearest).toBeLessThan(0.1);
    const dark = await run(pair('light', [0.05, 0.05], 0.6), lean(4, 0.2), { world: EMPTY });
    expect(Math.min(...dark.instants.map(({ pose }) => distance(pose, lamp.at)))).toBeGreaterThan(0.9);
  });

  it('keeps a line between two reflectance sensors, round its bends', async () => {
    const points = Array.from({ length: 41 }, (_, i) => ({ x: i * 0.05, y: 0.15 * Math.sin(i * 0.15) }));
    const world = { ...EMPTY, lines: [{ points, width: 0.02 }] };
    const { instants } = await run(pair('reflectance', [0.06, 0.018], 0), lean(-0.8, 0.15), { world });
    const off = instants
      .filter(({ pose }) => pose.x < 1.9)
      .map(({ pose }) => Math.min(...points.map((point) => distance(point, pose))));
    expect(Math.max(...off)).toBeLessThan(0.05);
    expect(Math.max(...instants.map(({ pose }) => pose.x))).toBeGreaterThan(1.5);
  });
});
