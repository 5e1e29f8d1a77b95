import { describe, expect, it } from 'vitest';
import { stallMessage } from '../../../src/drivers/steerbot/stallLimits.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { WIRED } from '../robots.js';

/** A wheel of 0.2 m round, 0.5 m/s without a load: two and a half turns a second. */
const robot = (counts: number, motors: Partial<RobotDefinition['motors']> = {}): RobotDefinition => ({
  ...WIRED,
  wheels: { diameter: 0.2 / Math.PI },
  motors: { ...WIRED.motors, noLoadSpeed: 0.5, deadband: 0.16, ...motors },
  encoders: {
    left: { a: 2, b: 4, countsPerRevolution: counts },
    right: { a: 3, b: 5, countsPerRevolution: 2 * counts },
  },
});

describe('what the board is told of its wheels', () => {
  it('is a threshold above the deadband, and the effort of four counts at a quarter of the speed', () => {
    // d = 0.16 + 0.05; 20 counts a turn are 50 a second: 4 · 0.79 / (0.25 · 50) s
    expect(stallMessage(robot(20))).toEqual({
      type: 'stall',
      leftThreshold: 210,
      leftEffort: 252_800,
      rightThreshold: 210,
      rightEffort: 126_400,
    });
  });

  it('is a threshold a quarter above a great deadband', () => {
    expect(stallMessage(robot(20, { deadband: 0.4 }))?.leftThreshold).toBe(500);
  });

  it('is full duty for a motor that needs nearly all of it', () => {
    expect(stallMessage(robot(20, { deadband: 0.9 }))).toMatchObject({ leftThreshold: 1000, leftEffort: 1 });
  });

  it('is for a servo what its pulses are, whichever way it turns', () => {
    const servo = { servo: 13, invert: false, neutral: 1520e-6, deadZone: 20e-6 };
    // 20 µs off the middle, 20 µs of dead zone, and 0.21 of the other 480 µs: 140.8 of 500
    expect(stallMessage(robot(20, { left: servo }))?.leftThreshold).toBe(282);
    expect(stallMessage(robot(20, { left: { ...servo, invert: true } }))?.leftThreshold).toBe(282);
  });

  it('is within what the frame carries, for any encoder', () => {
    expect(stallMessage(robot(0.4))?.leftEffort).toBe(12_640_000);
    expect(stallMessage(robot(0.01))?.leftEffort).toBe(2 ** 24);
    expect(stallMessage(robot(1e9))?.leftEffort).toBe(1);
  });

  it('is nothing for a robot without encoders', () => {
    const { encoders: _, ...blind } = robot(20);
    expect(stallMessage(blind)).toBeUndefined();
  });
});
