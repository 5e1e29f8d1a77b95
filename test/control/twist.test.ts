/** A behavior that knows the exact twist of the coming tick is obeyed within the robot's limits. */
import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop } from '../../src/control/state.js';
import { step } from '../../src/control/step.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Twist } from '../../src/signals/signals.js';
import { defineBehavior } from '../../src/steering/behavior.js';

const SCOUT = loadRobot('scout');

/** What the loop wants of its wheels when a behavior says a twist. */
function wanted(twist: Twist, more: { velocityScale?: number; robot?: RobotDefinition } = {}): Twist {
  const { robot = SCOUT, velocityScale } = more;
  const knowing = defineBehavior({
    name: 'knowing',
    start: () => null,
    steer: () => ({
      force: { x: 0, y: 0.1 },
      twist,
      memory: null,
      ...(velocityScale !== undefined && { velocityScale }),
    }),
  });
  const model = prepareModel(robot, knowing);
  const start = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
  return step(model, start, { at: 0.02, lostPeriods: 0 } as never).tick.wanted;
}

describe('an exact twist', () => {
  it('is what the wheels are asked for', () => {
    expect(wanted({ linear: 0.2, angular: 1 })).toEqual({ linear: 0.2, angular: 1 });
  });

  it('drives the same arc no faster than the robot may, and as much slower as the mission says', () => {
    const fast = wanted({ linear: 5, angular: 10 });
    expect(fast.linear).toBeCloseTo(SCOUT.limits.speed, 12);
    expect(fast.angular / fast.linear).toBeCloseTo(2, 12);
    const half = wanted({ linear: 0.2, angular: 1 }, { velocityScale: 0.5 });
    expect(half).toEqual({ linear: 0.1, angular: 0.5 });
  });

  it('does not count where forces do not: there the desired velocity leads', () => {
    const direct = { ...SCOUT, control: { ...SCOUT.control, steering: 'direct' as const } };
    expect(wanted({ linear: 0.2, angular: 1 }, { robot: direct })).not.toEqual({ linear: 0.2, angular: 1 });
  });
});
